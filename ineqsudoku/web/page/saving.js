// Data that the browser stores between visits: settings, and games with their latest moves to undo.

import { COLOURS, isUntouched, untouched } from "./play.js";
import { fromFragment, toFragment } from "./puzzle.js";
import { isLanguage } from "./words.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./play.js").Play} Play
 *
 * @typedef {Pick<State, "puzzle" | "play" | "past" | "seconds">} Game
 *
 * @typedef {[string, ...Record<string, number>[]]} Packed  the digits of a play; its marks other
 *     than 0, by their cells
 */

const SETTINGS = "ineqsudoku";

/** The prefix of the key of a game; the link of its puzzle follows. */
const GAME = "ineqsudoku game ";

const MOST_GAMES = 30;

/** The number of moves of a game that can be undone at the next visit. */
const MOST_MOVES = 200;

/**
 * Return the stored data of the last visit.  A link with a puzzle takes precedence.
 * @returns {Partial<State>}
 */
export function restored() {
  const { current, language, hidesTimer } = kept(SETTINGS);
  const puzzle = fromFragment(location.hash) ?? fromFragment(String(current));
  return {
    ...(isLanguage(language) ? { language } : {}),
    ...(puzzle ? begun(puzzle) : {}),
    hidesTimer: hidesTimer === true,
  };
}

/**
 * Return the game of a puzzle: the earlier entries, or none.
 * @param {Puzzle} puzzle
 * @returns {Game}
 */
export function begun(puzzle) {
  const { play, past, seconds } = kept(GAME + toFragment(puzzle));
  const plays = Array.isArray(past) ? past.map((each) => unpacked(puzzle, each)) : [];
  return {
    puzzle,
    play: unpacked(puzzle, play) ?? untouched(puzzle.geometry.size ** 2),
    past: plays.flatMap((each) => (each ? [{ puzzle, play: each }] : [])),
    seconds: Number.isSafeInteger(seconds) && seconds > 0 ? seconds : 0,
  };
}

/**
 * Return all stored games, the latest first.
 * @returns {Game[]}
 */
export const games = () =>
  names().flatMap((name) => {
    const puzzle = fromFragment(name.slice(GAME.length));
    return puzzle ? [begun(puzzle)] : [];
  });

/** @param {Puzzle} puzzle */
export function forget(puzzle) {
  attempt(() => localStorage.removeItem(GAME + toFragment(puzzle)));
}

/**
 * Store each relevant change.
 * @param {Store} store
 */
export function saveChanges(store) {
  store.listen((state, before) => {
    const { puzzle, play, seconds, hidesTimer, language } = state;
    const isOther = puzzle !== before.puzzle;
    if (isOther || hidesTimer !== before.hidesTimer || language !== before.language) {
      const chosen = language === before.language ? kept(SETTINGS).language : language;
      keep(SETTINGS, { current: toFragment(puzzle), hidesTimer, language: chosen });
    }
    if (isOther || (play === before.play && seconds === before.seconds)) return;
    const past = state.past.filter((moment) => moment.puzzle === puzzle).slice(-MOST_MOVES);
    if (!past.length && isUntouched(play)) return;
    const plays = past.map((moment) => packed(moment.play));
    keep(GAME + toFragment(puzzle), { play: packed(play), past: plays, seconds, at: Date.now() });
    for (const name of names().slice(MOST_GAMES)) attempt(() => localStorage.removeItem(name));
  });
}

/** Return the names of all games, the latest first. */
function names() {
  const all = attempt(() => Object.keys(localStorage)) ?? [];
  const own = all.filter((name) => name.startsWith(GAME));
  const times = new Map(own.map((name) => [name, Number(kept(name).at) || 0]));
  return own.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}

/**
 * Return the fields of a stored value; another program may have written it.
 * @param {string} name
 * @returns {Record<string, any>}
 */
function kept(name) {
  const value = attempt(() => JSON.parse(localStorage.getItem(name) ?? "{}"));
  return value && typeof value === "object" ? value : {};
}

/**
 * @param {string} name
 * @param {object} value
 */
const keep = (name, value) => attempt(() => localStorage.setItem(name, JSON.stringify(value)));

/**
 * Return the value of a function, or nothing if it fails: the page also works without storage.
 * @template T
 * @param {() => T} work
 */
function attempt(work) {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * @param {Play} play
 * @returns {Packed}
 */
const packed = ({ digits, corner, centre, colours }) => [
  digits,
  ...[corner, centre, colours].map((marks) =>
    Object.fromEntries([...marks.entries()].filter(([, mark]) => mark)),
  ),
];

/**
 * Return the play of a packed form; null if it does not fit the puzzle.
 * @param {Puzzle} puzzle
 * @param {unknown} form
 * @returns {Play | null}
 */
function unpacked({ geometry: { size, symbols } }, form) {
  if (!Array.isArray(form) || form.length !== 4 || typeof form[0] !== "string") return null;
  const [digits, ...marks] = form;
  const isRight = digits.length === size ** 2 && [...digits].every((each) => `.${symbols}`.includes(each));
  if (!isRight) return null;
  const most = 2 ** size - 1;
  const [corner, centre, colours] = marks.map((each, index) =>
    Array.from({ length: size ** 2 }, (_, cell) => {
      const mark = Object(each)[cell];
      const isMark = Number.isInteger(mark) && mark > 0 && mark <= (index === 2 ? COLOURS : most);
      return isMark ? mark : 0;
    }),
  );
  return { digits, corner, centre, colours };
}
