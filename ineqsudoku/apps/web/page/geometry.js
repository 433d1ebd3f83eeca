// The cells of a sudoku, their houses and the pairs of neighbours.  A cell is a number, row by row.

/** @typedef {readonly [number, number]} Pair  Two neighbours, the left or upper one first. */

export const SIZE = 9;
export const CELLS = SIZE ** 2;
export const DIGITS = "123456789";

/** @param {number} cell */
export const rowOf = (cell) => Math.floor(cell / SIZE);

/** @param {number} cell */
export const columnOf = (cell) => cell % SIZE;

/** @param {number} cell */
const boxOf = (cell) => 3 * Math.floor(rowOf(cell) / 3) + Math.floor(columnOf(cell) / 3);

const cells = Array.from({ length: CELLS }, (_, cell) => cell);

/** In reading order: across a row, then down from it. @type {readonly Pair[]} */
export const PAIRS = Array.from({ length: SIZE }, (_, row) => {
  const here = cells.slice(row * SIZE, (row + 1) * SIZE);
  return [
    ...here.slice(1).map((cell) => /** @type {const} */ ([cell - 1, cell])),
    ...here.filter((cell) => cell + SIZE < CELLS).map((cell) => /** @type {const} */ ([cell, cell + SIZE])),
  ];
}).flat();

/** For each pair whether it is inside a box. */
export const IS_IN_BOX = PAIRS.map(([first, second]) => boxOf(first) === boxOf(second));

/** For each cell the indexes of its pairs. */
export const PAIRS_OF = cells.map((cell) =>
  [...PAIRS.keys()].filter((index) => PAIRS[index].includes(cell)),
);

/** For each cell the others of its houses. */
export const PEERS = cells.map((cell) =>
  cells.filter(
    (other) =>
      other !== cell &&
      (columnOf(other) === columnOf(cell) ||
        rowOf(other) === rowOf(cell) ||
        boxOf(other) === boxOf(cell)),
  ),
);

/** @param {Pair} pair */
export const isAcross = ([first, second]) => second - first === 1;

/**
 * Return the number of a cell from its name, such as r1c1.
 * @param {string} name
 */
export function cellNamed(name) {
  const [row, column] = name.slice(1).split("c").map(Number);
  return (row - 1) * SIZE + column - 1;
}

/**
 * Return the cells of a house from its name, such as "box 1".
 * @param {string} name
 */
export function houseNamed(name) {
  const [kind, number] = name.split(" ");
  const placeOf = kind === "row" ? rowOf : kind === "column" ? columnOf : boxOf;
  return cells.filter((cell) => placeOf(cell) === Number(number) - 1);
}

/**
 * Return the index of the pair of two cells, in any order; -1 if they are not neighbours.
 * @param {number} one
 * @param {number} other
 */
export const pairIndex = (one, other) =>
  PAIRS_OF[one].find((index) => PAIRS[index].includes(other)) ?? -1;
