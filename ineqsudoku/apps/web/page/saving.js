// Data that the browser stores between visits: settings, and games with all moves to undo.

import { LEVELS, dayName } from "./daily.js";
import { CELLS, DIGITS, SIZE } from "./geometry.js";
import { COLOURS, UNTOUCHED, filled, isUntouched } from "./play.js";
import { fromFragment, isSame, toFragment } from "./puzzle.js";
import { isSolution } from "./rules.js";
import { SWITCHES, THEMES, TOUCHED } from "./store.js";
import { isLanguage } from "./words.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {import("./play.js").Play} Play
 *
 * @typedef {Pick<State, "puzzle" | "play" | "past" | "seconds" | "hints">} Game
 *
 * @typedef {[number, string, number, number, number]} Change  a cell, and what stands in it after a
 *     move: digit, corner marks, centre marks, colour
 */

const SETTINGS = "ineqsudoku";

const RECORDS = "ineqsudoku solved";

/** The prefix of the key of a game; the link of its puzzle follows. */
const GAME = "ineqsudoku game ";

const MOST_GAMES = 30;

/** The most moves of a game that can be undone later; no player makes so many. */
const MOST_MOVES = 10_000;

/**
 * Return the stored data of the last visit, and remove what is damaged: settings, records, and the
 * puzzles on the board and in *Enter*.
 * @returns {Partial<State> & {current: Puzzle | null}}
 */
export function restored() {
  const damaged = names().filter((name) => !isRight(name, read(name)));
  for (const name of damaged) remove(name);
  const { current = "", own = "", language, settings } = kept(SETTINGS);
  return {
    ...(language ? { language } : {}),
    ...(settings ? { settings: { theme: "system", ...settings } } : {}),
    current: fromFragment(current),
    own: fromFragment(own),
    records: kept(RECORDS),
    trouble: damaged.length ? "damaged" : "",
  };
}

/**
 * Return the game of a puzzle: the earlier entries, or none.
 * @param {Puzzle} puzzle
 * @returns {Game}
 */
export function begun(puzzle) {
  const { moves = [], seconds = 0, hints = 0 } = kept(GAME + toFragment(puzzle));
  const plays = played(moves);
  const play = plays.pop() ?? UNTOUCHED;
  return { puzzle, play, past: plays.map((each) => ({ puzzle, play: each })), seconds, hints };
}

/**
 * Yield the stored games but the one of a puzzle, the latest first.
 * @param {Puzzle} but
 */
export function* games(but) {
  for (const name of latest()) {
    const puzzle = puzzleOf(name);
    const game = puzzle && begun(puzzle);
    if (game && !isUntouched(game.play) && !isSame(game.puzzle, but)) yield game;
  }
}

/**
 * Return the puzzle of the latest game but that of a puzzle that is not solved.
 * @param {Puzzle} but
 */
export function unfinished(but) {
  for (const { puzzle, play } of games(but)) if (!isSolution(puzzle, filled(puzzle, play))) return puzzle;
  return null;
}

/** @param {Puzzle} puzzle */
export const forget = (puzzle) => remove(GAME + toFragment(puzzle));

/** The stored text of the game on the board, as this page has read or written it. */
let known = "";

/** @param {Puzzle} puzzle */
const textOf = (puzzle) => attempt(() => localStorage.getItem(GAME + toFragment(puzzle))) ?? "";

/** Milliseconds between two times to store how long a game has been played. */
const PERIOD = 15_000;

/**
 * Store settings and moves when they change, the time now and then and when the page is hidden;
 * follow another page with the same game.
 * @param {Store} store
 */
