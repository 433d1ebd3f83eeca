// The view of the board for a state.

import { PAIRS, PEERS, cellNamed, houseNamed, pairIndex } from "./geometry.js";
import { equalTo, filled } from "./play.js";
import { pairsNamed } from "./puzzle.js";
import { broken, isSolution, repeated } from "./rules.js";
import { stepsOf } from "./steps.js";

/**
 * @typedef {import("./store.js").State} State
 * @typedef {import("./board.js").View} View
 * @typedef {import("./board.js").Role} Role
 */

/**
 * @param {State} state
 * @returns {View}
 */
export function viewOf(state) {
  const board = stepsOf(state)?.boards[state.step];
  if (board) return drawn(board);
  const { puzzle, play, mode, cursor, selection } = state;
  const digits = filled(puzzle, play);
  const view = { ...play, digits };
  if (mode === "enter") return { ...view, ...judged(state), cursor, selection };
  if (mode === "make" || mode === "judge") return { ...view, ...judged(state) };
  if (mode === "share") return view;
  const { cellRoles, signRoles } = faults(state, digits);
  const houses = mode === "help" ? hinted(state, cellRoles, signRoles) : [];
  return { ...view, cursor, selection, houses, ...highlighted(state, digits), cellRoles, signRoles };
}

/**
 * Return the view of the houses of the cursor and of the digits and notes equal to its own, unless it
 * would distract from several selected cells, from a hint or from the end.
 * @param {State} state
 * @param {string} digits
 * @returns {View}
 */
function highlighted({ puzzle, cursor, selection, settings, hint }, digits) {
  if (selection.length > 1 || hint || isSolution(puzzle, digits)) return {};
  const isEqual = settings.equal && digits[cursor] !== ".";
  const equal = isEqual ? equalTo(digits, cursor) : [];
  return { lit: settings.houses ? PEERS[cursor] : [], equal, chosen: isEqual ? Number(digits[cursor]) : 0 };
}

/**
 * Return the roles of repeated digits, broken signs, and of what *Check* has shown to be wrong.
 * @param {State} state
 * @param {string} digits
 */
function faults({ puzzle, checked }, digits) {
  const signs = broken(puzzle, digits);
  const beside = signs.flatMap((index) => [...PAIRS[index]]);
  const wrong = [...repeated(digits), ...(checked?.cells ?? [])];
  return {
    cellRoles: new Map([...roles(beside, "broken"), ...roles(wrong, "wrong")]),
    signRoles: roles(signs, "broken"),
  };
}

/**
 * Return the view of the conflict, the flipped signs or the redundant signs.
 * @param {State} state
 * @returns {View}
 */
function judged({ puzzle, judgement, flipped, showsRedundant, mode }) {
  /** @type {Map<number, Role>} */
  const signRoles = new Map(flipped.map((index) => [index, "repair"]));
  if (!judgement) return { signRoles };
  if (mode === "judge" && showsRedundant) {
    for (const index of related(judgement.redundant ?? [])) signRoles.set(index, "premise");
  }
  const conflict = judgement.conflict ?? [];
  for (const index of related(conflict)) signRoles.set(index, "conflict");
  if (mode === "judge") {
    for (const { relations } of judgement.repairs ?? []) {
      for (const index of related(relations)) signRoles.set(index, "repair");
    }
  }
  const names = new Set(conflict.flatMap(({ lesser, greater }) => [lesser, greater]));
  return { signRoles, cellRoles: roles([...names].map(cellNamed), "conflict") };
}

/**
 * @param {readonly number[]} cells  or pairs
 * @param {Role} role
 * @returns {Map<number, Role>}
 */
const roles = (cells, role) => new Map(cells.map((cell) => [cell, role]));

/** @param {{lesser: string, greater: string}[]} relations */
export const related = (relations) =>
  pairsNamed(relations.map(({ lesser, greater }) => [lesser, greater]));

/**
 * Add the roles of a hint, and return the cells of the houses that its stages speak of.
 * @param {State} state
 * @param {Map<number, Role>} cellRoles
 * @param {Map<number, Role>} signRoles
 */
function hinted({ hint }, cellRoles, signRoles) {
  const stage = hint?.stages.at(-1);
  if (!hint || !stage) return [];
  const last = hint.steps.at(-1); // Steps come with the last stage.
  const done = last?.places.length ? "placed" : "removed";
  const role = hint.kind === "mistake" ? "wrong" : last ? done : "look";
  const add = (/** @type {Iterable<string>} */ names, /** @type {Role} */ its) => {
    for (const name of names) cellRoles.set(cellNamed(name), its);
  };
  add(stage.text.match(/r\dc\d/g) ?? [], "premise"); // The sentence names cells that no data of a hint do.
  add(hint.steps.flatMap(({ removes }) => removes.map(([name]) => name)), "removed");
  add(stage.cells, role);
  const premises = hint.steps.flatMap(({ premises: { relations } }) => relations);
  for (const index of pairsNamed(premises)) signRoles.set(index, "premise");
  return hint.stages.flatMap(({ houses }) => houses).flatMap(houseNamed);
}

/**
 * @param {import("./store.js").Board} board
 * @returns {View}
 */
function drawn({ digits, candidates, cells, signs, marks, labels, arrows }) {
  const byCell = (/** @type {Record<string, any>} */ values) =>
    new Map(Object.entries(values).map(([name, value]) => [cellNamed(name), value]));
  const masks = byCell(candidates);
  return {
    digits,
    candidates: [...digits].map((_, number) => masks.get(number) ?? 0),
    cellRoles: byCell(cells),
    signRoles: new Map(
      signs.map(([lesser, greater, role]) => [pairIndex(cellNamed(lesser), cellNamed(greater)), role]),
    ),
    candidateRoles: new Map(marks.map(([name, digit, role]) => [`${cellNamed(name)},${digit}`, role])),
    labels: byCell(labels),
    arrows: arrows.map(([cause, effect]) => [cellNamed(cause), cellNamed(effect)]),
  };
}
