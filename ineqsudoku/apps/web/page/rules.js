// What follows from the rules alone: repeated digits, broken signs, and candidates.

import { CELLS, DIGITS, PAIRS, PEERS, SIZE } from "./geometry.js";

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

/**
 * Return a play with the notes back that digits had cleared which stood in the state before, and
 * no longer do; what other digits exclude stays away.
 * @param {Pick<import("./store.js").State, "puzzle" | "play" | "past">} before
 * @param {Play} after
 * @returns {Play}
 */
export function withNotesBack({ puzzle, play, past }, after) {
  const plays = [...past.filter((moment) => moment.puzzle === puzzle).map((moment) => moment.play), play];
  const lost = { corner: Array(CELLS).fill(0), centre: Array(CELLS).fill(0) };
  for (const [cell, digit] of [...play.digits].entries()) {
    if (digit === "." || after.digits[cell] === digit) continue;
    const empty = plays.findLastIndex((each) => each.digits[cell] === ".");
    for (let move = Math.max(empty, 0); move + 1 < plays.length; move++) {
      const [one, other] = [plays[move], plays[move + 1]];
      if (one.digits[cell] === other.digits[cell]) continue;
      for (const kind of /** @type {const} */ (["corner", "centre"])) {
        for (let each = 0; each < CELLS; each++) lost[kind][each] |= one[kind][each] & ~other[kind][each];
      }
    }
  }
  const back = withoutNotes(puzzle, { ...after, ...lost }, [...Array(CELLS).keys()]);
  const joined = (/** @type {"corner" | "centre"} */ kind) =>
    after[kind].map((mask, cell) => mask | back[kind][cell]);
  return { ...after, corner: joined("corner"), centre: joined("centre") };
}
