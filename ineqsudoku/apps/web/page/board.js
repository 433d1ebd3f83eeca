// Draws a board as SVG, as in print.  A cell is 36 units wide, as in `ineqsudoku draw`.

import { arrow } from "./arrows.js";
import { CELLS, DIGITS, IS_IN_BOX, PAIRS, SIZE, columnOf, isAcross, pairIndex, rowOf } from "./geometry.js";

/**
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 * @typedef {"conflict" | "repair" | "differs" | "wrong" | "broken" | "premise" | "placed" | "removed" | "fails" | "look"} Role
 *
 * @typedef {object} View  what a board shows besides signs and givens
 * @property {string} [digits]  for each cell a digit or "."
 * @property {readonly number[]} [corner]  marks as masks
 * @property {readonly number[]} [centre]
 * @property {readonly number[]} [colours]
 * @property {readonly number[]} [candidates]  masks, each digit in its own place
 * @property {readonly number[]} [houses]  cells of the houses to look at
 * @property {readonly number[]} [lit]  cells in the houses of the cursor
 * @property {readonly number[]} [equal]  cells with the digit under the cursor
 * @property {number} [chosen]  that digit, whose notes are highlighted, or 0
 * @property {readonly number[]} [selection]
 * @property {number} [cursor]
 * @property {ReadonlyMap<number, Role>} [cellRoles]
 * @property {ReadonlyMap<number, Role>} [signRoles]  by the index of the pair
 * @property {ReadonlyMap<string, Role>} [candidateRoles]  by cell, comma, digit
 * @property {ReadonlyMap<number, string>} [labels]  in the corners of cells
 * @property {readonly (readonly [number, number])[]} [arrows]  from cell to cell
 */

const CELL = 36;
const SIDE = SIZE * CELL;
const REACH = 5.4;
const DEPTH = 3.1;
const RING = 8.4;

/** The radius of the ring around an equal digit, which leaves room for the signs. */
const EQUAL = 11.5;

/** The length of the lines of a frame, which leave room for the signs. */
const ARM = 9;
const BASELINE = 0.36;

/** The width of a digit, for a height of 1. */
const WIDTH = 0.556;

const INSIDE = 2.6;

/** The places of notes in a cell: the margin around them, their width, and the size of the digits. */
const MARGIN = 5;
const THIRD = (CELL - 2 * MARGIN) / 3;
const NOTE = 0.92 * THIRD;

/** The labels of cells: their size, and the middle and half the height of the box around them. */
const LABEL = 7;
const BADGE_X = 6.4;
const BADGE_Y = 1.2;
const BADGE = 4.3;

/** The places of the corner marks in a cell, across and down, in the order of their use. */
const CORNERS = [[0, 0], [2, 0], [0, 2], [2, 2], [1, 0], [1, 2], [0, 1], [2, 1]];

/** @typedef {{name: string, attributes: Record<string, string | number>, text: string}} Shape */

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {Shape}
 */
const shape = (name, attributes, text = "") => ({ name, attributes, text });

/** @param {Shape} shape */
function element({ name, attributes, text }) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  return made;
}

/** The layers of a board, the lowest first. @type {((puzzle: Puzzle, view: View) => Iterable<Shape>)[]} */
const LAYERS = [tints, highlights, grid, arrows, symbols, marks, chosen, candidates, signs, labels];

/** The elements of each layer that is drawn, by their shapes. @type {WeakMap<Element, Map<string, Element>>} */
const drawn = new WeakMap();

/** What each layer has read of the puzzle and the view, as text. @type {WeakMap<Element, Map<PropertyKey, string>>} */
const shown = new WeakMap();

/** @param {unknown} value */
const textOf = (value) => JSON.stringify(value instanceof Map ? [...value] : value) ?? "";

/**
 * Return the same values, and note what is read of them.
 * @template {object} T
 * @param {T} values
 * @param {Map<PropertyKey, string>} read
 * @returns {T}
 */
const watched = (values, read) =>
  new Proxy(values, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (!read.has(name)) read.set(name, textOf(value));
      return value;
    },
  });

