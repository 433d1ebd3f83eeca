// The data that the browser keeps between visits: the puzzle and the entries in it.

import { fromFragment, fromJson, toJson } from "./puzzle.js";
import { untouched } from "./play.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 */

const NAME = "ineqsudoku";

/** @typedef {Partial<Pick<State, "puzzle" | "play" | "seconds" | "hidesTimer" | "language">>} Saved */

/**
 * What was saved.  A link with a puzzle comes first; what was written in that puzzle stays.
 * @returns {Saved}
 */
export function restored() {
  const saved = read();
  const linked = fromFragment(location.hash);
  if (!linked) return saved;
  const isSame = saved.puzzle && JSON.stringify(toJson(saved.puzzle)) === JSON.stringify(toJson(linked));
  if (isSame) return saved;
  return { ...saved, puzzle: linked, play: untouched(linked.geometry.size ** 2), seconds: 0 };
}

/** @returns {Saved} */
function read() {
  try {
    const saved = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    if (!saved.puzzle) return saved;
    return { ...saved, puzzle: fromJson(saved.puzzle) };
  } catch {
    return {};
  }
}

/**
 * Save after each change that matters.
 * @param {Store} store
 */
export function saveChanges(store) {
  store.listen((state, before) => {
    const { puzzle, play, seconds, hidesTimer, language } = state;
    const isChanged =
      puzzle !== before.puzzle ||
      play !== before.play ||
      seconds !== before.seconds ||
      hidesTimer !== before.hidesTimer ||
      language !== before.language;
    if (!isChanged) return;
    try {
      const kept = { puzzle: toJson(puzzle), play, seconds, hidesTimer, language };
      localStorage.setItem(NAME, JSON.stringify(kept));
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
}
