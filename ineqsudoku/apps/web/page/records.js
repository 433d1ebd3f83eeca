// What the results of the puzzles of the days come to.

import { dayName } from "./daily.js";

/**
 * @typedef {import("./store.js").Records} Records
 * @typedef {import("./daily.js").Level} Level
 */

/**
 * Return how many days in a row have a solved puzzle of a level, up to a day or to the one before it.
 * @param {Records} records
 * @param {Level} level
 * @param {Date} last
 */
export function streak(records, level, last) {
  const date = new Date(last.getFullYear(), last.getMonth(), last.getDate());
  const isDone = () => records[dayName(date)]?.[level] !== undefined;
  let days = 0;
  if (!isDone()) date.setDate(date.getDate() - 1);
  for (; isDone(); date.setDate(date.getDate() - 1)) days++;
  return days;
}

/**
 * Return the results of a level.
 * @param {Records} records
 * @param {Level} level
 */
export const results = (records, level) =>
  Object.values(records).flatMap((day) => day[level] ? [day[level]] : []);

/**
 * Return the least seconds of a level without hints; infinite if there are none.
 * @param {Records} records
 * @param {Level} level
 */
export const best = (records, level) =>
  Math.min(...results(records, level).flatMap(([seconds, hints]) => (hints ? [] : [seconds])));
