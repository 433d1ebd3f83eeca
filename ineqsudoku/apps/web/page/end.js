// The panel in the place of the keys when a puzzle is solved: its result, and what comes next.

import { LEVELS, dayName } from "./daily.js";
import { byId, make, makeButton } from "./dom.js";
import { openDay } from "./modes.js";
import { isSolved, openArchive } from "./playing.js";
import { best, streak } from "./records.js";
import { canSend, copy, linkOf, send } from "./sending.js";
import { time } from "./status.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Show the panel, unless it is shown or the board has changed meanwhile.
 * @param {Store} store
 * @param {Words} words
 */
export function showEnd(store, words) {
  const { state } = store;
  if (state.mode !== "play" || !isSolved(state)) return;
  const keys = byId("keys", HTMLElement);
  const shown = document.getElementById("end");
  const content = [figures(state, words), buttons(store, words)];
  const panel = make("div", { id: "end", role: "group", "aria-label": words("end") }, ...content);
  const hasFocus = keys.contains(document.activeElement);
  if (shown?.textContent !== panel.textContent) {
    shown?.remove();
    keys.after(panel);
  }
  keys.hidden = true;
  if (hasFocus) panel.querySelector("button")?.focus(); // The keys lose the focus.
}

/**
 * Return the figures of the result, and of the results before it.
 * @param {State} state
 * @param {Words} words
 */
function figures({ dated, records, seconds, hints }, words) {
  /** @type {[string, string][]} */
  const all = [[words("end.time"), time(seconds)], [words("end.hints"), String(hints)]];
  if (dated) {
    const least = best(records, dated.level);
    if (Number.isFinite(least)) all.push([words("best"), time(least)]);
    all.push([words("streak"), String(streak(records, dated.level, new Date()))]);
  }
  const entries = all.map(([name, value]) => make("div", {}, make("dd", {}, value), make("dt", {}, name)));
  return make("dl", {}, ...entries);
}

/**
 * @param {Store} store
 * @param {Words} words
 */
function buttons(store, words) {
  const { dated } = store.state;
  const shareResult = makeButton(words("end.share"), async () => {
    const text = resultOf(store.state, words);
    await (canSend() ? send({ text }) : copy(text, shareResult, words));
  });
  const made = [shareResult];
  const level = dated && LEVELS[LEVELS.indexOf(dated.level) + 1];
  if (level) {
    const next = makeButton(words("play.following", { level: words(level) }), () => openDay(store, level, dated.date));
    next.id = "following";
    next.className = "main";
    made.unshift(next);
  }
  made.push(makeButton(words("archive"), () => openArchive(store, words)));
  return make("div", {}, ...made);
}

/**
 * Return the result as a text that tells nothing of the solution.
 * @param {State} state
 * @param {Words} words
 */
function resultOf({ puzzle, dated, seconds, hints }, words) {
  const several = hints === 1 ? words("hints.one") : words("hints", { number: hints });
  const fields = { time: time(seconds), hints: hints ? several : words("hints.none") };
  const text = dated
    ? words("end.dated", { ...fields, day: dayName(dated.date), level: words(dated.level) })
    : words("end.other", fields);
  return `${text}\n${linkOf(puzzle)}`;
}