/**
 * Draw a board into an SVG element: what has changed since it was drawn last.
 * @param {SVGElement} svg
 * @param {Puzzle} puzzle
 * @param {View} view
 */
export function draw(svg, puzzle, view) {
  if (svg.firstElementChild?.localName !== "g") { // The HTML holds an empty board.
    svg.setAttribute("viewBox", `0 0 ${SIDE} ${SIDE}`);
    svg.replaceChildren(...LAYERS.map(() => element(shape("g", {}))));
  }
  const now = new Map(Object.entries({ ...puzzle, ...view }).map(([name, value]) => [name, textOf(value)]));
  for (const [index, shapes] of LAYERS.entries()) {
    const layer = svg.children[index];
    const before = shown.get(layer);
    if (before && [...before].every(([name, text]) => text === (now.get(String(name)) ?? ""))) continue;
    const read = new Map();
    redraw(layer, shapes(watched(puzzle, read), watched(view, read)));
    shown.set(layer, read);
  }
}

/**
 * Draw a layer; elements whose shapes stay are not touched.
 * @param {Element} layer
 * @param {Iterable<Shape>} shapes
 */
function redraw(layer, shapes) {
  const before = drawn.get(layer) ?? new Map();
  /** @type {Map<string, Shape>} */
  const wanted = new Map();
  for (const each of shapes) wanted.set(JSON.stringify(each), each);
  for (const [key, old] of before) if (!wanted.has(key)) old.remove();
  const after = new Map();
  let next = layer.firstChild;
  for (const [key, each] of wanted) {
    const here = before.get(key) ?? element(each);
    after.set(key, here);
    if (here === next) next = here.nextSibling;
    else layer.insertBefore(here, next);
  }
  drawn.set(layer, after);
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
  const svg = element(shape("svg", { class: "board", ...named }));
  draw(/** @type {SVGElement} */ (svg), puzzle, view);
  return svg;
}

/** @param {number} cell */
const corner = (cell) => [columnOf(cell) * CELL, rowOf(cell) * CELL];

/**
 * @param {Puzzle} _
 * @param {View} view
 */
function* tints(_, view) {
  for (const [cell, colour] of (view.colours ?? []).entries()) {
    if (!colour) continue;
    const [x, y] = corner(cell);
    yield shape("rect", { class: `colour colour-${colour}`, x, y, width: CELL, height: CELL });
  }
  for (const [cell, role] of view.cellRoles ?? []) {
    if (role === "broken") continue; // Its digit is marked, and the sign.
    const [x, y] = corner(cell);
    yield shape("rect", { class: `tint ${role}`, x, y, width: CELL, height: CELL });
    if (role === "fails") continue;
    yield shape("path", { class: `mark ${role}`, d: frame(x, y, 3.7) });
  }
}

/**
 * Draw the borders of the houses to look at and of the cells that fail.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* outlines({ signs }, { houses = [], cellRoles = new Map() }) {
  const fails = [...cellRoles].filter(([, role]) => role === "fails").map(([cell]) => cell);
  if (houses.length) yield shape("path", { class: "houses", d: outline(signs, new Set(houses)) });
  if (fails.length) yield shape("path", { class: "mark fails", d: outline(signs, new Set(fails)) });
}

/**
 * Return the path of the border of some cells, inside of them and open at signs.
 * @param {string} signs
 * @param {ReadonlySet<number>} cells
 */
