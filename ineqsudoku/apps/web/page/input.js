// Pointer and keyboard input on the board.

import { DIGITS, SIZE, columnOf, pairIndex, rowOf } from "./geometry.js";
import { COLOURS, KINDS, cleared, written } from "./play.js";
import { NEXT, replaced, withSign } from "./puzzle.js";
import { withoutNotes } from "./rules.js";
import { stepByKey } from "./steps.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 */

/** The distance from a line, as a fraction of a cell, within which a click sets its sign. */
const NEAR = 0.28;

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
  let isDragging = false;
  grid.addEventListener("pointerdown", (event) => {
    const { state } = store;
    const place = placeOf(grid, event);
    event.preventDefault();
    focusCell(grid, state.cursor);
    if (state.mode === "enter" && place.pair >= 0) {
      cycleSign(store, place.pair);
      return;
    }
    const adds = event.ctrlKey || event.metaKey || event.shiftKey || state.selectsSeveral;
    isDragging = state.mode !== "enter";
    grid.setPointerCapture(event.pointerId);
    select(store, place.cell, adds && state.mode !== "enter", true);
  });
  grid.addEventListener("pointermove", (event) => {
    if (!isDragging || !(event.buttons & 1)) return;
    const { cell, pair } = placeOf(grid, event);
    const isAtLine = pair >= 0; // A finger that slips over a line means one cell.
    if (!isAtLine && cell !== store.state.cursor) select(store, cell, true, false);
  });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => (isDragging = false));
  addEventListener("keydown", (event) => {
    if (!isForBoard(event)) return;
    if (stepByKey(store, event) || onKey(store, event)) event.preventDefault();
  });
}

/**
 * Whether a key is meant for the board: no field or sheet has the focus, and no button uses it.
 * @param {KeyboardEvent} event
 */
function isForBoard({ target, key }) {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, select, textarea, dialog")) return false;
  return !target.closest("button, a") || (key !== " " && key !== "Enter");
}

/**
 * Return the cell under the pointer, and the pair whose line is near, or -1.
 * @param {HTMLElement} grid
 * @param {PointerEvent} event
 */
function placeOf(grid, event) {
  const frame = grid.getBoundingClientRect();
  const x = clamp(((event.clientX - frame.left) / frame.width) * SIZE);
  const y = clamp(((event.clientY - frame.top) / frame.height) * SIZE);
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const cell = row * SIZE + column;
  const sides = [
    { distance: x - column, row: 0, column: -1 },
    { distance: column + 1 - x, row: 0, column: 1 },
    { distance: y - row, row: -1, column: 0 },
    { distance: row + 1 - y, row: 1, column: 0 },
  ].sort((one, other) => one.distance - other.distance);
  const nearest = sides[0];
  const pair = nearest.distance < NEAR ? pairBeside(cell, nearest.row, nearest.column) : -1;
  return { cell, pair };
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
export function select(store, cell, adds, toggles) {
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
    store.change({ selection: [state.cursor] });
    return true;
  }
  if (["Backspace", "Delete", "0", "."].includes(event.key)) {
    erase(store);
    return true;
  }
  if (state.mode === "enter" && !event.ctrlKey && !event.metaKey && writeSign(store, event.key)) {
    return true;
  }
  if (event.key === " " && state.mode !== "enter") {
    store.change({ kind: KINDS[(KINDS.indexOf(state.kind) + 1) % KINDS.length] });
    return true;
  }
  const digit = digitOf(event);
  if (!digit || event.altKey || event.metaKey) return false;
  if (event.ctrlKey && !event.code.startsWith("Digit")) return false;
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
 * Return the digit of a key event, or 0.  Shift changes the key of a digit, but not its code.
 * @param {KeyboardEvent} event
 */
function digitOf(event) {
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? event.key;
  return digit.length === 1 ? DIGITS.indexOf(digit) + 1 : 0;
}

/**
 * Whether the board shows the player's entries and takes more.
 * @param {State} state
 */
const isWritten = ({ mode, explanation }) =>
  mode === "play" || mode === "enter" || (mode === "help" && explanation === null);

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
    store.write({ play: clears ? withoutNotes(puzzle, after, selection) : after });
  }
}

/** @param {Store} store */
export function erase(store) {
  const { puzzle, play, mode, selection, cursor } = store.state;
  if (!isWritten(store.state)) return;
  if (mode === "enter") {
    store.write({ puzzle: { ...puzzle, givens: replaced(puzzle.givens, cursor, ".") } });
  } else {
    store.write({ play: cleared(play, selection) });
  }
}
