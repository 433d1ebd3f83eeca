// Playing: the puzzles of the day, the check, the time, and the end.

import { LEVELS } from "./daily.js";
import { button, byId, isCommand, isCovered, makeButton, say, set } from "./dom.js";
import { DIGITS } from "./geometry.js";
import { openGame, openToday } from "./modes.js";
import { UNTOUCHED, filled, isUntouched } from "./play.js";
import { candidatesOf, isSolution } from "./rules.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 * @typedef {import("./words.js").Words} Words
 */

/** Milliseconds between two digits of the wave at the end, and how long each moves. */
const WAVE = { delay: 35, duration: 500 };

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToPlay(store, words) {
  const levels = LEVELS.map((level) => {
    const choice = makeButton("", () => openToday(store, level));
    choice.id = `level-${level}`;
    set(choice, "popovertarget", "levels"); // Where the levels are folded, a choice closes them.
    set(choice, "popovertargetaction", "hide");
    return choice;
  });
  byId("levels", HTMLElement).append(...levels);
  button("check").addEventListener("click", () => store.change({ checked: check(store.state) }));
  button("continue").addEventListener("click", () => {
    if (store.state.unfinished) openGame(store, store.state.unfinished);
  });
  button("following").addEventListener("click", () => {
    const level = following(store.state);
    if (level) openToday(store, level);
  });
  const pause = async () => (await import("./pause.js")).openPause(store.state, words());
  button("pause").addEventListener("click", pause);
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "p" && isCommand(event) && isTimed(store.state)) pause();
  });
  setInterval(() => {
    const runs = isTimed(store.state) && !document.hidden && !isCovered();
    if (runs) store.change({ seconds: store.state.seconds + 1 });
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    const { today, play, mode } = store.state;
    const isOver = today && today.date.toDateString() !== new Date().toDateString();
    if (isOver && mode === "play" && isUntouched(play)) openToday(store, today.level);
  });
  store.listen((state, before) => {
    const isMove = state.puzzle === before.puzzle && state.play !== before.play;
    if (isMove && isSolved(state) && !isSolved(before)) queueMicrotask(celebrate);
  });
}

/** @param {State} state */
const isSolved = ({ puzzle, play }) => isSolution(puzzle, filled(puzzle, play));

/**
 * Whether a puzzle is being played.
 * @param {State} state
 */
const isTimed = (state) => state.mode === "play" && !isSolved(state);

/**
 * Return what is wrong: digits other than the solution's, and notes that lack its digit.
 * @param {State} state
 * @returns {import("./store.js").Checked}
 */
export function check({ puzzle, play, today, judgement }) {
  const solution = today?.solution ?? judgement?.solution;
  if (!solution) return { isKnown: false, cells: [] };
  const cells = [...filled(puzzle, play)].flatMap((symbol, cell) => {
    const marks = play.centre[cell];
    const right = DIGITS.indexOf(solution[cell]);
    const isGood = symbol === "." ? !marks || (marks >> right) & 1 : symbol === solution[cell];
    return isGood ? [] : [cell];
  });
  return { isKnown: true, cells };
}

/**
 * Write all candidates of the empty cells as notes.
 * @param {Store} store
 */
export function fillNotes(store) {
  const { puzzle, play } = store.state;
  const centre = candidatesOf(puzzle, filled(puzzle, play));
  store.write({ play: { ...play, corner: centre.map(() => 0), centre } });
}

/** @param {Store} store */
export function restart(store) {
  store.write({ play: UNTOUCHED }, { seconds: 0 });
}

/**
 * Return the next level of today's puzzles.
 * @param {State} state
 */
const following = ({ today }) => today && LEVELS[LEVELS.indexOf(today.level) + 1];

/** Let the digits move once, in a wave from the first cell to the last. */
function celebrate() {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const digits = document.querySelectorAll("#board :is(.digit, .given)");
  for (const [index, digit] of digits.entries()) {
    const delay = WAVE.delay * ((index % 9) + Math.floor(index / 9));
    const lift = { transform: "scale(1.25)", offset: 0.4 };
    digit.animate([{ transform: "none" }, lift, { transform: "none" }], { ...WAVE, delay, easing: "ease-out" });
  }
}

/**
 * Show the date of today's puzzle in words, after the first frame: its format takes long to load.
 * @param {State} state
 */
function showDate({ language, today }) {
  const line = byId("date", HTMLElement);
  const key = today ? language + today.date.toDateString() : "";
  if (line.dataset.shown === key) return;
  line.dataset.shown = key;
  if (!today) return say(line, "");
  setTimeout(() => {
    const format = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
    if (line.dataset.shown === key) say(line, format.format(today.date));
  });
}

/**
 * @param {State} state
 * @param {Words} words
 */
export function showPlay(state, words) {
  showDate(state);
  const [today, folded] = [words("play.today"), button("openlevels")];
  const shown = state.today ? words(state.today.level) : today;
  say(folded, shown);
  set(folded, "aria-label", state.today ? today + words("clause") + shown : today);
  for (const level of LEVELS) {
    const choice = button(`level-${level}`);
    say(choice, words(level));
    set(choice, "aria-pressed", String(state.today?.level === level));
  }
  button("pause").disabled = isSolved(state);
  const isNew = state.mode === "play" && isUntouched(state.play);
  button("continue").hidden = !isNew || !state.unfinished;
  const isEnd = state.mode === "play" && isSolved(state);
  const level = isEnd && following(state);
  button("following").hidden = !level;
  if (level) say(button("following"), words("play.following", { level: words(level) }));
}