function outline(signs, cells) {
  let d = "";
  for (const cell of cells) {
    const [x, y] = [(columnOf(cell) + 0.5) * CELL, (rowOf(cell) + 0.5) * CELL];
    const column = columnOf(cell);
    const beside = [
      column ? cell - 1 : -1,
      cell - SIZE,
      column < SIZE - 1 ? cell + 1 : -1,
      cell + SIZE,
    ];
    for (const [side, other] of beside.entries()) {
      if (cells.has(other)) continue;
      const [before, after] = [(side + 3) % 4, (side + 1) % 4].sort();
      const start = cells.has(beside[before]) ? -CELL / 2 : INSIDE - CELL / 2;
      const end = cells.has(beside[after]) ? CELL / 2 : CELL / 2 - INSIDE;
      const away = (side < 2 ? -1 : 1) * (CELL / 2 - INSIDE);
      const index = pairIndex(cell, other);
      const hasSign = index >= 0 && signs[index] !== ".";
      for (const [from, to] of hasSign ? [[start, -RING], [RING, end]] : [[start, end]]) {
        d += side % 2
          ? `M${x + from} ${y + away}H${x + to}`
          : `M${x + away} ${y + from}V${y + to}`;
      }
    }
  }
  return d;
}

/**
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* arrows(puzzle, view) {
  yield* outlines(puzzle, view);
  const spots = view.arrows?.length ? [...spotsOf(puzzle, view)] : [];
  for (const cells of view.arrows ?? []) {
    const [start, end] = cells.map((cell) => {
      const [x, y] = corner(cell);
      return /** @type {const} */ ([x + CELL / 2, y + CELL / 2]);
    });
    const { shaft, head } = arrow(start, end, CELL, SIDE, spots);
    if (shaft) yield shape("path", { class: "arrow", d: shaft });
    yield shape("path", { class: "head", d: head });
  }
}

/**
 * Yield what arrows must not touch.
 * @param {Puzzle} puzzle
 * @param {View} view
 * @returns {Generator<import("./arrows.js").Spot>}
 */
function* spotsOf(puzzle, view) {
  for (let cell = 0; cell < CELLS; cell++) {
    const [x, y] = corner(cell);
    if (symbolOf(puzzle, view, cell) !== ".") {
      yield [x + CELL / 2, y + CELL / 2, 8.8];
    } else {
      const notes = places(cell, view.candidates?.[cell] ?? 0);
      for (const [, across, down] of notes) yield [across, down, 0.43 * NOTE];
    }
    if (view.labels?.has(cell)) yield [x + BADGE_X, y + BADGE_Y, BADGE + 1];
  }
  for (const [index, pair] of PAIRS.entries()) {
    const [x, y] = middle(pair);
    if (puzzle.signs[index] !== ".") yield [x, y, REACH + 1.5];
  }
}

/**
 * @param {Puzzle} _
 * @param {View} view
 */
function* labels(_, view) {
  for (const [cell, label] of view.labels ?? []) {
    const [left, top] = corner(cell);
    const [x, y] = [left + BADGE_X, top + BADGE_Y];
    const width = 2 * BADGE + (label.length - 1) * 0.62 * LABEL;
    const box = { x: x - width / 2, y: y - BADGE, width, height: 2 * BADGE };
    yield shape("rect", { class: "badge", ...box });
    yield text("label", x, y, LABEL, label);
  }
}

/**
 * Draw what helps the eye below the signs: the houses of the cursor, the selection, rings around equal
 * digits unless they are marked otherwise, and the corners of the cursor.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* highlights({ signs }, view) {
  for (const kind of /** @type {const} */ (["lit", "selection"])) {
    const cells = view[kind] ?? [];
    const squares = cells.map((cell) => `M${corner(cell).join(" ")}h${CELL}v${CELL}h${-CELL}z`);
    if (cells.length) yield shape("path", { class: kind, d: squares.join("") });
  }
  for (const cell of view.equal ?? []) {
    const [x, y] = corner(cell);
    if (view.cellRoles?.has(cell)) continue;
    yield shape("circle", { class: "equal", cx: x + CELL / 2, cy: y + CELL / 2, r: EQUAL });
  }
  const selected = new Set(view.selection);
  if (selected.size > 1) yield shape("path", { class: "selected", d: outline(signs, selected) });
  if (view.cursor === undefined) return;
  const [x, y] = corner(view.cursor);
  yield shape("path", { class: "cursor", d: frame(x, y, 1.4) });
}

/**
 * Return the path of the four corners of a frame in a cell; signs have the room between them.
 * @param {number} left
 * @param {number} top
 * @param {number} inset
 */
