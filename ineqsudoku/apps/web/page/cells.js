// The cells over the drawn board: focus, selection and labels for screen readers.

import { digitsOf } from "./board.js";
import { set } from "./dom.js";
import { PAIRS, PAIRS_OF, SIZE, columnOf, rowOf } from "./geometry.js";
import { filled } from "./play.js";

/**
 * @typedef {import("./store.js").State} State
 * @typedef {import("./board.js").View} View
 */

/** What the label of each cell says. @type {WeakMap<Element, unknown[]>} */
const labelled = new WeakMap();

/**
 * Show the cells of a state.
 * @param {HTMLElement} grid
 * @param {State} state
 * @param {View} view
 * @param {import("./words.js").Words} words
 */
export function showCells(grid, state, view, words) {
  if (!grid.childElementCount) build(grid);
  set(grid, "aria-label", words("board"));
  const cells = /** @type {NodeListOf<HTMLElement>} */ (grid.querySelectorAll("[role=gridcell]"));
  const digits = view.digits ?? filled(state.puzzle, state.play);
  const hasFocus = grid.contains(document.activeElement);
  for (const [cell, element] of cells.entries()) {
    const isCursor = cell === state.cursor;
    set(element, "tabindex", isCursor ? "0" : "-1");
    set(element, "aria-selected", String(state.selection.includes(cell)));
    const marks = [view.corner, view.centre, view.candidates, view.colours].map((each) => each?.[cell]);
    const said = [state.puzzle, state.language, digits[cell], view.cellRoles?.get(cell), ...marks];
    if (said.some((part, index) => part !== labelled.get(element)?.[index])) {
      set(element, "aria-label", label(state, view, words, digits[cell], cell));
    }
    labelled.set(element, said);
    if (isCursor && hasFocus && element !== document.activeElement) element.focus({ preventScroll: true });
  }
}

/** @param {HTMLElement} grid */
function build(grid) {
  const rows = Array.from({ length: SIZE }, () => {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    for (let column = 0; column < SIZE; column++) {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      row.append(cell);
    }
    return row;
  });
  grid.replaceChildren(...rows);
}

/**
 * Return the label of a cell: "row 1 column 2, empty, less than its right neighbour".
 * @param {State} state
 * @param {View} view
 * @param {import("./words.js").Words} words
 * @param {string} symbol
 * @param {number} cell
 */
function label({ puzzle }, view, words, symbol, cell) {
  const { givens } = puzzle;
  const parts = [words("cell", { row: rowOf(cell) + 1, column: columnOf(cell) + 1 })];
  if (givens[cell] !== ".") parts.push(words("given", { digit: givens[cell] }));
  else if (symbol !== ".") parts.push(symbol);
  else parts.push(words("empty"));
  parts.push(...neighbours(puzzle, words, cell));
  if (symbol === "." && givens[cell] === ".") {
    for (const [key, mask] of /** @type {[string, number][]} */ ([
      ["marks.corner", view.corner?.[cell] ?? 0],
      ["marks.centre", view.centre?.[cell] ?? 0],
      ["candidates", view.candidates?.[cell] ?? 0],
    ])) {
      if (mask) parts.push(words(key, { digits: digitsOf(mask).join(" ") }));
    }
  }
  if (view.colours?.[cell]) parts.push(words("marks.colour", { number: view.colours[cell] }));
  const role = view.cellRoles?.get(cell);
  if (role) parts.push(words(`role.${role}`));
  return parts.join(words("clause"));
}

/**
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {import("./words.js").Words} words
 * @param {number} cell
 */
function* neighbours({ signs }, words, cell) {
  for (const index of PAIRS_OF[cell]) {
    if (signs[index] === ".") continue;
    const [first, second] = PAIRS[index];
    const isFirst = first === cell;
    const isLess = (signs[index] === "<") === isFirst;
    const side = second - first === 1 ? (isFirst ? "right" : "left") : isFirst ? "below" : "above";
    yield words(`${isLess ? "less" : "greater"}.${side}`);
  }
}
