// The entries of a player: digits, marks and colours, as immutable values.

import { CELLS, DIGITS } from "./geometry.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 *
 * @typedef {object} Play
 * @property {string} digits  for each cell a digit or "."
 * @property {readonly number[]} corner  marks as masks: bit d-1 = digit d
 * @property {readonly number[]} centre
 * @property {readonly number[]} colours  0 for none
 *
 * @typedef {"digit" | "corner" | "centre" | "colour"} Kind  of what a key writes
 */

/** @type {readonly Kind[]} */
export const KINDS = ["digit", "centre", "corner", "colour"];

export const COLOURS = 6;

const NONE = Array(CELLS).fill(0);

/** @type {Play} */
export const UNTOUCHED = { digits: ".".repeat(CELLS), corner: NONE, centre: NONE, colours: NONE };

/** @param {Play} play */
export const isUntouched = ({ digits, corner, centre, colours }) =>
  !/[^.]/.test(digits) && ![...corner, ...centre, ...colours].some(Boolean);

/**
 * Return the play after a digit is written into cells, or removed if all cells have it already.
 * @param {Puzzle} puzzle
 * @param {Play} play
 * @param {readonly number[]} selection
 * @param {Kind} kind
 * @param {number} digit
 * @returns {Play}
 */
export function written(puzzle, play, selection, kind, digit) {
  const cells = selection.filter((cell) => puzzle.givens[cell] === "." || kind === "colour");
  if (kind === "digit") {
    const symbol = DIGITS[digit - 1];
    const hasAll = cells.every((cell) => play.digits[cell] === symbol);
    const digits = [...play.digits];
    for (const cell of cells) digits[cell] = hasAll ? "." : symbol;
    return { ...play, digits: digits.join("") };
  }
  if (kind === "colour") {
    const hasAll = cells.every((cell) => play.colours[cell] === digit);
    return { ...play, colours: changed(play.colours, cells, () => (hasAll ? 0 : digit)) };
  }
  const open = cells.filter((cell) => play.digits[cell] === ".");
  const bit = 1 << (digit - 1);
  const hasAll = open.every((cell) => play[kind][cell] & bit);
  const marks = changed(play[kind], open, (mask) => (hasAll ? mask & ~bit : mask | bit));
  return { ...play, [kind]: marks };
}

/**
 * Return the play after cells are cleared: of their digits or, without digits, of everything.
 * @param {Play} play
 * @param {readonly number[]} cells
 * @returns {Play}
 */
export function cleared(play, cells) {
  if (cells.some((cell) => play.digits[cell] !== ".")) {
    const digits = [...play.digits];
    for (const cell of cells) digits[cell] = ".";
    return { ...play, digits: digits.join("") };
  }
  const none = () => 0;
  return {
    ...play,
    corner: changed(play.corner, cells, none),
    centre: changed(play.centre, cells, none),
    colours: changed(play.colours, cells, none),
  };
}

/**
 * @param {readonly number[]} values
 * @param {readonly number[]} cells
 * @param {(value: number) => number} change
 */
function changed(values, cells, change) {
  const result = [...values];
  for (const cell of cells) result[cell] = change(result[cell]);
  return result;
}

/**
 * Return givens and digits together, a digit or "." for each cell.
 * @param {Puzzle} puzzle
 * @param {Play} play
 */
export const filled = (puzzle, play) =>
  [...puzzle.givens].map((given, cell) => (given === "." ? play.digits[cell] : given)).join("");

/**
 * Return the cells with the same digit as a cell.
 * @param {string} digits
 * @param {number} cell
 */
export const equalTo = (digits, cell) =>
  [...digits].flatMap((digit, other) => (digit === digits[cell] ? [other] : []));

/**
 * Return the progress that a hint starts from: a word for each cell, see `Progress.read`.
 * @param {Puzzle} puzzle
 * @param {Play} play
 */
export function progress(puzzle, play) {
  const words = [...filled(puzzle, play)].map((symbol, cell) => {
    if (symbol !== ".") return symbol;
    const marks = [...DIGITS].filter((_, index) => (play.centre[cell] >> index) & 1);
    return marks.length === 1 ? marks[0].repeat(2) : marks.join("") || ".";
  });
  return words.join(" ");
}