function frame(left, top, inset) {
  const [x, y, side, arm] = [left + inset, top + inset, CELL - 2 * inset, ARM - inset / 2];
  return [
    `M${x} ${y + arm}v${-arm}h${arm}`,
    `M${x + side - arm} ${y}h${arm}v${arm}`,
    `M${x + side} ${y + side - arm}v${arm}h${-arm}`,
    `M${x + arm} ${y + side}h${-arm}v${-arm}`,
  ].join("");
}

/**
 * Draw the grid lines, with a gap at each sign.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* grid({ signs }, view) {
  const lines = { line: "", border: "" };
  for (const [index, pair] of PAIRS.entries()) {
    const gap = signs[index] === "." ? 0 : view.signRoles?.has(index) ? RING : REACH + 1.5;
    const [x, y] = middle(pair);
    const half = CELL / 2;
    const parts = gap ? [[-half, -gap], [gap, half]] : [[-half, half]];
    const kind = IS_IN_BOX[index] ? "line" : "border";
    for (const [from, to] of parts) {
      lines[kind] += isAcross(pair) ? `M${x} ${y + from}V${y + to}` : `M${x + from} ${y}H${x + to}`;
    }
  }
  yield shape("path", { class: "line", d: lines.line });
  yield shape("path", { class: "border", d: lines.border });
  yield shape("rect", { class: "border", x: 0, y: 0, width: SIDE, height: SIDE });
}

/**
 * Return the point halfway between two cells.
 * @param {import("./geometry.js").Pair} pair
 */
function middle([first, second]) {
  const x = (columnOf(first) + columnOf(second) + 1) / 2;
  const y = (rowOf(first) + rowOf(second) + 1) / 2;
  return [x * CELL, y * CELL];
}

/**
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* signs({ signs }, view) {
  const roles = view.signRoles ?? new Map();
  for (const [index, pair] of PAIRS.entries()) {
    if (signs[index] === ".") continue;
    const role = roles.get(index);
    const [x, y] = middle(pair);
    const towards = signs[index] === "<" ? -DEPTH : DEPTH;
    const d = isAcross(pair)
      ? `M${x - towards} ${y - REACH}L${x + towards} ${y}L${x - towards} ${y + REACH}`
      : `M${x - REACH} ${y - towards}L${x} ${y + towards}L${x + REACH} ${y - towards}`;
    yield shape("path", { class: `sign ${role ?? ""}`, d });
    if (role && !["conflict", "premise", "broken"].includes(role)) { // Those would cover digits.
      yield shape("circle", { class: `mark ${role}`, cx: x, cy: y, r: RING });
    }
  }
}

/**
 * @param {Puzzle} puzzle
 * @param {View} view
 * @param {number} cell
 */
const symbolOf = (puzzle, view, cell) => {
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
    const [x, y] = corner(cell);
    const kind = given !== "." ? "given" : "digit";
    const role = view.cellRoles?.get(cell) ?? "";
    yield text(`${kind} ${role}`, x + CELL / 2, y + CELL / 2, 21, symbol);
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
  shape("text", { class: kind, x, y: y + BASELINE * size, "font-size": size }, content);

/** @typedef {[string, number, number]} Note  a digit and its middle, x and y */

/**
 * Return one text with several digits; it is drawn faster than a text for each digit.
 * @param {string} kind
 * @param {number} size
 * @param {readonly Note[]} notes
 * @returns {Shape}
 */
const texts = (kind, size, notes) => {
  const x = notes.map(([, across]) => across).join(" ");
  const y = notes.map(([, , down]) => down + BASELINE * size).join(" ");
  return shape("text", { class: kind, x, y, "font-size": size }, notes.map(([content]) => content).join(""));
};

/** @param {number} mask */
export const digitsOf = (mask) => [...DIGITS].filter((_, index) => (mask >> index) & 1);

/**
 * Draw the marks of a player.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* marks(puzzle, view) {
  for (const [size, notes] of marksOf(puzzle, view)) {
    if (notes.length) yield texts("pencil", size, notes);
  }
}

/**
 * Draw the marks of the chosen digit on spots, over those of the layer below, which need not change.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* chosen(puzzle, view) {
  const digit = DIGITS[(view.chosen ?? 0) - 1];
  if (!digit) return;
  /** @type {Map<number, Note[]>} */
  const bySize = new Map();
  for (const [size, notes] of marksOf(puzzle, view)) {
    const equal = notes.filter(([symbol]) => symbol === digit);
    if (equal.length) bySize.set(size, [...(bySize.get(size) ?? []), ...equal]);
  }
  for (const [size, notes] of bySize) {
    for (const [, cx, cy] of notes) yield shape("circle", { class: "chosen", cx, cy, r: 0.55 * size });
    yield texts("pencil chosen", size, notes);
  }
}

