// Hints in four stages, and the explanation step by step.

import { ask } from "./api.js";
import { button, byId, make, reason, say } from "./dom.js";
import { cellNamed } from "./geometry.js";
import { progress } from "./play.js";
import { replaced, toJson } from "./puzzle.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").State} State
 * @typedef {import("./words.js").Words} Words
 */

const STAGES = 4;

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToHelp(store, words) {
  const fail = (/** @type {unknown} */ error) => {
    byId("stages", HTMLElement).replaceChildren(make("li", {}, reason(error, words())));
  };
  store.listen((state, before) => {
    if (state.language !== before.language) translate(store).catch(fail);
  });
  button("hint").addEventListener("click", () => {
    const stage = (store.state.hint?.stages.length ?? 0) + 1;
    if (stage <= STAGES) giveHint(store, stage).catch(fail);
  });
  button("apply").addEventListener("click", () => apply(store));
  button("explain").addEventListener("click", () => {
    if (store.state.explanation) store.change({ explanation: null, step: 0 });
    else explain(store).catch(fail);
  });
  const move = (/** @type {number} */ step) => {
    const last = (store.state.explanation?.steps.length ?? 1) - 1;
    store.change({ step: Math.min(Math.max(step, 0), last) });
  };
  const slider = byId("slider", HTMLInputElement);
  slider.addEventListener("input", () => move(Number(slider.value)));
  button("previous").addEventListener("click", () => move(store.state.step - 1));
  button("next").addEventListener("click", () => move(store.state.step + 1));
}

/**
 * Request a hint up to a stage.
 * @param {Store} store
 * @param {number} stage
 */
async function giveHint(store, stage) {
  const { puzzle, play } = store.state;
  const request = { puzzle: toJson(puzzle), progress: progress(puzzle, play), stage };
  const answer = await ask("hint", request);
  const isCurrent = store.state.puzzle === puzzle && store.state.play === play;
  if (isCurrent) store.change({ hint: answer, explanation: null });
}

/**
 * @param {Store} store
 * @param {number} [step]  to start with
 */
async function explain(store, step = 0) {
  const { puzzle } = store.state;
  const explanation = await ask("explain", { puzzle: toJson(puzzle) });
  if (store.state.puzzle === puzzle) store.change({ explanation, step, hint: null });
}

/**
 * Request the shown hint or explanation again, in the present language.
 * @param {Store} store
 */
async function translate(store) {
  const { hint, explanation, step } = store.state;
  if (hint) await giveHint(store, hint.stages.length);
  if (explanation) await explain(store, step);
}

/**
 * Enter the result of a hint: its digit, or its exclusions in the centre marks.
 * @param {Store} store
 */
function apply(store) {
  const { puzzle, play, hint } = store.state;
  const step = hint?.steps.at(-1);
  if (!step) return;
  let { digits } = play;
  const centre = [...play.centre];
  const { geometry } = puzzle;
  for (const [name, digit] of step.places) {
    digits = replaced(digits, cellNamed(geometry, name), geometry.symbols[digit - 1]);
  }
  for (const [name, digit] of step.removes) {
    const cell = cellNamed(geometry, name);
    centre[cell] = (centre[cell] || (1 << geometry.size) - 1) & ~(1 << (digit - 1));
  }
  store.write({ play: { ...play, digits, centre } });
}

/**
 * @param {Store} store
 * @param {Words} words
 */
export function showHelp({ state }, words) {
  const { hint, explanation, step } = state;
  const hasMore = Boolean(hint) && (hint?.stages.length ?? 0) < STAGES;
  const isOver = Boolean(hint) && !hasMore;
  say(button("hint"), words(hasMore ? "help.more" : "help.hint"));
  button("hint").disabled = isOver || hint?.kind === "solved" || hint?.kind === "none";
  button("apply").hidden = !hint?.steps.length;
  say(button("explain"), words(explanation ? "help.close" : "help.explain"));
  const list = byId("stages", HTMLElement);
  const stages = told(hint);
  if (hint || list.dataset.shows) {
    list.dataset.shows = hint ? "hint" : "";
    if ([...list.children].map((each) => each.textContent).join() !== stages.join()) {
      list.replaceChildren(...stages.map((text) => make("li", {}, text)));
    }
  }
  byId("explanation", HTMLElement).hidden = !explanation;
  if (!explanation) return;
  const { steps } = explanation;
  const number = words("help.step", { number: step + 1, all: steps.length });
  say(byId("stepnumber", HTMLElement), number);
  say(byId("steptext", HTMLElement), steps[step]?.text ?? "");
  const slider = byId("slider", HTMLInputElement);
  slider.max = String(steps.length - 1);
  slider.value = String(step);
  slider.setAttribute("aria-valuetext", number);
  button("previous").disabled = step === 0;
  button("next").disabled = step === steps.length - 1;
}

/**
 * Return the text that each stage adds to the one before.
 * @param {State["hint"]} hint
 */
const told = (hint) =>
  (hint?.stages ?? []).map((stage, index, all) => {
    const known = all.slice(0, index).filter((before) => stage.startsWith(before));
    const length = Math.max(0, ...known.map((before) => before.length));
    return stage.slice(length).trim() || stage;
  });
