// The sentence under the board.

import { isLoading } from "./api.js";
import { dayName } from "./daily.js";
import { helping } from "./help.js";
import { byId, say } from "./dom.js";
import { PAIRS, columnOf, isAcross, rowOf } from "./geometry.js";
import { filled } from "./play.js";
import { isBlank } from "./puzzle.js";
import { broken, isFull, isSolution, repeated } from "./rules.js";
import { stepsOf } from "./steps.js";

/**
 * @typedef {import("./store.js").State} State
 * @typedef {import("./words.js").Words} Words
 * @typedef {"" | "good" | "bad"} Tone
 */

/** The most cells that a sentence names. */
const MOST_NAMED = 3;

/**
 * Return the verdict of a puzzle in one sentence.
 * @param {State} state
 * @param {Words} words
 */
function verdict({ puzzle, judgement, failure }, words) {
  if (isBlank(puzzle)) return words("verdict.blank");
  return failure || judgement?.verdict || waiting(words);
}

/**
 * Return the sentence while an answer is awaited.
 * @param {Words} words
 */
export function waiting(words) {
  const loading = isLoading();
  return words(loading ? `loading.${loading}` : "verdict.working");
}

/**
 * Show the sentence and the time, and return the sentence if it is new.
 * @param {State} state
 * @param {Words} words
 */
export function showStatus(state, words) {
  const [text, tone] = sentence(state, words);
  const line = byId("status", HTMLElement);
  const isNew = line.textContent !== text;
  say(line, text);
  line.className = tone;
  if (isNew) line.scrollTop = 0;
  const timer = byId("timer", HTMLElement);
  timer.hidden = !state.settings.timer || state.mode !== "play";
  say(timer, time(state.seconds));
  return isNew ? text : "";
}

/**
 * Return how hard a puzzle is, in a sentence.
 * @param {{level: string | null, rating: number}} difficulty
 * @param {Words} words
 */
export const difficultyOf = ({ level, rating }, words) =>
  level ? words("judge.level", { level: words(level), rating }) : words("unsolved");

/** @param {number} seconds */
export const time = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * @param {State} state
 * @param {Words} words
 * @returns {[string, Tone]}
 */
function sentence(state, words) {
  if (state.mode === "play") return playing(state, words);
  const steps = stepsOf(state)?.steps;
  if (steps && !state.notice) {
    const isUnsolved = state.mode === "help" && !state.explanation?.level && state.step === steps.length - 1;
    const { text } = steps[state.step];
    return [isUnsolved ? `${text}\n${words("unsolved")}` : text, ""];
  }
  if (state.mode === "help") return [helping(state, words), ""];
  if (state.mode === "enter" && isBlank(state.puzzle)) return [words("enter.start"), ""];
  const { status } = state.judgement ?? {};
  const tone = status === "valid" ? "good" : status === "none" || status === "cycle" ? "bad" : "";
  return [verdict(state, words), isBlank(state.puzzle) ? "" : tone];
}

/**
 * @param {State} state
 * @param {Words} words
 * @returns {[string, Tone]}
 */
function playing(state, words) {
  const { puzzle, play, checked, dated, judgement, seconds } = state;
  const digits = filled(puzzle, play);
  if (["damaged.link", "failure"].includes(state.trouble)) return [words(state.trouble), "bad"];
  if (isSolution(puzzle, digits)) {
    const level = dated?.level ?? judgement?.difficulty?.level;
    const fields = { time: time(seconds), level: level ? words(level) : "" };
    return [words(level ? "play.solved-level" : "play.solved", fields), "good"];
  }
  if (checked?.cells.length) return [words("play.slip", { cells: names(checked.cells, words) }), "bad"];
  if (checked) return [words(checked.isKnown ? "play.good" : "play.uncheckable"), "good"];
  const signs = broken(puzzle, digits);
  const twice = repeated(digits);
  if (isFull(digits)) return [words("play.full"), "bad"];
  if (signs.length) return [words("play.broken", { cells: signNamed(puzzle, signs[0], words) }), "bad"];
  if (twice.length) return [words("play.repeated", { cells: names(twice, words) }), "bad"];
  if (judgement && judgement.status !== "valid") return [judgement.verdict, "bad"];
  if (state.trouble) return [words(state.trouble), ""];
  if (dated && dayName(dated.date) !== dayName(new Date())) {
    const { date, level } = dated;
    const day = date.toLocaleDateString(state.language, { day: "numeric", month: "long", year: "numeric" });
    return [words("play.past", { day, level: words(level) }), ""];
  }
  return [words("rules.houses") + (/[<>]/.test(puzzle.signs) ? words("rules.signs") : ""), ""];
}

/**
 * @param {readonly number[]} cells
 * @param {Words} words
 */
export function names(cells, words) {
  const named = cells.slice(0, MOST_NAMED).map((cell) =>
    words("place", { row: rowOf(cell) + 1, column: columnOf(cell) + 1 }),
  );
  const others = cells.length - named.length;
  return named.join(words("comma")) + (others ? words("others", { number: others }) : "");
}

/**
 * Return a sign between its cells, such as r1c2 > r1c3.
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {number} index
 * @param {Words} words
 */
export function signNamed(puzzle, index, words) {
  const pair = PAIRS[index];
  const [first, second] = pair.map((cell) => names([cell], words));
  const sign = isAcross(pair) ? puzzle.signs[index] : puzzle.signs[index] === "<" ? "∧" : "∨";
  return `${first} ${sign} ${second}`;
}
