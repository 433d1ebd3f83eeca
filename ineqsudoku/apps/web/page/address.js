// The address of the page and the history of the browser: the game, and the mode.

import { openGame, openToday, turnTo } from "./modes.js";
import { fromFragment, toFragment } from "./puzzle.js";

/**
 * @typedef {import("./store.js").Store} Store
 *
 * @typedef {object} Place  an entry of the history
 * @property {import("./store.js").Mode} mode
 * @property {string} game  its link; that of *Enter* is the game that was left
 * @property {string} under  the game of the entry below, to which Back returns
 */

/**
 * Open the puzzle of the link, or today's; a link that holds no puzzle is damaged.
 * @param {Store} store
 */
export async function openLinked(store) {
  const puzzle = fromFragment(location.hash);
  if (puzzle) return openGame(store, puzzle);
  await openToday(store, store.state.settings.level);
  if (location.hash) store.change({ trouble: "damaged.link" });
}

/**
 * Keep the address up to date, and follow the browser's Back and Forward.
 * @param {Store} store
 */
export function keepAddress(store) {
  const under = history.state?.under ?? ""; // The page may have been loaded again.
  history.replaceState({ ...placeOf(store), under }, "");
  store.listen((state, before) => {
    if (state.mode !== before.mode || state.puzzle !== before.puzzle) note(store);
  });
  addEventListener("popstate", ({ state }) => (state ? goTo(store, state) : openLinked(store)));
}

/** @param {Store} store */
function placeOf({ state: { mode, puzzle } }) {
  return { mode, game: mode === "enter" ? (history.state?.game ?? "") : toFragment(puzzle) };
}

/**
 * Note the place in the history.  A mode stands above the game; there is one such entry, however
 * often the mode changes, so that Back leads to the game at once.
 * @param {Store} store
 */
function note(store) {
  /** @type {Place | null} */
  const here = history.state;
  const { mode, game } = placeOf(store);
  if (!here) return history.replaceState({ mode, game, under: "" }, ""); // Someone changed the address.
  if (here.mode === mode && here.game === game) return;
  const url = game === here.game ? undefined : game;
  const isAbove = here.mode !== "play" || here.game === here.under;
  if (isAbove) history.replaceState({ mode, game, under: here.under }, "", url);
  else history.pushState({ mode, game, under: here.game }, "", url);
}

/**
 * Show the place that the browser has gone to.  If the page shows it already, because the player came
 * back to the game by its tab, Back goes on.
 * @param {Store} store
 * @param {Place} place
 */
function goTo(store, { mode, game }) {
  const here = placeOf(store);
  const isThere = store.state.mode !== "enter" && game === toFragment(store.state.puzzle);
  const puzzle = fromFragment(game);
  if (mode === "enter" || isThere) {
    if (mode === here.mode) history.back();
    else turnTo(store, mode);
  } else if (puzzle) openGame(store, puzzle, mode);
}