/**
 * Yield the marks of the empty cells, by their size: those of the centre each in its own place or,
 * beside others in the corners, in the middle.
 * @param {Puzzle} puzzle
 * @param {View} view
 * @returns {Generator<[number, Note[]]>}
 */
function* marksOf(puzzle, view) {
  for (let cell = 0; cell < CELLS; cell++) {
    if (symbolOf(puzzle, view, cell) !== ".") continue;
    const inCorners = digitsOf(view.corner?.[cell] ?? 0);
    if (!inCorners.length) {
      yield [NOTE, places(cell, view.centre?.[cell] ?? 0)];
      continue;
    }
    const inCentre = digitsOf(view.centre?.[cell] ?? 0);
    const [x, y] = corner(cell);
    const size = Math.min(9, 46 / inCentre.length);
    const left = x + CELL / 2 - ((inCentre.length - 1) / 2) * WIDTH * size;
    yield [size, inCentre.map((symbol, index) => [symbol, left + index * WIDTH * size, y + CELL / 2])];
    yield [8.5, inCorners.slice(0, CORNERS.length).map((symbol, index) => {
      const [across, down] = CORNERS[index];
      return [symbol, x + 8 + across * 10, y + 9 + down * 9];
    })];
  }
}

/**
 * Return the digits of a mask, each in its own place in a cell; the places leave room for the signs.
 * @param {number} cell
 * @param {number} mask
 * @returns {Note[]}
 */
function places(cell, mask) {
  const [left, top] = corner(cell);
  return digitsOf(mask).map((symbol) => {
    const index = DIGITS.indexOf(symbol);
    const x = left + MARGIN + ((index % 3) + 0.5) * THIRD;
    const y = top + MARGIN + (Math.floor(index / 3) + 0.5) * THIRD;
    return [symbol, x, y];
  });
}

/**
 * Draw candidates, each in its own place in the cell.
 * @param {Puzzle} puzzle
 * @param {View} view
 */
function* candidates(puzzle, view) {
  for (const [cell, mask] of (view.candidates ?? []).entries()) {
    if (!mask || symbolOf(puzzle, view, cell) !== ".") continue;
    const roleOf = (/** @type {Note} */ [symbol]) => view.candidateRoles?.get(`${cell},${symbol}`);
    const notes = places(cell, mask);
    const plain = notes.filter((note) => !roleOf(note));
    if (plain.length) yield texts("candidate", NOTE, plain);
    for (const note of notes) {
      const role = roleOf(note);
      if (!role) continue;
      const [symbol, x, y] = note;
      yield text(`candidate ${role}`, x, y, NOTE, symbol);
      if (role === "placed" || role === "premise") {
        yield shape("circle", { class: `spot ${role}`, cx: x, cy: y, r: 5.2 });
      }
      if (role === "removed" || role === "fails") {
        const falling = role === "fails" ? `M${x - 4} ${y - 4}L${x + 4} ${y + 4}` : "";
        const d = `M${x - 4} ${y + 4}L${x + 4} ${y - 4}${falling}`;
        yield shape("path", { class: `spot ${role}`, d });
      }
    }
  }
}
