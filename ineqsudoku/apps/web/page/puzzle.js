// Puzzles as immutable values, and their forms in JSON and in links.

import { isAcross, makeGeometry, pairIndex, usualGeometry, cellNamed } from "./geometry.js";

/**
 * @typedef {import("./geometry.js").Geometry} Geometry
 *
 * @typedef {object} Puzzle
 * @property {Geometry} geometry
 * @property {string} signs  for each pair one of "<" (the first cell is less), ">" and "."
 * @property {string} givens  for each cell its symbol or "."
 *
 * @typedef {object} PuzzleJson  as in docs/web.schema.json
 * @property {number} size
 * @property {number} box_rows
 * @property {number} box_columns
 * @property {string} signs
 * @property {string} givens
 * @property {string} border_signs
 */

/**
 * @param {Geometry} [geometry]
 * @returns {Puzzle}
 */
export function blank(geometry = usualGeometry(9)) {
  return {
    geometry,
    signs: ".".repeat(geometry.pairs.length),
    givens: ".".repeat(geometry.size ** 2),
  };
}

/**
 * @param {PuzzleJson} json
 * @returns {Puzzle}
 */
export function fromJson(json) {
  const geometry = makeGeometry(json.size, json.box_rows, json.box_columns);
  const [inside, border] = [[...json.signs], [...json.border_signs]];
  const signs = geometry.isInBox
    .map((isInBox) => (isInBox ? inside : border).shift() ?? ".")
    .join("")
    .replaceAll("^", "<")
    .replaceAll("v", ">");
  return { geometry, signs, givens: json.givens };
}

/**
 * @param {Puzzle} puzzle
 * @returns {PuzzleJson}
 */
export function toJson({ geometry, signs, givens }) {
  const printed = geometry.pairs.map((pair, index) => {
    const sign = signs[index];
    return isAcross(pair) || sign === "." ? sign : sign === "<" ? "^" : "v";
  });
  const { size, boxRows, boxColumns, isInBox } = geometry;
  return {
    size,
    box_rows: boxRows,
    box_columns: boxColumns,
    signs: printed.filter((_, index) => isInBox[index]).join(""),
    givens,
    border_signs: printed.filter((_, index) => !isInBox[index]).join(""),
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
 * @param {Puzzle} puzzle
 * @param {string[][]} cells  pairs of names of cells
 * @returns {number[]}  the indexes of these pairs
 */
export const pairsNamed = ({ geometry }, cells) =>
  cells.map(([one, other]) =>
    pairIndex(geometry, cellNamed(geometry, one), cellNamed(geometry, other)),
  );

/** @param {Puzzle} puzzle */
export const isBlank = ({ signs, givens }) => !/[^.]/.test(signs + givens);

/**
 * @param {Puzzle} one
 * @param {Puzzle} other
 */
export const isSame = (one, other) =>
  JSON.stringify(toJson(one)) === JSON.stringify(toJson(other));

/**
 * Return the link fragment of a puzzle: size and boxes, signs, givens.
 * @param {Puzzle} puzzle
 */
export function toFragment({ geometry, signs, givens }) {
  const { size, boxRows, boxColumns } = geometry;
  const letters = signs.replaceAll("<", "l").replaceAll(">", "g");
  const parts = [[size, boxRows, boxColumns].join("x"), letters, givens];
  return `#p=${parts.map((part) => part.replace(/\.+$/, "")).join("/")}`;
}

/**
 * Return the puzzle of a link fragment, or null if it has none.
 * @param {string} fragment
 * @returns {Puzzle | null}
 */
export function fromFragment(fragment) {
  const found = /^#p=(\d+)x(\d+)x(\d+)\/([lg.]*)\/([1-9A-P.]*)$/.exec(fragment);
  if (!found) return null;
  const [size, boxRows, boxColumns] = found.slice(1, 4).map(Number);
  const hasBoxes = boxRows > 1 && boxColumns > 1 && boxRows * boxColumns === size;
  if (size < 2 || size > 16 || !(hasBoxes || (!boxRows && !boxColumns))) return null;
  const geometry = makeGeometry(size, boxRows, boxColumns);
  const signs = found[4].replaceAll("l", "<").replaceAll("g", ">");
  const givens = found[5];
  const isRight =
    signs.length <= geometry.pairs.length &&
    givens.length <= size ** 2 &&
    [...givens].every((symbol) => symbol === "." || geometry.symbols.includes(symbol));
  if (!isRight) return null;
  return {
    geometry,
    signs: signs.padEnd(geometry.pairs.length, "."),
    givens: givens.padEnd(size ** 2, "."),
  };
}
