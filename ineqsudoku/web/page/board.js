// Draws a board as SVG, as in print.  A cell is 36 units wide, as in `ineqsudoku draw`.

import { isAcross } from "./geometry.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {"conflict" | "repair" | "differs" | "wrong" | "premise" | "placed" | "removed"} Role
 *
 * @typedef {object} View  what a board shows besides signs and givens
 * @property {string} [digits]  for each cell a symbol or "."
 * @property {readonly number[]} [corner]  marks as masks
 * @property {readonly number[]} [centre]
 * @property {readonly number[]} [colours]
 * @property {readonly number[]} [candidates]  masks, each digit in its own place
 * @property {ReadonlyMap<number, string>} [letters]
 * @property {ReadonlyMap<number, Role>} [cellRoles]
 * @property {ReadonlyMap<number, Role>} [signRoles]  by the index of the pair
 * @property {ReadonlyMap<string, Role>} [candidateRoles]  by cell, comma, digit
 */

export const CELL = 36;
const REACH = 5.2;
const DEPTH = 3;
const RING = 8.4;
const BASELINE = 0.36;

/** The places of the corner marks in a cell, across and down, in the order of their use. */
const CORNERS = [[0, 0], [2, 0], [0, 2], [2, 2], [1, 0], [1, 2], [0, 1], [2, 1]];

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
export function element(name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  return made;
}

/**
 * Draw a board into an SVG element and replace its content.
 * @param {SVGElement} svg
 * @param {Puzzle} puzzle
 * @param {View} view
 */
export function draw(svg, puzzle, view) {
  const side = puzzle.geometry.size * CELL;
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.replaceChildren(
    ...tints(puzzle, view),
    ...grid(puzzle, view),
    ...symbols(puzzle, view),
    ...marks(puzzle, view),
    ...candidates(puzzle, view),
    ...signs(puzzle, view),
  );
}

/**
 * Make a small board with a name for screen readers; they skip a board without a name.
 * @param {Puzzle} puzzle
 * @param {View} view
 * @param {string} [label]
 */
export function picture(puzzle, view, label) {
  /** @type {Record<string, string>} */
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const svg = element("svg", { class: "board", ...named });
  draw(/** @type {SVGElement} */ (svg), puzzle, view);
  return svg;
}

/**
 * @param {Puzzle} puzzle
 * @param {number} cell
 */
const corner = ({ geometry: { size } }, cell) => [
  (cell % size) * CELL,
  Math.floor(cell / size) * CELL,
];

/**
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* tints(puzzle, view) {
  for (const [cell, colour] of (view.colours ?? []).entries()) {
    if (!colour) continue;
    const [x, y] = corner(puzzle, cell);
    yield element("rect", { class: `colour colour-${colour}`, x, y, width: CELL, height: CELL });
  }
  for (const [cell, role] of view.cellRoles ?? []) {
    const [x, y] = corner(puzzle, cell);
    yield element("rect", { class: `tint ${role}`, x, y, width: CELL, height: CELL });
    const inset = 4.6;
    const inner = { x: x + inset, y: y + inset, width: CELL - 2 * inset, height: CELL - 2 * inset };
    yield element("rect", { class: `mark ${role}`, ...inner, rx: role === "placed" ? 8 : 0 });
  }
}

/**
 * Draw the grid lines, with a gap at each sign.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* grid({ geometry, signs }, view) {
  const lines = { line: "", border: "" };
  for (const [index, pair] of geometry.pairs.entries()) {
    const gap = signs[index] === "." ? 0 : view.signRoles?.has(index) ? RING : REACH + 1.5;
    const [x, y] = middle(geometry.size, pair);
    const half = CELL / 2;
    const parts = gap ? [[-half, -gap], [gap, half]] : [[-half, half]];
    const kind = geometry.boxRows && !geometry.isInBox[index] ? "border" : "line";
    for (const [from, to] of parts) {
      lines[kind] += isAcross(pair) ? `M${x} ${y + from}V${y + to}` : `M${x + from} ${y}H${x + to}`;
    }
  }
  yield element("path", { class: "line", d: lines.line });
  yield element("path", { class: "border", d: lines.border });
  const side = geometry.size * CELL;
  yield element("rect", { class: "border", x: 0, y: 0, width: side, height: side });
}

/**
 * Return the point halfway between two cells.
 * @param {number} size
 * @param {import("./geometry.js").Pair} pair
 */
function middle(size, [first, second]) {
  const x = ((first % size) + (second % size) + 1) / 2;
  const y = (Math.floor(first / size) + Math.floor(second / size) + 1) / 2;
  return [x * CELL, y * CELL];
}

