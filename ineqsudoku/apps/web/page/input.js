// Pointer and keyboard input on the board.

import { isCovered } from "./dom.js";
import { CELLS, DIGITS, SIZE, columnOf, pairIndex, rowOf } from "./geometry.js";
import { COLOURS, KINDS, cleared, equalTo, filled, written } from "./play.js";
import { NEXT, replaced, withSign } from "./puzzle.js";
import { isSolution, withNotesBack, withoutNotes } from "./rules.js";
import { closeSteps, stepByKey, stepsOf } from "./steps.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 */

/** The distance from its lines, in cells, within which a drag does not select a cell. */
const NEAR = 0.28;

/** The most cells that the diamond of a sign reaches from the middle of its line into a cell. */
const REACH = 0.3;

/** The pixels in the middle of a cell that belong to no sign. */
const FREE = 26;

/** The most cells that a pointer moves in a tap. */
const STILL = 0.3;

/** The most milliseconds between the two taps of a double tap. */
const DOUBLE = 400;

/** @typedef {{x: number, y: number}} Point  in cells, from the upper left corner of the board */

/** @type {Record<string, readonly [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * The signs that keys set between a cell and its right or lower neighbour.
 * @type {ReadonlyMap<string, readonly [number, number, string]>}
 */
const SIGN_KEYS = new Map([["<", [0, 1, "<"]], [">", [0, 1, ">"]], ["^", [1, 0, "<"]], ["v", [1, 0, ">"]]]);

/**
 * Handle pointer and keyboard events on the cells.
 * @param {HTMLElement} grid
 * @param {Store} store
 */
export function listen(grid, store) {
  /** Where a tap in *Enter* began, or where a drag was last. @type {Point | null} */
  let last = null;
  /** The last tap, which may become a double tap. */
  let tapped = { cell: -1, time: 0 };
  grid.addEventListener("pointerdown", (event) => {
    const { state } = store;
    event.preventDefault();
    last = null; // A second finger zooms.
    if (!event.isPrimary || event.button) return;
    focusCell(grid, state.cursor);
    grid.setPointerCapture(event.pointerId);
    last = pointOf(grid, event);
    if (state.mode === "enter") return;
    const adds = event.ctrlKey || event.metaKey || event.shiftKey || state.selectsSeveral;
    const [cell, time] = [cellAt(last), event.timeStamp];
    const isDouble = cell === tapped.cell && time - tapped.time < DOUBLE;
    tapped = { cell, time };
    select(store, cell, adds, !isDouble);
    if (isDouble) selectEqual(store);
  });
  grid.addEventListener("pointermove", (event) => {
    if (!last || !event.isPrimary || store.state.mode === "enter") return;
    const here = pointOf(grid, event);
    drag(store, last, here);
    last = here;
  });
  grid.addEventListener("pointerup", (event) => {
    if (!last || !event.isPrimary) return;
    const { x, y } = pointOf(grid, event);
    const isTap = store.state.mode === "enter" && Math.hypot(x - last.x, y - last.y) < STILL;
    if (isTap) tap(store, last, grid.clientWidth / SIZE);
    last = null;
  });
  grid.addEventListener("pointercancel", () => (last = null));
  addEventListener("keydown", (event) => {
    if (!isForBoard(event)) return;
    if (stepByKey(store, event) || onKey(store, event)) event.preventDefault();
  });
}

/**
 * Change the sign or select the cell under a tap in *Enter*.
 * @param {Store} store
 * @param {Point} point
 * @param {number} side  of a cell, in pixels
 */
function tap(store, point, side) {
  const pair = pairAt(point, Math.min(REACH, 0.5 - FREE / 2 / side));
  if (pair >= 0) cycleSign(store, pair);
  else select(store, cellAt(point), false, true);
}

/**
 * Select the cells between two points of a drag.  A pointer that slips over a line means one cell.
 * @param {Store} store
 * @param {Point} from
 * @param {Point} to
 */
function drag(store, from, to) {
  const [right, down] = [to.x - from.x, to.y - from.y];
  const steps = Math.ceil(4 * Math.max(Math.abs(right), Math.abs(down))); // The middle of no cell is left out.
  const met = new Set();
  for (let step = 1; step <= steps; step++) {
    const point = { x: from.x + (right * step) / steps, y: from.y + (down * step) / steps };
    const isInMiddle = [point.x % 1, point.y % 1].every((part) => part >= NEAR && part <= 1 - NEAR);
    if (isInMiddle) met.add(cellAt(point));
  }
  const { cursor, selection } = store.state;
  const end = [...met].at(-1);
  if (end === undefined || (met.size === 1 && end === cursor)) return;
  store.change({ cursor: end, selection: [...selection.filter((cell) => !met.has(cell)), ...met] });
}