export function saveChanges(store) {
  let isFollowing = false;
  const follow = () => {
    const { puzzle } = store.state;
    const text = textOf(puzzle);
    if (!text || text === known) return;
    known = text;
    isFollowing = true;
    store.change({ ...TOUCHED, ...begun(puzzle), future: [] });
    isFollowing = false;
  };
  const followSettings = () => {
    const { settings } = kept(SETTINGS);
    const { level } = store.state.settings; // Each page opens its own level.
    isFollowing = true;
    if (settings) store.change({ settings: { theme: "system", ...settings, level } });
    isFollowing = false;
  };
  /** The time of the game on the board that is stored. */
  let saved = store.state.seconds;
  const saveTime = () => {
    if (store.state.seconds !== saved) keepGame(store.state);
    saved = store.state.seconds;
  };
  store.listen((state, before) => {
    const { puzzle, play, seconds, settings, language } = state;
    const isOther = puzzle !== before.puzzle;
    const isChosen = settings !== before.settings || language !== before.language;
    if (isOther || (isChosen && !isFollowing)) {
      const chosen = language === before.language ? kept(SETTINGS).language : language;
      const own = state.isOwn ? puzzle : state.own;
      const puzzles = { current: toFragment(puzzle), own: own ? toFragment(own) : "" };
      keep(SETTINGS, { ...puzzles, settings, language: chosen });
    }
    if (isOther && before.seconds !== saved) keepGame(before);
    else if (!isOther && !isFollowing && play !== before.play) keepGame(state);
    else if (!isOther && !isFollowing) return;
    saved = seconds;
    if (isOther) known = textOf(puzzle);
  });
  setInterval(saveTime, PERIOD);
  addEventListener("pagehide", saveTime);
  document.addEventListener("visibilitychange", () => (document.hidden ? saveTime() : follow()));
  addEventListener("storage", ({ key }) => {
    if (key === SETTINGS) followSettings();
    else if (key === RECORDS) store.change({ records: kept(RECORDS) });
    else follow();
  });
}

/**
 * Store a game unless nothing was ever entered; a new one may take the place of the oldest.
 * @param {State} state
 */
function keepGame({ puzzle, play, past, seconds, hints }) {
  const name = GAME + toFragment(puzzle);
  const isNew = !names().includes(name);
  const moments = past.filter((moment) => moment.puzzle === puzzle).slice(-MOST_MOVES);
  if (isNew && !moments.length && isUntouched(play)) return;
  const plays = [UNTOUCHED, ...moments.map((moment) => moment.play), play];
  const moves = plays.slice(1).map((each, index) => changes(plays[index], each));
  if (isUntouched(play) && !moments.length) moves.pop(); // All moves were undone.
  known = keep(name, { moves, seconds, hints, at: Date.now() }) ?? "";
  if (isNew) for (const old of latest().slice(MOST_GAMES)) remove(old);
}

/** Return the names of all games, the latest first. */
function latest() {
  const times = new Map(names().map((name) => [name, kept(name).at ?? 0]));
  for (const other of [SETTINGS, RECORDS]) times.delete(other);
  return [...times.keys()].sort((one, other) => times.get(other) - times.get(one));
}

/** Return the names of all values that this page stored, or a program under its name. */
const names = () =>
  (attempt(() => Object.keys(localStorage)) ?? []).filter(
    (name) => name === SETTINGS || name === RECORDS || name.startsWith(GAME),
  );

/**
 * Return the puzzle in the name of a game; null if the page writes no such name.
 * @param {string} name
 */
function puzzleOf(name) {
  const puzzle = fromFragment(name.slice(GAME.length));
  return puzzle && GAME + toFragment(puzzle) === name ? puzzle : null;
}

/**
 * Return the fields of a stored value, none if one of them is wrong.
 * @param {string} name
 * @returns {Record<string, any>}
 */
function kept(name) {
  const value = read(name);
  return isRight(name, value) ? value : {};
}

/**
 * @param {string} name
 * @returns {any}
 */
const read = (name) => attempt(() => JSON.parse(localStorage.getItem(name) ?? "{}"));

/** @param {string} name */
const remove = (name) => attempt(() => localStorage.removeItem(name));

/**
 * Whether a value is what this page stores under a name; another program may have written it.
 * @param {string} name
 * @param {unknown} value
 */
function isRight(name, value) {
  if (name === RECORDS) return isObject(value) && Object.entries(value).every(isRecord);
  const rules = name === SETTINGS ? SETTINGS_RULES : puzzleOf(name) ? GAME_RULES : null;
  if (!rules || !isObject(value)) return false;
  /** @type {Record<string, unknown>} */
  const fields = { ...value };
  return Object.entries(rules).every(([field, isFit]) => !(field in fields) || isFit(fields[field]));
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);

