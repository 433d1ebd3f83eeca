// The geometry of a puzzle: rows, columns, boxes and pairs of neighbours.

/**
 * @typedef {readonly [number, number]} Pair  Two neighbours, the left or upper one first.
 *
 * @typedef {object} Geometry
 * @property {number} size
 * @property {number} boxRows  0 without boxes
 * @property {number} boxColumns
 * @property {string} symbols  the symbols of the digits 1, 2, …
 * @property {readonly Pair[]} pairs  in reading order: across a row, then down from it
 * @property {readonly boolean[]} isInBox  for each pair
 * @property {readonly (readonly number[])[]} peers  for each cell the others of its houses
 */

/**
 * @param {number} size
 * @param {number} boxRows
 * @param {number} boxColumns
 * @returns {Geometry}
 */
export function makeGeometry(size, boxRows, boxColumns) {
  /** @type {Pair[]} */
  const pairs = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column + 1 < size; column++) {
      pairs.push([row * size + column, row * size + column + 1]);
    }
    for (let column = 0; column < size && row + 1 < size; column++) {
      pairs.push([row * size + column, (row + 1) * size + column]);
    }
  }
  /** @param {number} cell */
  const box = (cell) =>
    boxRows
      ? Math.floor(Math.floor(cell / size) / boxRows) * size + Math.floor((cell % size) / boxColumns)
      : -1 - cell;
  const cells = Array.from({ length: size * size }, (_, cell) => cell);
  const peers = cells.map((cell) =>
    cells.filter(
      (other) =>
        other !== cell &&
        (other % size === cell % size ||
          Math.floor(other / size) === Math.floor(cell / size) ||
          box(other) === box(cell)),
    ),
  );
  return {
    size,
    boxRows,
    boxColumns,
    symbols: (size <= 9 ? "123456789" : "ABCDEFGHIJKLMNOP").slice(0, size),
    pairs,
    isInBox: pairs.map(([first, second]) => box(first) === box(second)),
    peers,
  };
}

/** The rows of a box at each size of `SUDOKU`. @type {Readonly<Record<number, number>>} */
const BOX_ROWS = { 4: 2, 6: 2, 8: 2, 9: 3, 16: 4 };

export const SIZES = Object.keys(BOX_ROWS).map(Number);

/**
 * Return the geometry of a new puzzle of a size.
 * @param {number} size
 * @returns {Geometry}
 */
export function usualGeometry(size) {
  const rows = BOX_ROWS[size] ?? 0;
  return makeGeometry(size, rows, rows ? size / rows : 0);
}

/** @param {Pair} pair */
export const isAcross = ([first, second]) => second - first === 1;

/**
 * Return the number of a cell from its name, such as r1c1.
 * @param {Geometry} geometry
 * @param {string} name
 */
export function cellNamed(geometry, name) {
  const [row, column] = name.slice(1).split("c").map(Number);
  return (row - 1) * geometry.size + column - 1;
}

/**
 * Return the index of the pair of two cells, in any order; -1 if they are not neighbours.
 * @param {Geometry} geometry
 * @param {number} one
 * @param {number} other
 */
export function pairIndex(geometry, one, other) {
  const [first, second] = one < other ? [one, other] : [other, one];
  return geometry.pairs.findIndex((pair) => pair[0] === first && pair[1] === second);
}
