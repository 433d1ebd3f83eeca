// What the page shows: its modes, and the puzzle on the board.

import { LEVELS, daily } from "./daily.js";
import { UNTOUCHED } from "./play.js";
import { blank, isBlank, isSame } from "./puzzle.js";
import { begun, unfinished } from "./saving.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 * @typedef {import("./store.js").Mode} Mode
 * @typedef {import("./store.js").Moment} Moment
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 */

/** @type {readonly Mode[]} */
export const MODES = ["play", "help", "enter", "judge", "make", "share"];

/**
 * Open a puzzle with the player's earlier entries.
 * @param {Store} store
 * @param {Puzzle} puzzle
 * @param {Partial<State>} [fields]
 */
export function open(store, puzzle, fields = {}) {
  const { isOwn, puzzle: left } = store.state;
  store.open({ ...(isOwn ? { own: left } : { played: left }), ...begun(puzzle), unfinished: unfinished(puzzle), ...fields });
}

/**
 * Open a puzzle to play it; it may be one of a day.
 * @param {Store} store
 * @param {Puzzle} puzzle
 * @param {Mode} [mode]
 */
export async function openGame(store, puzzle, mode = "play") {
  open(store, puzzle, { mode });
  const date = new Date();
  for (const level of LEVELS) {
    const { puzzle: its, solution } = await daily(level, date);
    if (isSame(puzzle, its) && store.state.puzzle === puzzle) return store.change({ dated: { level, solution, date } });
  }
  findDay(store, puzzle); // Nothing waits for it.
}

/**
 * Find the day of a puzzle, unless another one is on the board by then.
 * @param {Store} store
 * @param {Puzzle} puzzle
 */
async function findDay(store, puzzle) {
  const { datedIn } = await import("./days.js");
  const dated = await datedIn(puzzle, new Date());
  if (dated && store.state.puzzle === puzzle) store.change({ dated });
}

/**
 * Open today's puzzle of a level.
 * @param {Store} store
 * @param {import("./daily.js").Level} level
 * @param {Mode} [mode]
 */
export const openToday = (store, level, mode) => openDay(store, level, new Date(), mode);

/**
 * Open the puzzle of a level and a day.
 * @param {Store} store
 * @param {import("./daily.js").Level} level
 * @param {Date} date
 * @param {Mode} [mode]
 */
export async function openDay(store, level, date, mode = "play") {
  const { puzzle, solution } = await daily(level, date);
  const settings = { ...store.state.settings, level };
  open(store, puzzle, { mode, dated: { level, solution, date }, settings });
}

/**
 * Show a mode.  *Enter* has a puzzle of its own, so no game is changed by accident; if it is
 * blank, the game comes back.
 * @param {Store} store
 * @param {Mode} mode
 */
export function turnTo(store, mode) {
  const { isOwn, own, played, puzzle, past, future, settings } = store.state;
  if (mode === "enter" && !isOwn) open(store, own ?? blank(), { mode, isOwn: true });
  else if (isOwn && mode !== "enter" && isBlank(puzzle)) {
    if (played) openGame(store, played, mode);
    else openToday(store, settings.level, mode);
  } else if (mode === "play" || mode === "help") {
    // Undo goes back to the first move, not to the puzzle before its last sign was entered.
    const moves = (/** @type {readonly Moment[]} */ moments) =>
      moments.filter((moment) => moment.puzzle === puzzle);
    store.change({ mode, past: moves(past), future: moves(future), selection: [store.state.cursor] });
  } else store.change({ mode, selection: [store.state.cursor] });
}

/**
 * Put a puzzle in the place of the one that is being entered.
 * @param {Store} store
 * @param {Puzzle} puzzle
 */
export function enter(store, puzzle) {
  store.write({ puzzle, play: UNTOUCHED }, { cursor: 0, selection: [0], seconds: 0, isOwn: true });
}
