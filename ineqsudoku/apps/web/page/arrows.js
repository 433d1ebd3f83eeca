// Arrows from cell to cell, as in pictures/arrows.py: thin curves, open where anything is drawn.

/**
 * @typedef {readonly [number, number]} Point
 * @typedef {readonly [number, number, number]} Spot  what an arrow must not touch: x, y, radius
 */

/** How far curves bend to one side, relative to their lengths. */
const BENDS = [0.2, -0.2, 0.35, -0.35, 0.55, -0.55];

/** Shorter arrows bend like those of this length. */
const SHORT = 60;

/** The points of a curve. */
const POINTS = 60;

/** How far an arrow reaches into its cells. */
const INTO = 3.2;

/** The length and half the width of the head. */
const HEAD = 5;
const HALF = 2;

/**
 * Return the paths of the shaft and the head of the arrow that meets least.
 * @param {Point} start  the centre of a cell
 * @param {Point} end
 * @param {number} cell  the width of a cell
 * @param {number} side  the width of the board
 * @param {readonly Spot[]} spots
 */
export function arrow(start, end, cell, side, spots) {
  const [best] = BENDS.map((bend) => curved(start, end, cell / 2, side, bend, spots)).sort(
    (one, other) => one.cost - other.cost,
  );
  return best;
}

/**
 * @param {Point} start
 * @param {Point} end
 * @param {number} half
 * @param {number} side
 * @param {number} bend
 * @param {readonly Spot[]} spots
 */
function curved(start, end, half, side, bend, spots) {
  const isInside = (/** @type {Point} */ [x, y], /** @type {Point} */ centre) =>
    Math.abs(x - centre[0]) < half - INTO && Math.abs(y - centre[1]) < half - INTO;
  const isFree = (/** @type {Point} */ point) =>
    spots.every(([x, y, radius]) => distance(point, [x, y]) > radius);
  const points = curve(start, end, bend).filter(
    (point) => !isInside(point, start) && !isInside(point, end),
  );
  const tip = points[points.length - 1];
  const beforeHead = points.filter((point) => distance(point, tip) >= HEAD);
  const shaft = beforeHead.length ? beforeHead : points.slice(0, 1);
  const free = shaft.map(isFree);
  const base = shaft[shaft.length - 1];
  const middle = /** @type {Point} */ ([(base[0] + tip[0]) / 2, (base[1] + tip[1]) / 2]);
  const beyond = points.flat().filter((place) => place <= 0 || place >= side).length;
  const met = free.filter((is) => !is).length;
  const cost = Math.abs(bend) + (met + 5 * beyond) / POINTS + (isFree(middle) ? 0 : 10);
  const shaftPath = shaft
    .map(([x, y], index) => (free[index] ? `${free[index - 1] ? "L" : "M"}${x} ${y}` : ""))
    .join("");
  return { cost, shaft: shaftPath, head: triangle(base, tip) };
}

/**
 * Return the points of a quadratic curve.
 * @param {Point} start
 * @param {Point} end
 * @param {number} bend
 * @returns {Point[]}
 */
function curve([x, y], [toX, toY], bend) {
  const [across, down] = [toX - x, toY - y];
  const bent = bend * Math.max(1, SHORT / Math.hypot(across, down));
  const [overX, overY] = [(x + toX) / 2 - bent * down, (y + toY) / 2 + bent * across];
  return Array.from({ length: POINTS + 1 }, (_, number) => {
    const part = number / POINTS;
    const rest = 1 - part;
    const at = (/** @type {number} */ from, /** @type {number} */ over, /** @type {number} */ to) =>
      rest * rest * from + 2 * rest * part * over + part * part * to;
    return [at(x, overX, toX), at(y, overY, toY)];
  });
}

/**
 * Return the path of the head of an arrow that comes from `base`.
 * @param {Point} base
 * @param {Point} tip
 */
function triangle(base, tip) {
  const length = distance(base, tip) || 1;
  const [alongX, alongY] = [(tip[0] - base[0]) / length, (tip[1] - base[1]) / length];
  const [x, y] = [tip[0] - HEAD * alongX, tip[1] - HEAD * alongY];
  const [sideX, sideY] = [-HALF * alongY, HALF * alongX];
  return `M${tip[0]} ${tip[1]}L${x + sideX} ${y + sideY}L${x - sideX} ${y - sideY}Z`;
}

/**
 * @param {Point} one
 * @param {Point} other
 */
const distance = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]);
