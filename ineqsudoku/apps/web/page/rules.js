// What follows from the rules alone: repeated digits, broken signs, and candidates.

import { DIGITS, PAIRS, PEERS, SIZE } from "./geometry.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./play.js").Play} Play
 */

/**
 * Return the cells whose digit stands twice in a house.
 * @param {string} digits  for each cell a digit or "."
 */
export const repeated = (digits) =>
  PEERS.flatMap((peers, cell) =>
    digits[cell] !== "." && peers.some((peer) => digits[peer] === digits[cell]) ? [cell] : [],
  );

/**
 * Return the indexes of the pairs whose digits break their sign.
 * @param {Puzzle} puzzle
 * @param {string} digits
 */
export const broken = (puzzle, digits) =>
  relations(puzzle).flatMap(({ index, lesser, greater }) => {
    const isOpen = digits[lesser] === "." || digits[greater] === ".";
    return isOpen || digits[lesser] < digits[greater] ? [] : [index];
  });

/** @param {Puzzle} puzzle */
const relations = ({ signs }) =>
  PAIRS.flatMap(([first, second], index) => {
    if (signs[index] === ".") return [];
    const [lesser, greater] = signs[index] === "<" ? [first, second] : [second, first];
    return [{ index, lesser, greater }];
  });

/** @param {string} digits */
export const isFull = (digits) => !digits.includes(".");

/**
 * Whether digits fill the board and follow all rules.
 * @param {Puzzle} puzzle
 * @param {string} digits
 */
export const isSolution = (puzzle, digits) =>
  isFull(digits) && !repeated(digits).length && !broken(puzzle, digits).length;

/**
 * Return the candidates of the empty cells, as masks: what neither a digit in a house nor the
 * signs exclude, one sign after the other until nothing changes.
 * @param {Puzzle} puzzle
 * @param {string} digits
 */
export function candidatesOf(puzzle, digits) {
  const all = 2 ** SIZE - 1;
  const masks = [...digits].map((digit, cell) => {
    if (digit !== ".") return 1 << DIGITS.indexOf(digit);
    const seen = PEERS[cell].map((peer) => digits[peer]).filter((other) => other !== ".");
    return seen.reduce((mask, other) => mask & ~(1 << DIGITS.indexOf(other)), all);
  });
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { lesser, greater } of relations(puzzle)) {
      const [low, high] = [masks[lesser] & below(masks[greater]), masks[greater] & above(masks[lesser])];
      isNew ||= low !== masks[lesser] || high !== masks[greater];
      [masks[lesser], masks[greater]] = [low, high];
    }
  }
  return masks.map((mask, cell) => (digits[cell] === "." ? mask : 0));
}

/**
 * Return the digits below the largest one of a mask.
 * @param {number} mask
 */
const below = (mask) => (mask ? (1 << (31 - Math.clz32(mask))) - 1 : 0);

/**
 * Return the digits above the smallest one of a mask.
 * @param {number} mask
 */
const above = (mask) => (mask ? ~(2 * (mask & -mask) - 1) : 0);

/**
 * Return the play without the notes that the digits of some cells exclude: the same digit in
 * their houses, and what breaks a sign beside them.
 * @param {Puzzle} puzzle
 * @param {Play} play
 * @param {readonly number[]} cells
 * @returns {Play}
 */
export function withoutNotes(puzzle, play, cells) {
  const [corner, centre] = [[...play.corner], [...play.centre]];
  const keep = (/** @type {number} */ cell, /** @type {number} */ mask) => {
    corner[cell] &= mask;
    centre[cell] &= mask;
  };
  for (const cell of cells) {
    if (play.digits[cell] === ".") continue;
    const bit = 1 << DIGITS.indexOf(play.digits[cell]);
    for (const peer of PEERS[cell]) keep(peer, ~bit);
    for (const { lesser, greater } of relations(puzzle)) {
      if (lesser === cell) keep(greater, above(bit));
      if (greater === cell) keep(lesser, below(bit));
    }
  }
  return { ...play, corner, centre };
}
