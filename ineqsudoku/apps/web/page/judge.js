// The panel of the judgement.

import { ask } from "./api.js";
import { picture } from "./board.js";
import { byId, make, makeButton } from "./dom.js";
import { cellNamed } from "./geometry.js";
import { fail } from "./judging.js";
import { isBlank, opposite, toJson, withSign } from "./puzzle.js";
import { difficultyOf, signNamed } from "./status.js";
import { related } from "./view.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Show the judgement in its panel.
 * @param {Store} store
 * @param {Words} words
 */
export function showJudgement(store, words) {
  if (store.state.mode !== "judge") return;
  const panel = byId("panel-judge", HTMLElement);
  const focused = document.activeElement;
  const id = panel.contains(focused) && focused?.id;
  panel.replaceChildren(...details(store, words));
  // A button that is replaced loses the focus.
  if (id) document.getElementById(id)?.focus({ preventScroll: true });
}

/**
 * @param {Store} store
 * @param {Words} words
 * @returns {Iterable<Node>}
 */
function* details(store, words) {
  const { state } = store;
  const { judgement, puzzle, flipped } = state;
  const paragraph = (/** @type {string} */ text) => make("p", {}, text);
  if (!judgement) {
    if (isBlank(puzzle)) yield paragraph(words("judge.empty"));
    return;
  }
  if (flipped.length) {
    const signs = flipped.map((index) => signNamed(puzzle, index, words)).join(words("comma"));
    yield paragraph(words("judge.flipped", { signs }));
  }
  if (judgement.difficulty) yield paragraph(difficultyOf(judgement.difficulty, words));
  if (judgement.redundant?.length) {
    yield paragraph(words("judge.redundant", { number: judgement.redundant.length }));
    const toggle = makeButton(words("judge.show-redundant"), () =>
      store.change({ showsRedundant: !store.state.showsRedundant }),
    );
    toggle.id = "redundant";
    toggle.setAttribute("aria-pressed", String(state.showsRedundant));
    const fewer = makeButton(words("judge.minimal"), () => leaveOut(store, fewer));
    fewer.id = "minimal";
    yield make("div", { class: "buttons" }, toggle, fewer);
  }
  if (judgement.conflict) {
    yield paragraph(words(judgement.conflict.length ? "judge.conflict" : "judge.givens"));
  }
  if (judgement.repairs) yield* repairs(store, words);
  const proof = judgement.proof ?? [];
  if (proof.length) {
    const why = makeButton(words("judge.why"), () => store.change({ showsProof: true, step: 0 }));
    why.id = "why";
    yield make("div", { class: "buttons" }, why);
  }
  if (judgement.witnesses) yield* witnesses(state, words);
  if (!judgement.finished && judgement.status !== "valid") yield paragraph(words("judge.searching"));
}

/**
 * @param {Store} store
 * @param {Words} words
 */
function* repairs(store, words) {
  const { judgement, puzzle } = store.state;
  const found = judgement?.repairs ?? [];
  yield make("p", {}, words(found.length ? "judge.repairs" : "judge.no-repair"));
  const buttons = found.map(({ relations, status, breaks }) => {
    const pairs = related(relations);
    const signs = pairs.map((index) => signNamed(puzzle, index, words)).join(words("comma"));
    const key = status === "unique" ? "judge.flip" : "judge.flip-several";
    const flipping = makeButton(words(key, { signs }), () => flip(store, pairs));
    const isOfMany = (judgement?.proof?.length ?? 0) > 1;
    if (breaks && isOfMany) flipping.append(make("small", {}, words("judge.breaks", { number: breaks })));
    return flipping;
  });
  yield make("div", { class: "buttons repairs" }, ...buttons);
}

/**
 * @param {Store} store
 * @param {number[]} pairs
 */
function flip(store, pairs) {
  let { puzzle } = store.state;
  for (const index of pairs) puzzle = withSign(puzzle, index, opposite(puzzle.signs[index]));
  store.write({ puzzle }, { flipped: pairs });
}

/**
 * Remove signs until none is redundant.
 * @param {Store} store
 * @param {HTMLElement} from
 */
async function leaveOut(store, from) {
  const { puzzle } = store.state;
  from.setAttribute("aria-busy", "true");
  try {
    const { minimal } = await ask("judge", { puzzle: toJson(puzzle), minimal: true });
    if (minimal && store.state.puzzle === puzzle) {
      const kept = new Set(related(minimal));
      const signs = [...puzzle.signs].map((sign, index) => (kept.has(index) ? sign : "."));
      store.write({ puzzle: { ...puzzle, signs: signs.join("") } });
    }
  } catch (error) {
    fail(store, error);
  }
  from.removeAttribute("aria-busy");
}

/**
 * @param {State} state
 * @param {Words} words
 */
function* witnesses({ puzzle, judgement }, words) {
  const names = judgement?.differs ?? [];
  const differs = names.map(cellNamed);
  /** @type {Map<number, import("./board.js").Role>} */
  const cellRoles = new Map(differs.map((cell) => [cell, "differs"]));
  const figures = (judgement?.witnesses ?? []).map((digits, index) => {
    const caption = words(index ? "judge.second" : "judge.first");
    const board = picture(puzzle, { digits, cellRoles }, caption);
    return make("figure", {}, make("figcaption", {}, caption), board);
  });
  yield make("div", { class: "witnesses" }, ...figures);
  yield make("p", {}, words("judge.differ", { number: differs.length }));
  if (judgement?.changes) yield make("p", {}, judgement.changes);
}
