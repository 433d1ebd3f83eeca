// Playing: the puzzles of the day, the check, the time, and the end.

import { LEVELS, dayName } from "./daily.js";
import { addChoices, button, byId, isCommand, isCovered, say, set } from "./dom.js";
import { DIGITS } from "./geometry.js";
import { openGame, openToday } from "./modes.js";
import { UNTOUCHED, filled, isUntouched } from "./play.js";
import { candidatesOf, isSolution } from "./rules.js";
import { record } from "./saving.js";

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
  addChoices("level", LEVELS, (level) => {
    byId("levels", HTMLElement).hidePopover(); // Where the levels are folded.
    openToday(store, level);
  });
  button("check").addEventListener("click", () => store.change({ checked: check(store.state) }));
  button("continue").addEventListener("click", () => {
    if (store.state.unfinished) openGame(store, store.state.unfinished);
  });
  for (const id of ["date", "opendays"]) {
    button(id).addEventListener("click", () => openArchive(store, words()));
  }
  const pause = async () => (await import("./pause.js")).openPause(store.state, words());
  button("pause").addEventListener("click", pause);
  addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "p" && isCommand(event) && isTimed(store.state)) pause();
  });
  setInterval(() => {
    const runs = isTimed(store.state) && !document.hidden && !isCovered();
    if (runs) store.change({ seconds: store.state.seconds + 1 });
  }, 1000);
  let day = dayName(new Date());
  document.addEventListener("visibilitychange", () => {
    const { dated, play, mode } = store.state;
    const isOver = dated && dayName(dated.date) === day && day !== dayName(new Date());
    day = dayName(new Date());
    if (isOver && mode === "play" && isUntouched(play)) openToday(store, dated.level);
  });
  store.listen((state, before) => {
    if (isSolved(state)) record(store);
    const isMove = state.puzzle === before.puzzle && state.play !== before.play;
    if (isMove && isSolved(state) && !isSolved(before)) queueMicrotask(celebrate);
  });
}

/**
 * @param {Store} store
 * @param {Words} words
 */
export const openArchive = async (store, words) => (await import("./archive.js")).openArchive(store, words);

/** @param {State} state */
export const isSolved = ({ puzzle, play }) => isSolution(puzzle, filled(puzzle, play));

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
function check({ puzzle, play, dated, judgement }) {
  const solution = dated?.solution ?? judgement?.solution;
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
 * Show the date of the puzzle in words, after the first frame: its format takes long to load.
 * @param {State} state
 * @param {Words} words
 */
function showDate({ language, dated }, words) {
  const opener = button("date");
  const key = dated ? language + dayName(dated.date) : language;
  if (opener.dataset.shown === key) return;
  opener.dataset.shown = key;
  opener.title = words("archive");
  say(opener, words("archive"));
  if (!dated) return;
  const show = () => {
    const format = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
    if (opener.dataset.shown !== key) return;
    say(opener, format.format(dated.date));
  };
  requestAnimationFrame(() => setTimeout(show));
}

/**
 * @param {Store} store
 * @param {Words} words
 */
export function showPlay(store, words) {
  const { state } = store;
  const { dated, records, mode } = state;
  showDate(state, words);
  const today = dayName(new Date());
  const [all, folded] = [words("play.today"), button("openlevels")];
  const chosen = dated && dayName(dated.date) === today ? dated.level : null;
  say(folded, chosen ? words(chosen) : all);
  set(folded, "aria-label", chosen ? all + words("clause") + words(chosen) : all);
  set(folded, "class", chosen ? "level" : "");
  set(folded, "data-solved", String(Boolean(chosen && records[today]?.[chosen])));
  for (const level of LEVELS) {
    const choice = button(`level-${level}`);
    const isDone = Boolean(records[today]?.[level]);
    say(choice, words(level));
    set(choice, "aria-pressed", String(level === chosen));
    set(choice, "data-solved", String(isDone));
    set(choice, "aria-label", isDone ? words("level.solved", { level: words(level) }) : words(level));
  }
  button("pause").disabled = isSolved(state);
  const isNew = mode === "play" && isUntouched(state.play);
  button("continue").hidden = !isNew || !state.unfinished;
  const isEnd = mode === "play" && isSolved(state);
  const panel = document.getElementById("end");
  if (panel) panel.hidden = !isEnd;
  if (!isEnd) return;
  if (panel) byId("keys", HTMLElement).hidden = true;
  import("./end.js").then(({ showEnd }) => showEnd(store, words));
}