/**
 * Whether a key is meant for the board: no field or sheet has the focus, and no button uses it.
 * @param {KeyboardEvent} event
 */
function isForBoard({ target, key }) {
  if (!(target instanceof Element) || isCovered()) return false;
  if (target.closest("input, select, textarea")) return false;
  return !target.closest("button, a") || (key !== " " && key !== "Enter");
}

/**
 * @param {HTMLElement} grid
 * @param {PointerEvent} event
 * @returns {Point}
 */
function pointOf(grid, { clientX, clientY }) {
  const { left, top, width, height } = grid.getBoundingClientRect();
  return { x: clamp(((clientX - left) / width) * SIZE), y: clamp(((clientY - top) / height) * SIZE) };
}

/** @param {Point} point */
const cellAt = ({ x, y }) => Math.floor(y) * SIZE + Math.floor(x);

/**
 * Return the index of the pair in whose diamond a point is, or -1.  The diamond ends at the
 * corners of the cells, and reaches into them from the middle of their line.
 * @param {Point} point
 * @param {number} reach
 */
function pairAt(point, reach) {
  const [x, y] = [(point.x % 1) - 0.5, (point.y % 1) - 0.5];
  const isAside = Math.abs(x) > Math.abs(y);
  const [across, along] = isAside ? [x, y] : [y, x];
  if ((0.5 - Math.abs(across)) / reach + Math.abs(along) / 0.5 >= 1) return -1;
  const side = Math.sign(across);
  return pairBeside(cellAt(point), isAside ? 0 : side, isAside ? side : 0);
}

/** @param {number} value */
const clamp = (value) => Math.min(Math.max(value, 0), SIZE - 1e-6);

/**
 * Return the index of the pair of a cell and its neighbour, or -1.
 * @param {number} cell
 * @param {number} down
 * @param {number} right
 */
function pairBeside(cell, down, right) {
  const [row, column] = [rowOf(cell) + down, columnOf(cell) + right];
  if (row < 0 || column < 0 || row >= SIZE || column >= SIZE) return -1;
  return pairIndex(cell, row * SIZE + column);
}

/**
 * @param {Store} store
 * @param {number} pair
 */
function cycleSign(store, pair) {
  const { puzzle } = store.state;
  setSign(store, pair, NEXT.get(puzzle.signs[pair]) ?? ".");
}

/**
 * @param {Store} store
 * @param {number} pair
 * @param {string} sign
 */
function setSign(store, pair, sign) {
  if (pair >= 0) store.write({ puzzle: withSign(store.state.puzzle, pair, sign) });
}

/**
 * Set or remove a sign between the cursor and its right or lower neighbour.
 * @param {Store} store
 * @param {string} key  one of < > ^ v
 * @returns {boolean}  whether the key is a sign
 */
export function writeSign(store, key) {
  const sign = SIGN_KEYS.get(key);
  if (!sign) return false;
  const { puzzle, cursor } = store.state;
  const [down, right, kind] = sign;
  const pair = pairBeside(cursor, down, right);
  setSign(store, pair, puzzle.signs[pair] === kind ? "." : kind);
  return true;
}

/**
 * @param {Store} store
 * @param {number} cell
 * @param {boolean} adds  to the selection
 * @param {boolean} toggles  a cell that is selected already
 */
function select(store, cell, adds, toggles) {
  const { selection } = store.state;
  let selected = [cell];
  if (adds) {
    const without = selection.filter((other) => other !== cell);
    const isLeft = toggles && selection.includes(cell) && without.length > 0;
    selected = isLeft ? without : [...without, cell];
  }
  store.change({ cursor: cell, selection: selected });
}

/**
 * Select all cells with the digit of the cursor as well.
 * @param {Store} store
 */
function selectEqual(store) {
  const { puzzle, play, cursor, selection } = store.state;
  const digits = filled(puzzle, play);
  if (digits[cursor] === ".") return;
  store.change({ selection: [...new Set([...selection, ...equalTo(digits, cursor)])] });
}

/**
 * Focus a cell; from then on, the focus follows the cursor.
 * @param {HTMLElement} grid
 * @param {number} cell
 */
function focusCell(grid, cell) {
  const cells = /** @type {NodeListOf<HTMLElement>} */ (grid.querySelectorAll("[role=gridcell]"));
  cells[cell]?.focus({ preventScroll: true });
}

/**
 * @param {Store} store
 * @param {KeyboardEvent} event
 * @returns {boolean}  whether the key meant anything
 */
