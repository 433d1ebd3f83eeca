// The puzzles of the day: one of each level, the same for everybody.
//
// `daily.bin` has the solutions of a year, as `benchmarks/daily.py` says.  They are full layouts,
// so a solution has all the signs.  Then the year starts again, seen from another side.

import { IS_IN_BOX, PAIRS } from "./geometry.js";
import { blank } from "./puzzle.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {typeof LEVELS[number]} Level
 */

export const LEVELS = /** @type {const} */ (["easy", "moderate", "hard", "expert", "extreme"]);

/** The days of the file. */
export const DAYS = 365;

/** The bytes of a puzzle, and of those of a day. */
const BYTES = 19;
const BYTES_OF_DAY = BYTES * LEVELS.length;

const PERMUTATIONS = 362880;
const MILLISECONDS = 86_400_000;

/**
 * Return the name of the day of a date, such as "2026-11-23".
 * @param {Date} date
 */
export const dayName = (date) =>
  new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10);

/** The day of the file that was asked for first, which is today's. @type {{day: number, bytes: Promise<Uint8Array>} | undefined} */
let first;

/** @type {Promise<Uint8Array> | undefined} */
let year;

/**
 * Return the bytes of a day.  The first one is loaded alone, so that the first board is not late.
 * @param {number} day  of the file
 */
async function bytesOf(day) {
  const start = day * BYTES_OF_DAY;
  first ??= { day, bytes: load(start, start + BYTES_OF_DAY) };
  if (first.day === day) return first.bytes;
  return (await (year ??= load(0, DAYS * BYTES_OF_DAY))).subarray(start, start + BYTES_OF_DAY);
}

/**
 * Load a part of the file; some servers send all of it.
 * @param {number} start
 * @param {number} end
 */
async function load(start, end) {
  const response = await fetch("daily.bin", { headers: { Range: `bytes=${start}-${end - 1}` } });
  if (!response.ok) throw new Error(`daily.bin: status ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return response.status === 206 ? bytes : bytes.subarray(start, end);
}

/**
 * Return the puzzle of a level on the day of a date, with its solution.
 * @param {Level} level
 * @param {Date} date
 * @returns {Promise<{puzzle: Puzzle, solution: string}>}
 */
export async function daily(level, date) {
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  const day = Math.floor(midnight / MILLISECONDS);
  const start = BYTES * LEVELS.indexOf(level);
  const bytes = (await bytesOf(day % DAYS)).subarray(start, start + BYTES);
  const grid = turned(unpacked(bytes), Math.floor(day / DAYS));
  return { puzzle: layout(grid.flat()), solution: grid.flat().join("") };
}

/**
 * Return the rows of a solution.
 * @param {Uint8Array} bytes
 */
function unpacked(bytes) {
  let number = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  const rows = Array.from({ length: 8 }, () => {
    const rank = Number(number % BigInt(PERMUTATIONS));
    number /= BigInt(PERMUTATIONS);
    return permutation(rank);
  }).reverse();
  const last = rows[0].map((_, column) => 45 - rows.reduce((sum, row) => sum + row[column], 0));
  return [...rows, last];
}

/**
 * Return the permutation of the digits 1–9 with a rank in lexicographic order.
 * @param {number} rank
 */
function permutation(rank) {
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  let count = PERMUTATIONS;
  return Array.from({ length: 9 }, () => {
    count /= left.length;
    const [digit] = left.splice(Math.floor(rank / count), 1);
    rank %= count;
    return digit;
  });
}

/**
 * Return a grid seen from another side each year, 16 years long.  Neighbours stay neighbours, and
 * if digits are exchanged, then all of them with their complements: no puzzle becomes harder.
 * @param {number[][]} grid
 * @param {number} year
 */
function turned(grid, year) {
  let rows = grid;
  if (year & 1) rows = [...rows].reverse();
  if (year & 2) rows = rows.map((row) => [...row].reverse());
  if (year & 4) rows = rows.map((row, index) => row.map((_, column) => rows[column][index]));
  if (year & 8) rows = rows.map((row) => row.map((digit) => 10 - digit));
  return rows;
}

/**
 * Return the puzzle with all signs inside the boxes.
 * @param {number[]} grid
 * @returns {Puzzle}
 */
function layout(grid) {
  const signs = PAIRS.map(([first, second], index) => {
    if (!IS_IN_BOX[index]) return ".";
    return grid[first] < grid[second] ? "<" : ">";
  });
  return { ...blank(), signs: signs.join("") };
}
