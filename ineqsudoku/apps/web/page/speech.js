// What screen readers say after a change: what was done, and the sentence under the board if it is new.

import { digitsOf } from "./board.js";
import { byId, say } from "./dom.js";
import { names, signNamed } from "./status.js";

/**
 * @typedef {import("./store.js").State} State
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Say what has happened.
 * @param {State} state
 * @param {State} before
 * @param {string} sentence  under the board, or "" if it is old
 * @param {Words} words
 */
export function speak(state, before, sentence, words) {
  const parts = [happened(state, before, words), sentence].filter(Boolean);
  if (parts.length) announce(parts.join(" "));
}

/**
 * Show something in an element, and say it.
 * @param {HTMLElement} output
 * @param {...(Node | string)} content
 */
export function tell(output, ...content) {
  output.replaceChildren(...content);
  if (output.innerText) announce(output.innerText);
}

/**
 * Say a text in the live region.  Below an open sheet, nothing would be heard.
 * @param {string} text
 */
function announce(text) {
  const said = byId("said", HTMLElement);
  const place = document.querySelector("#source[open]") ?? document.querySelector("main");
  if (said.parentElement !== place) place?.append(said);
  setTimeout(() => say(said, text)); // A region that has just moved is not heard.
}

/**
 * @param {State} state
 * @param {State} before
 * @param {Words} words
 */
function happened(state, before, words) {
  if (state.kind !== before.kind) return words(state.kind);
  const what = state.puzzle === before.puzzle ? written(state, before, words) : entered(state, before, words);
  if (!what) return "";
  const isHere = (/** @type {import("./store.js").Moment | undefined} */ moment) =>
    moment?.play === state.play && moment.puzzle === state.puzzle;
  if (isHere(before.past.at(-1))) return words("said.undone", { what });
  if (isHere(before.future.at(-1))) return words("said.redone", { what });
  return what;
}

/**
 * Return which digits, or else which marks, have been written.
 * @param {State} state
 * @param {State} before
 * @param {Words} words
 */
function written({ play }, { play: old }, words) {
  const digits = changed([...play.digits], [...old.digits]);
  if (digits.length) return told([...new Set(digits.map((cell) => play.digits[cell]))], digits, words);
  for (const kind of /** @type {const} */ (["corner", "centre", "colours"])) {
    const cells = changed(play[kind], old[kind]);
    const values = [...new Set(cells.map((cell) => play[kind][cell]))];
    if (!cells.length) continue;
    const [value] = values;
    if (kind === "colours") return told([value ? words("marks.colour", { number: value }) : "."], cells, words);
    if (values.length > 1) return told([words(kind)], cells, words);
    return told([value ? words(`marks.${kind}`, { digits: digitsOf(value).join(" ") }) : "."], cells, words);
  }
  return "";
}

/**
 * Return which sign or given has been entered; another puzzle is not.
 * @param {State} state
 * @param {State} before
 * @param {Words} words
 */
function entered({ puzzle, isOwn }, { puzzle: old, isOwn: wasOwn }, words) {
  if (!isOwn || !wasOwn) return "";
  const [pairs, cells] = [changed([...puzzle.signs], [...old.signs]), changed([...puzzle.givens], [...old.givens])];
  if (pairs.length + cells.length !== 1) return "";
  if (cells.length) return told([puzzle.givens[cells[0]]], cells, words);
  const [pair] = pairs;
  if (puzzle.signs[pair] !== ".") return signNamed(puzzle, pair, words);
  return words("said.erased", { cells: signNamed(old, pair, words) });
}

/**
 * @param {string[]} symbols  "." if nothing is left
 * @param {number[]} cells
 * @param {Words} words
 */
function told(symbols, cells, words) {
  const what = symbols.filter((symbol) => symbol !== ".").join(" ");
  const named = names(cells, words);
  return what ? words("said.in", { what, cells: named }) : words("said.erased", { cells: named });
}

/**
 * @param {readonly unknown[]} values
 * @param {readonly unknown[]} old
 */
const changed = (values, old) => [...values.keys()].filter((index) => values[index] !== old[index]);
