// The archive: a calendar of the last year, with the marks of solved puzzles.

import { DAYS, LEVELS, dayName } from "./daily.js";
import { make, makeButton } from "./dom.js";
import { openDay } from "./modes.js";
import { best, results, streak } from "./records.js";
import { openSheet } from "./sheet.js";
import { time } from "./status.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/** The days that keys move by. @type {Record<string, number>} */
const MOVES = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A Monday. */
const MONDAY = new Date(2024, 0, 1);

/**
 * Open the archive at the day of the puzzle on the board.
 * @param {Store} store
 * @param {Words} words
 */
export function openArchive(store, words) {
  const last = shifted(new Date(), 0);
  const first = shifted(last, 1 - DAYS);
  const chosen = store.state.dated?.date ?? last;
  const within = (/** @type {Date} */ date) => (date < first ? first : date > last ? last : shifted(date, 0));
  const calendar = make("div", { id: "calendar" });
  const choose = (/** @type {Date} */ date, /** @type {string} */ focused) => {
    const day = within(date);
    const close = () => sheet.close();
    calendar.replaceChildren(
      monthOf(day, first, last, store, words, choose),
      levelsOf(day, store, words, close),
    );
    /** @type {HTMLElement | null} */ (calendar.querySelector(focused))?.focus();
  };
  const sheet = openSheet("archive", words("archive"), words, calendar, tableOf(store, words));
  choose(chosen, "[aria-pressed=true]");
}

/**
 * Return the day some days after a date.
 * @param {Date} date
 * @param {number} days
 */
const shifted = (date, days) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/**
 * Return a day in another month, the last one of that month if it is shorter.
 * @param {Date} date
 * @param {number} months
 */
function monthsLater(date, months) {
  const length = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate();
  return new Date(date.getFullYear(), date.getMonth() + months, Math.min(date.getDate(), length));
}

/**
 * Return the month of the chosen day.
 * @param {Date} chosen
 * @param {Date} first  day of the archive
 * @param {Date} last
 * @param {Store} store
 * @param {Words} words
 * @param {(date: Date, focused: string) => void} choose
 */
function monthOf(chosen, first, last, store, words, choose) {
  const { language, records } = store.state;
  const say = (/** @type {Intl.DateTimeFormatOptions} */ wish) => new Intl.DateTimeFormat(language, wish);
  const start = new Date(chosen.getFullYear(), chosen.getMonth(), 1);
  const end = new Date(chosen.getFullYear(), chosen.getMonth() + 1, 0);
  const turn = (/** @type {"earlier" | "later"} */ id, /** @type {string} */ sign, /** @type {number} */ months) => {
    const made = makeButton(sign, () => choose(monthsLater(chosen, months), `#${id}:enabled, [aria-pressed=true]`));
    made.id = id;
    made.setAttribute("aria-label", words(`archive.${id}`));
    return made;
  };
  const [earlier, later] = [turn("earlier", "‹", -1), turn("later", "›", 1)];
  earlier.disabled = start <= first;
  later.disabled = end >= last;
  const title = make("h3", {}, say({ month: "long", year: "numeric" }).format(chosen));
  const weekdays = [...Array(7).keys()].map((day) =>
    make("span", { "aria-hidden": "true" }, say({ weekday: "narrow" }).format(shifted(MONDAY, day))),
  );
  const full = say({ dateStyle: "full" });
  const days = Array.from({ length: end.getDate() }, (_, index) => {
    const date = shifted(start, index);
    const done = records[dayName(date)] ?? {};
    const marks = LEVELS.map((level) => (done[level] ? "●" : "○")).join("");
    const number = Object.keys(done).length;
    const made = makeButton(String(index + 1), () => choose(date, "[aria-pressed=true]"));
    made.append(make("small", { "aria-hidden": "true" }, number ? marks : ""));
    made.disabled = date < first || date > last;
    made.tabIndex = date.getTime() === chosen.getTime() ? 0 : -1;
    made.setAttribute("aria-pressed", String(made.tabIndex === 0));
    const label = number ? words("archive.day", { day: full.format(date), number, all: LEVELS.length }) : full.format(date);
    made.setAttribute("aria-label", label);
    if (date.getTime() === last.getTime()) made.setAttribute("aria-current", "date");
    if (index === 0) made.style.gridColumnStart = String(1 + ((date.getDay() + 6) % 7));
    return made;
  });
  const grid = make("div", { class: "days", role: "group", "aria-label": title.textContent ?? "" }, ...weekdays, ...days);
  grid.addEventListener("keydown", (event) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    choose(shifted(chosen, move), "[aria-pressed=true]");
  });
  return make("div", {}, make("div", { class: "line" }, earlier, title, later), grid);
}

/**
 * Return the puzzles of the chosen day.
 * @param {Date} day
 * @param {Store} store
 * @param {Words} words
 * @param {() => void} close
 */
function levelsOf(day, store, words, close) {
  const { language, records } = store.state;
  const title = day.toLocaleDateString(language, { weekday: "long", day: "numeric", month: "long" });
  const choices = LEVELS.map((level) => {
    const choice = makeButton(words(level), () => {
      openDay(store, level, day);
      close();
    });
    const result = records[dayName(day)]?.[level];
    if (!result) return choice;
    choice.append(make("small", {}, ` ✓ ${time(result[0])}`));
    return choice;
  });
  return make("div", {}, make("h3", {}, title), make("div", { class: "buttons levels" }, ...choices));
}

/**
 * Return a table of the results of each level.
 * @param {Store} store
 * @param {Words} words
 */
function tableOf({ state: { records } }, words) {
  const names = ["solved", "streak", "best"].map((key) => make("th", { scope: "col" }, words(key)));
  const rows = LEVELS.map((level) => {
    const least = best(records, level);
    const values = [
      String(results(records, level).length),
      String(streak(records, level, new Date())),
      Number.isFinite(least) ? time(least) : "–",
    ];
    const cells = values.map((value) => make("td", {}, value));
    return make("tr", {}, make("th", { scope: "row" }, words(level)), ...cells);
  });
  return make("table", {}, make("tr", {}, make("td", {}), ...names), ...rows);
}