/** @param {unknown} value */
function isCount(value) {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * Whether an entry is the results of a day.
 * @param {[string, unknown]} entry
 */
const isRecord = ([day, results]) =>
  /^\d{4}-\d\d-\d\d$/.test(day) &&
  isObject(results) &&
  Object.entries(results).every(
    ([level, result]) =>
      LEVELS.some((each) => each === level) && Array.isArray(result) && result.length === 2 && result.every(isCount),
  );

/**
 * Store the first result of the puzzle of a day, beside those of other tabs.
 * @param {Store} store
 */
export function record(store) {
  const { dated, records, seconds, hints } = store.state;
  if (!dated || records[dayName(dated.date)]?.[dated.level]) return;
  const all = { ...records, ...kept(RECORDS) };
  const day = dayName(dated.date);
  all[day] = { [dated.level]: [seconds, hints], ...all[day] };
  keep(RECORDS, all);
  store.change({ records: all });
}

/** @typedef {Record<string, (value: any) => boolean>} Rules  for the fields of a stored value */

/** @type {Rules} */
const SETTINGS_RULES = {
  current: (value) => typeof value === "string" && fromFragment(value) !== null,
  own: (value) => value === "" || (typeof value === "string" && fromFragment(value) !== null),
  settings: (value) =>
    Object(value) === value &&
    LEVELS.includes(value.level) &&
    THEMES.includes(value.theme ?? "system") &&
    SWITCHES.every((name) => typeof value[name] === "boolean"),
  language: isLanguage,
};

/** @type {Rules} */
const GAME_RULES = {
  moves: (value) =>
    Array.isArray(value) && value.length <= MOST_MOVES + 1 && value.every(isMove),
  seconds: isCount,
  hints: isCount,
  at: Number.isFinite,
};

/**
 * Store a value, and return its text.
 * @param {string} name
 * @param {object} value
 */
const keep = (name, value) =>
  attempt(() => {
    const text = JSON.stringify(value);
    localStorage.setItem(name, text);
    return text;
  });

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

/** The changes of each move, by the play after it and the one before. @type {WeakMap<Play, [Play, Change[]]>} */
const found = new WeakMap();

/**
 * Return the cells in which two plays differ, as they stand in the second.
 * @param {Play} before
 * @param {Play} after
 * @returns {Change[]}
 */
function changes(before, after) {
  const [same, earlier] = found.get(after) ?? [];
  if (earlier && same === before) return earlier;
  /** @type {(play: Play, cell: number) => Change} */
  const at = ({ digits, corner, centre, colours }, cell) =>
    [cell, digits[cell], corner[cell], centre[cell], colours[cell]];
  const all = [...before.digits].flatMap((_, cell) => {
    const [one, other] = [at(before, cell), at(after, cell)];
    return one.every((part, index) => part === other[index]) ? [] : [other];
  });
  found.set(after, [before, all]);
  return all;
}

/**
 * Return the plays after each of the moves of a game.
 * @param {Change[][]} moves
 * @returns {Play[]}
 */
function played(moves) {
  let play = UNTOUCHED;
  return moves.map((move) => {
    const { corner, centre, colours } = play;
    const after = { digits: [...play.digits], corner: [...corner], centre: [...centre], colours: [...colours] };
    for (const [cell, ...parts] of move) {
      [after.digits[cell], after.corner[cell], after.centre[cell], after.colours[cell]] = parts;
    }
    return (play = { ...after, digits: after.digits.join("") });
  });
}

/**
 * Whether a value is the changes of a move.
 * @param {unknown} value
 */
function isMove(value) {
  const most = [CELLS - 1, 2 ** SIZE - 1, 2 ** SIZE - 1, COLOURS];
  const isNumber = (/** @type {unknown} */ part, /** @type {number} */ index) =>
    Number.isInteger(part) && Number(part) >= 0 && Number(part) <= most[index];
  const isChange = (/** @type {unknown} */ change) => {
    if (!Array.isArray(change) || change.length !== 5) return false;
    const [cell, digit, ...marks] = change;
    return [".", ...DIGITS].includes(digit) && [cell, ...marks].every(isNumber);
  };
  return Array.isArray(value) && value.every(isChange);
}
