// The judgement of the puzzle, requested after a change.

import { ask, isSparing } from "./api.js";
import { reason } from "./dom.js";
import { isBlank, toJson } from "./puzzle.js";
import { wordsOf } from "./words.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 */

/** The delay after the last change, in milliseconds. */
const REST = 200;

/** The modes that judge every puzzle. @type {readonly State["mode"][]} */
const JUDGING = ["judge", "enter"];

/**
 * Whether a puzzle needs to be judged: a puzzle of the day does only if the player asks.
 * @param {State} state
 */
const isAwaited = ({ puzzle, dated, mode }) =>
  !isBlank(puzzle) && (JUDGING.includes(mode) || (!dated && !isSparing()));

/**
 * Judge the puzzle whenever it or the language of the verdict has changed.
 * @param {Store} store
 */
export function judgeAtRest(store) {
  let timer = 0;
  let running = new AbortController();
  const restart = (/** @type {number} */ delay) => {
    clearTimeout(timer);
    running.abort();
    if (!isAwaited(store.state)) return;
    running = new AbortController();
    const { signal } = running;
    timer = setTimeout(() => judge(store, signal), delay);
  };
  store.listen((state, before) => {
    if (state.puzzle !== before.puzzle) restart(REST);
    else if (state.language !== before.language) restart(0);
    else if (!state.judgement && isAwaited(state) && !isAwaited(before)) restart(0);
  });
  restart(0);
}

/**
 * Request the status first, which takes milliseconds, then the reasons; if the status is known,
 * only these, in another language.
 * @param {Store} store
 * @param {AbortSignal} signal
 */
async function judge(store, signal) {
  const puzzle = toJson(store.state.puzzle);
  try {
    for (const depth of store.state.judgement ? ["full"] : ["status", "full"]) {
      const judgement = await ask("judge", { puzzle, depth }, signal);
      if (signal.aborted) return;
      store.change({ judgement, failure: "" });
    }
  } catch (error) {
    if (!signal.aborted) fail(store, error);
  }
}

/**
 * @param {Store} store
 * @param {unknown} error
 */
export const fail = (store, error) =>
  store.change({ failure: reason(error, wordsOf(store.state.language)) });
