// The cells of a sudoku, their houses and the pairs of neighbours.  A cell is a number, row by row.

/** @typedef {readonly [number, number]} Pair  Two neighbours, the left or upper one first. */

export const SIZE = 9;
export const CELLS = SIZE ** 2;
export const DIGITS = "123456789";

/** @param {number} cell */
export const rowOf = (cell) => Math.floor(cell / SIZE);

/** @param {number} cell */
export const columnOf = (cell) => cell % SIZE;

const cells = Array.from({ length: CELLS }, (_, cell) => cell);

const BOXES = cells.map((cell) => 3 * Math.floor(rowOf(cell) / 3) + Math.floor(columnOf(cell) / 3));

/** In reading order: across a row, then down from it. @type {readonly Pair[]} */
export const PAIRS = Array.from({ length: SIZE }, (_, row) => {
  const here = cells.slice(row * SIZE, (row + 1) * SIZE);
  return [
    ...here.slice(1).map((cell) => /** @type {const} */ ([cell - 1, cell])),
    ...here.filter((cell) => cell + SIZE < CELLS).map((cell) => /** @type {const} */ ([cell, cell + SIZE])),
  ];
}).flat();

/** For each pair whether it is inside a box. */
export const IS_IN_BOX = PAIRS.map(([first, second]) => BOXES[first] === BOXES[second]);

/** For each cell the indexes of its pairs. @type {number[][]} */
export const PAIRS_OF = cells.map(() => []);
for (const [index, pair] of PAIRS.entries()) for (const cell of pair) PAIRS_OF[cell].push(index);

/** For each cell the others of its houses. */
export const PEERS = cells.map((cell) => {
  const [row, column, box] = [rowOf(cell), columnOf(cell), BOXES[cell]];
  return cells.filter((other) =>
    other !== cell && (columnOf(other) === column || rowOf(other) === row || BOXES[other] === box));
});

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
  const placeOf = kind === "row" ? rowOf : kind === "column" ? columnOf : (/** @type {number} */ cell) => BOXES[cell];
  return cells.filter((cell) => placeOf(cell) === Number(number) - 1);
}

/**
 * Return the index of the pair of two cells, in any order; -1 if they are not neighbours.
 * @param {number} one
 * @param {number} other
 */
export const pairIndex = (one, other) =>
  PAIRS_OF[one].find((index) => PAIRS[index].includes(other)) ?? -1;
