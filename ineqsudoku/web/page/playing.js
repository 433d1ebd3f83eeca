// The panel for playing a puzzle: keys, check and timer.

import { button, byId, makeButton, say } from "./dom.js";
import { erase, write } from "./input.js";
import { COLOURS, KINDS, filled, untouched } from "./play.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 * @typedef {import("./words.js").Words} Words
 */

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToPlay(store, words) {
  button("several").addEventListener("click", () =>
    store.change({ selectsSeveral: !store.state.selectsSeveral }),
  );
  button("check").addEventListener("click", () =>
    say(byId("checked", HTMLElement), words()(checked(store.state))),
  );
  button("restart").addEventListener("click", () => {
    const cells = store.state.puzzle.geometry.size ** 2;
    store.write({ play: untouched(cells) }, { seconds: 0 });
  });
  button("hidetimer").addEventListener("click", () =>
    store.change({ hidesTimer: !store.state.hidesTimer }),
  );
  byId("kinds", HTMLElement).addEventListener("keydown", (event) => moveKind(store, event));
  setInterval(() => {
    const { state } = store;
    const runs = state.mode === "play" && !document.hidden && !isSolved(state);
    if (runs) store.change({ seconds: state.seconds + 1 });
  }, 1000);
  store.listen((state, before) => {
    if (state.play === before.play && state.puzzle === before.puzzle) return;
    const solved = isSolved(state) && !isSolved(before) && state.puzzle === before.puzzle;
    say(byId("checked", HTMLElement), solved ? words()("play.solved") : "");
  });
}

/** @param {State} state */
const isSolved = ({ puzzle, play, judgement }) =>
  Boolean(judgement?.solution) && filled(puzzle, play) === judgement?.solution;

/**
 * Return the key of a sentence that says whether there is a mistake, but not where.
 * @param {State} state
 */
export function checked(state) {
  const solution = state.judgement?.solution;
  if (!solution) return "play.uncheckable";
  if (isSolved(state)) return "play.solved";
  const { symbols } = state.puzzle.geometry;
  const isGood = [...filled(state.puzzle, state.play)].every((symbol, cell) => {
    const right = symbols.indexOf(solution[cell]);
    const marks = state.play.centre[cell];
    return symbol === "." ? !marks || (marks >> right) & 1 : symbol === solution[cell];
  });
  return isGood ? "play.good" : "play.slip";
}

/**
 * Move within a group of radio buttons by arrow keys.
 * @param {Store} store
 * @param {KeyboardEvent} event
 */
function moveKind(store, event) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const number = KINDS.indexOf(store.state.kind) + by + KINDS.length;
  store.change({ kind: KINDS[number % KINDS.length] });
  /** @type {HTMLElement | null} */ (document.querySelector("#kinds [aria-checked=true]"))?.focus();
}

/**
 * @param {Store} store
 * @param {Words} words
 */
export function showPlay(store, words) {
  const { state } = store;
  showKinds(store, words);
  showKeys(store, words);
  button("several").setAttribute("aria-pressed", String(state.selectsSeveral));
  const minutes = Math.floor(state.seconds / 60);
  const time = `${minutes}:${String(state.seconds % 60).padStart(2, "0")}`;
  const timer = byId("timer", HTMLElement);
  timer.hidden = state.hidesTimer;
  say(timer, words("play.time", { time }));
  say(button("hidetimer"), words(state.hidesTimer ? "play.show" : "play.hide"));
}

/**
 * @param {Store} store
 * @param {Words} words
 */
function showKinds(store, words) {
  const group = byId("kinds", HTMLElement);
  if (!group.children.length) {
    group.append(...KINDS.map((kind) => makeButton("", () => store.change({ kind }))));
  }
  for (const [index, kind] of KINDS.entries()) {
    const each = /** @type {HTMLElement} */ (group.children[index]);
    const isChosen = kind === store.state.kind;
    each.setAttribute("role", "radio");
    each.setAttribute("aria-checked", String(isChosen));
    each.tabIndex = isChosen ? 0 : -1;
    say(each, words(kind));
  }
}

/**
 * @param {Store} store
 * @param {Words} words
 */
function showKeys(store, words) {
  const { puzzle, kind } = store.state;
  const pad = byId("keys", HTMLElement);
  const { symbols } = puzzle.geometry;
  const state = `${symbols} ${kind === "colour"} ${words("colour")}`;
  if (pad.dataset.state === state) return;
  pad.dataset.state = state;
  const isColour = kind === "colour";
  const names = isColour ? [..."123456789"].slice(0, COLOURS) : [...symbols];
  const keys = names.map((name, index) => {
    const key = makeButton(name, () => write(store, index + 1, store.state.kind));
    if (isColour) {
      key.classList.add(`swatch-${index + 1}`);
      key.setAttribute("aria-label", words("marks.colour", { number: index + 1 }));
    }
    return key;
  });
  const eraser = makeButton(words("play.erase"), () => erase(store));
  eraser.className = "erase";
  pad.replaceChildren(...keys, eraser);
}