function onKey(store, event) {
  const { state } = store;
  const arrow = ARROWS[event.key];
  if (arrow && !event.altKey && !event.metaKey) {
    onArrow(store, arrow, event);
    return true;
  }
  if (event.key === "Escape") {
    if (stepsOf(state)) closeSteps(store);
    else if (state.hint) store.change({ hint: null });
    else store.change({ selection: [state.cursor] });
    return true;
  }
  if (isWritten(state) && onEdge(store, event)) return true;
  if (["Backspace", "Delete"].includes(event.key) || (["0", "."].includes(event.key) && !event.ctrlKey)) {
    erase(store);
    return true;
  }
  if (state.mode === "enter" && !event.ctrlKey && !event.metaKey && writeSign(store, event.key)) {
    return true;
  }
  if (event.key === "=" && state.mode !== "enter") {
    selectEqual(store);
    return true;
  }
  if (event.key === " " && state.mode !== "enter") {
    store.change({ kind: KINDS[(KINDS.indexOf(state.kind) + 1) % KINDS.length] });
    return true;
  }
  const digit = digitOf(event);
  if (!digit || event.altKey || event.metaKey) return false;
  if (event.ctrlKey && !/^(Digit|Numpad)/.test(event.code)) return false;
  const kind = event.ctrlKey ? "centre" : event.shiftKey ? "corner" : state.kind;
  write(store, digit, kind);
  return true;
}

/**
 * @param {Store} store
 * @param {readonly [number, number]} arrow
 * @param {KeyboardEvent} event
 */
function onArrow(store, [down, right], event) {
  const { cursor, mode } = store.state;
  if (mode === "enter" && event.shiftKey) {
    const pair = pairBeside(cursor, down, right);
    if (pair >= 0) cycleSign(store, pair);
    return;
  }
  const row = Math.min(Math.max(rowOf(cursor) + down, 0), SIZE - 1);
  const column = Math.min(Math.max(columnOf(cursor) + right, 0), SIZE - 1);
  select(store, row * SIZE + column, event.shiftKey || event.ctrlKey, false);
}

/**
 * Go to the first or last cell of a row, or select all cells.
 * @param {Store} store
 * @param {KeyboardEvent} event
 * @returns {boolean}  whether the key meant that
 */
function onEdge(store, { key, ctrlKey, metaKey, altKey }) {
  const { cursor, mode } = store.state;
  const hasControl = (ctrlKey || metaKey) && !altKey;
  if (key === "Home") select(store, cursor - columnOf(cursor), false, false);
  else if (key === "End") select(store, cursor - columnOf(cursor) + SIZE - 1, false, false);
  else if (hasControl && key.toLowerCase() === "a") {
    if (mode !== "enter") store.change({ selection: [...Array(CELLS).keys()] });
  } else return false;
  return true;
}

/**
 * Return the digit of a key event, or 0.  Shift changes the key of a digit, but not its code; on
 * the number pad, where it means another key, the key counts.
 * @param {KeyboardEvent} event
 */
function digitOf(event) {
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1] ?? event.key;
  return digit.length === 1 ? DIGITS.indexOf(digit) + 1 : 0;
}

/**
 * Whether the board shows the player's entries and takes more: a solved one does not.
 * @param {State} state
 */
export const isWritten = ({ mode, explanation, puzzle, play }) =>
  mode === "enter" ||
  ((mode === "play" || (mode === "help" && !explanation)) && !isSolution(puzzle, filled(puzzle, play)));

/**
 * Write a digit into the selected cells; while a puzzle is entered, it is a given.
 * @param {Store} store
 * @param {number} digit
 * @param {import("./play.js").Kind} kind
 */
export function write(store, digit, kind) {
  const { puzzle, play, mode, selection, cursor, settings } = store.state;
  if (!isWritten(store.state)) return;
  if (mode === "enter") {
    const symbol = DIGITS[digit - 1];
    const given = puzzle.givens[cursor] === symbol ? "." : symbol;
    store.write({ puzzle: { ...puzzle, givens: replaced(puzzle.givens, cursor, given) } });
  } else if (kind !== "colour" || digit <= COLOURS) {
    const after = written(puzzle, play, selection, kind, digit);
    const clears = kind === "digit" && settings.clears;
    store.write({ play: clears ? withoutNotes(puzzle, withNotesBack(store.state, after), selection) : after });
  }
}

/** @param {Store} store */
export function erase(store) {
  const { puzzle, play, mode, selection, cursor, settings } = store.state;
  if (!isWritten(store.state)) return;
  if (mode === "enter") {
    store.write({ puzzle: { ...puzzle, givens: replaced(puzzle.givens, cursor, ".") } });
  } else {
    const after = cleared(play, selection);
    store.write({ play: settings.clears ? withNotesBack(store.state, after) : after });
  }
}
