// The view of the board for a state.

import { cellNamed, pairIndex } from "./geometry.js";
import { clashes, filled } from "./play.js";
import { pairsNamed } from "./puzzle.js";

/**
 * @typedef {import("./store.js").State} State
 * @typedef {import("./board.js").View} View
 * @typedef {import("./board.js").Role} Role
 */

/** The modes in which the board shows the faults of the puzzle. @type {readonly State["mode"][]} */
const JUDGED = ["enter", "make", "judge"];

/**
 * @param {State} state
 * @returns {View}
 */
export function viewOf(state) {
  if (state.mode === "help" && state.explanation) return explained(state);
  const { puzzle, play } = state;
  const view = { ...play, digits: filled(puzzle, play) };
  if (JUDGED.includes(state.mode)) return { ...view, ...judged(state) };
  if (state.mode === "help") return { ...view, ...hinted(state) };
  const wrong = clashes(puzzle, play).map((cell) => /** @type {[number, Role]} */ ([cell, "wrong"]));
  return { ...view, cellRoles: new Map(wrong) };
}

/**
 * Return the view of the cycle, the conflict, the flipped signs or the redundant signs.
 * @param {State} state
 * @returns {View}
 */
function judged({ puzzle, judgement, flipped, showsRedundant, mode }) {
  /** @type {Map<number, Role>} */
  const signRoles = new Map(flipped.map((index) => [index, "repair"]));
  const cell = (/** @type {string} */ name) => cellNamed(puzzle.geometry, name);
  if (!judgement) return { signRoles };
  if (mode === "judge" && showsRedundant) {
    for (const index of related(puzzle, judgement.redundant ?? [])) signRoles.set(index, "premise");
  }
  if (judgement.cycle) {
    const cells = judgement.cycle.map(cell);
    for (const [index, one] of cells.entries()) {
      const next = cells[(index + 1) % cells.length];
      signRoles.set(pairIndex(puzzle.geometry, one, next), "conflict");
    }
    const letters = cells.map((one, index) =>
      /** @type {[number, string]} */ ([one, String.fromCharCode(97 + (index % 26))]),
    );
    return { signRoles, cellRoles: roles(cells, "conflict"), letters: new Map(letters) };
  }
  const conflict = judgement.conflict ?? [];
  for (const index of related(puzzle, conflict)) signRoles.set(index, "conflict");
  if (mode === "judge") {
    for (const { relations } of judgement.repairs ?? []) {
      for (const index of related(puzzle, relations)) signRoles.set(index, "repair");
    }
  }
  const names = new Set(conflict.flatMap(({ lesser, greater }) => [lesser, greater]));
  return { signRoles, cellRoles: roles([...names].map(cell), "conflict") };
}

/**
 * @param {readonly number[]} cells
 * @param {Role} role
 * @returns {Map<number, Role>}
 */
const roles = (cells, role) => new Map(cells.map((cell) => [cell, role]));

/**
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {{lesser: string, greater: string}[]} relations
 */
export const related = (puzzle, relations) =>
  pairsNamed(puzzle, relations.map(({ lesser, greater }) => [lesser, greater]));

/**
 * @param {State} state
 * @returns {View}
 */
function hinted({ puzzle, hint }) {
  if (!hint) return {};
  const cells = hint.cells.map((name) => cellNamed(puzzle.geometry, name));
  const step = hint.steps.at(-1);
  const signRoles = step ? premises(puzzle, step) : new Map();
  return { cellRoles: roles(cells, hint.kind === "mistake" ? "wrong" : "placed"), signRoles };
}

/**
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {import("./store.js").Step} step
 * @returns {Map<number, Role>}
 */
const premises = (puzzle, step) =>
  new Map(pairsNamed(puzzle, step.premises.relations).map((index) => [index, "premise"]));

/**
 * Return the view of the board before a step of the explanation, with the step marked.
 * @param {State} state
 * @returns {View}
 */
function explained({ puzzle, explanation, step: number }) {
  const { geometry } = puzzle;
  const steps = explanation?.steps ?? [];
  const { candidates, digits } = boardAfter(puzzle, steps.slice(0, number));
  const step = steps[number];
  if (!step) return { candidates, digits };
  /** @type {Map<number, Role>} */
  const cellRoles = new Map();
  /** @type {Map<string, Role>} */
  const candidateRoles = new Map();
  const ways = /** @type {[[string, number][], Role][]} */ ([
    [step.removes, "removed"],
    [step.places, "placed"],
  ]);
  for (const { cell } of step.premises.cells) cellRoles.set(cellNamed(geometry, cell), "premise");
  for (const [targets, role] of ways) {
    for (const [name, digit] of targets) {
      const cell = cellNamed(geometry, name);
      cellRoles.set(cell, role);
      if ((candidates[cell] >> (digit - 1)) & 1) candidateRoles.set(`${cell},${digit}`, role);
    }
  }
  return { candidates, digits, cellRoles, candidateRoles, signRoles: premises(puzzle, step) };
}

/**
 * Return the candidates and digits of a puzzle after some steps of its explanation.
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {import("./store.js").Step[]} steps
 */
export function boardAfter({ geometry, givens }, steps) {
  const { symbols, peers } = geometry;
  const candidates = [...givens].map(() => (1 << geometry.size) - 1);
  const digits = [...givens];
  const place = (/** @type {number} */ cell, /** @type {number} */ digit) => {
    digits[cell] = symbols[digit - 1];
    candidates[cell] = 1 << (digit - 1);
    for (const peer of peers[cell]) candidates[peer] &= ~(1 << (digit - 1));
  };
  for (const [cell, given] of [...givens].entries()) {
    if (given !== ".") place(cell, symbols.indexOf(given) + 1);
  }
  for (const step of steps) {
    for (const [name, digit] of step.places) place(cellNamed(geometry, name), digit);
    for (const [name, digit] of step.removes) {
      candidates[cellNamed(geometry, name)] &= ~(1 << (digit - 1));
    }
  }
  return { candidates, digits: digits.join("") };
}
