// The day of a puzzle that is opened by a link, or from the stored games.

import { DAYS, LEVELS, daily } from "./daily.js";
import { IS_IN_BOX } from "./geometry.js";
import { isSame } from "./puzzle.js";

/** The days that are compared without a pause. */
const AT_ONCE = 20;

/**
 * Return the level, the solution and the date of a puzzle, if it is one of the year before a day.
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {Date} today
 * @returns {Promise<import("./store.js").Dated | null>}
 */
export async function datedIn(puzzle, today) {
  const isFull = [...puzzle.signs].every((sign, index) => (sign !== ".") === IS_IN_BOX[index]);
  if (!isFull || /[^.]/.test(puzzle.givens)) return null;
  for (let ago = 1; ago < DAYS; ago++) {
    if (ago % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - ago);
    for (const level of LEVELS) {
      const { puzzle: its, solution } = await daily(level, date);
      if (isSame(puzzle, its)) return { level, solution, date };
    }
  }
  return null;
}