/**
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* signs({ geometry, signs }, view) {
  const roles = view.signRoles ?? new Map();
  for (const [index, pair] of geometry.pairs.entries()) {
    if (signs[index] === ".") continue;
    const role = roles.get(index);
    const [x, y] = middle(geometry.size, pair);
    const towards = signs[index] === "<" ? -DEPTH : DEPTH;
    const d = isAcross(pair)
      ? `M${x - towards} ${y - REACH}L${x + towards} ${y}L${x - towards} ${y + REACH}`
      : `M${x - REACH} ${y - towards}L${x} ${y + towards}L${x + REACH} ${y - towards}`;
    yield element("path", { class: `sign ${role ?? (roles.size ? "faint" : "")}`, d });
    if (role && role !== "conflict") {
      yield element("circle", { class: `mark ${role}`, cx: x, cy: y, r: RING });
    }
  }
}

/**
 * @param {Puzzle} puzzle
 * @param {View} view
 * @param {number} cell
 */
const symbolOf = (puzzle, view, cell) => {
  const letter = view.letters?.get(cell);
  if (letter) return letter;
  return puzzle.givens[cell] !== "." ? puzzle.givens[cell] : (view.digits?.[cell] ?? ".");
};

/**
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* symbols(puzzle, view) {
  for (const [cell, given] of [...puzzle.givens].entries()) {
    const symbol = symbolOf(puzzle, view, cell);
    if (symbol === ".") continue;
    const [x, y] = corner(puzzle, cell);
    const isLetter = view.letters?.has(cell);
    const kind = isLetter ? "letter" : given !== "." ? "given" : "digit";
    yield text(kind, x + CELL / 2, y + CELL / 2, isLetter ? 14 : 20, symbol);
  }
}

/**
 * @param {string} kind
 * @param {number} x  of the middle
 * @param {number} y  of the middle
 * @param {number} size
 * @param {string} content
 */
const text = (kind, x, y, size, content) =>
  element("text", { class: kind, x, y: y + BASELINE * size, "font-size": size }, content);

/**
 * @param {number} mask
 * @param {string} all  symbols
 */
export const digitsOf = (mask, all) => [...all].filter((_, index) => (mask >> index) & 1);

/**
 * Draw the marks of a player, in the corners and in the centre.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* marks(puzzle, view) {
  const { size, symbols: all } = puzzle.geometry;
  for (let cell = 0; cell < size ** 2; cell++) {
    if (symbolOf(puzzle, view, cell) !== ".") continue;
    const [x, y] = corner(puzzle, cell);
    const inCentre = digitsOf(view.centre?.[cell] ?? 0, all).join("");
    if (inCentre) {
      const fitting = Math.min(9, 46 / inCentre.length);
      yield text("pencil", x + CELL / 2, y + CELL / 2, fitting, inCentre);
    }
    const inCorners = digitsOf(view.corner?.[cell] ?? 0, all);
    for (const [index, symbol] of inCorners.slice(0, CORNERS.length).entries()) {
      const [across, down] = CORNERS[index];
      yield text("pencil", x + 8 + across * 10, y + 9 + down * 9, 8.5, symbol);
    }
  }
}

/**
 * Draw all candidates, each in its own place in the cell.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* candidates(puzzle, view) {
  if (!view.candidates) return;
  const { size, symbols: all } = puzzle.geometry;
  const across = Math.ceil(Math.sqrt(size));
  const down = Math.ceil(size / across);
  const room = CELL - 8;
  const height = Math.min((0.92 * room) / down, 9);
  for (const [cell, mask] of view.candidates.entries()) {
    if (symbolOf(puzzle, view, cell) !== ".") continue;
    const [left, top] = corner(puzzle, cell);
    for (const [index, symbol] of [...all].entries()) {
      const role = view.candidateRoles?.get(`${cell},${index + 1}`);
      if (!((mask >> index) & 1) && !role) continue;
      const x = left + 4 + (((index % across) + 0.5) * room) / across;
      const y = top + 4 + ((Math.floor(index / across) + 0.5) * room) / down;
      yield text(`candidate ${role ?? ""}`, x, y, height, symbol);
      if (role === "placed") yield element("circle", { class: `spot ${role}`, cx: x, cy: y, r: 5.4 });
      if (role === "removed") {
        const d = `M${x - 4} ${y + 4}L${x + 4} ${y - 4}`;
        yield element("path", { class: `spot ${role}`, d });
      }
    }
  }
}
