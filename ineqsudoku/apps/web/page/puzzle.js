// Puzzles as immutable values, and their forms in JSON and in links.

import { CELLS, IS_IN_BOX, PAIRS, cellNamed, isAcross, pairIndex } from "./geometry.js";

/**
 * @typedef {object} Puzzle
 * @property {string} signs  for each pair one of "<" (the first cell is less), ">" and "."
 * @property {string} givens  for each cell its digit or "."
 *
 * @typedef {object} PuzzleJson  as in docs/web.schema.json
 * @property {string} signs
 * @property {string} givens
 * @property {string} border_signs
 */

/** @returns {Puzzle} */
export const blank = () => ({ signs: ".".repeat(PAIRS.length), givens: ".".repeat(CELLS) });

/**
 * @param {PuzzleJson} json
 * @returns {Puzzle}
 */
export function fromJson(json) {
  const [inside, border] = [[...json.signs], [...json.border_signs]];
  const signs = IS_IN_BOX.map((isInBox) => (isInBox ? inside : border).shift() ?? ".")
    .join("")
    .replaceAll("^", "<")
    .replaceAll("v", ">");
  return { signs, givens: json.givens };
}

/**
 * @param {Puzzle} puzzle
 * @returns {PuzzleJson}
 */
export function toJson({ signs, givens }) {
  const printed = PAIRS.map((pair, index) => {
    const sign = signs[index];
    return isAcross(pair) || sign === "." ? sign : sign === "<" ? "^" : "v";
  });
  return {
    signs: printed.filter((_, index) => IS_IN_BOX[index]).join(""),
    givens,
    border_signs: printed.filter((_, index) => !IS_IN_BOX[index]).join(""),
  };
}

/**
 * @param {string} text
 * @param {number} index
 * @param {string} character
 */
export const replaced = (text, index, character) =>
  text.slice(0, index) + character + text.slice(index + 1);

/**
 * @param {Puzzle} puzzle
 * @param {number} index  of a pair
 * @param {string} sign
 * @returns {Puzzle}
 */
export const withSign = (puzzle, index, sign) => ({
  ...puzzle,
  signs: replaced(puzzle.signs, index, sign),
});

/** The next sign after each sign when the player clicks. */
export const NEXT = new Map([[".", "<"], ["<", ">"], [">", "."]]);

/** @param {string} sign */
export const opposite = (sign) => (sign === "<" ? ">" : sign === ">" ? "<" : ".");

/**
 * @param {string[][]} cells  pairs of names of cells
 * @returns {number[]}  the indexes of these pairs
 */
export const pairsNamed = (cells) =>
  cells.map(([one, other]) => pairIndex(cellNamed(one), cellNamed(other)));

/** @param {Puzzle} puzzle */
export const isBlank = ({ signs, givens }) => !/[^.]/.test(signs + givens);

/**
 * @param {Puzzle} one
 * @param {Puzzle} other
 */
export const isSame = (one, other) => one.signs === other.signs && one.givens === other.givens;

/**
 * Return the link fragment of a puzzle: signs, givens.
 * @param {Puzzle} puzzle
 */
export function toFragment({ signs, givens }) {
  const letters = signs.replaceAll("<", "l").replaceAll(">", "g");
  return `#p=${[letters, givens].map((part) => part.replace(/\.+$/, "")).join("/")}`;
}

/**
 * Return the puzzle of a link fragment, or null if it has none.
 * @param {string} fragment
 * @returns {Puzzle | null}
 */
export function fromFragment(fragment) {
  const found = /^#p=([lg.]*)\/([1-9.]*)$/.exec(fragment);
  if (!found) return null;
  const signs = found[1].replaceAll("l", "<").replaceAll("g", ">");
  const givens = found[2];
  if (signs.length > PAIRS.length || givens.length > CELLS) return null;
  return { signs: signs.padEnd(PAIRS.length, "."), givens: givens.padEnd(CELLS, ".") };
}
