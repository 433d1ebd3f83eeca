// The steps of an explanation in *Help*, or of a proof in *Judge*, one after the other.

import { button, byId, say } from "./dom.js";

/**
 * @typedef {import("./store.js").State} State
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Return the steps that are shown, and their boards; `null` if none are.
 * @param {State} state
 */
export function stepsOf({ mode, explanation, showsProof, judgement }) {
  if (mode === "help") return explanation;
  if (mode !== "judge" || !showsProof || !judgement?.proof?.length) return null;
  return { steps: judgement.proof, boards: judgement.boards };
}

/** @param {Store} store */
export function listenToSteps(store) {
  const slider = byId("slider", HTMLInputElement);
  slider.addEventListener("input", () => move(store, Number(slider.value)));
  button("previous").addEventListener("click", () => move(store, store.state.step - 1));
  button("next").addEventListener("click", () => move(store, store.state.step + 1));
  button("closesteps").addEventListener("click", () => closeSteps(store));
  store.listen((state, before) => {
    const shown = stepsOf(state);
    if (state.mode !== before.mode || Boolean(shown) === Boolean(stepsOf(before))) return;
    const opener = state.mode === "judge" ? "why" : "explain";
    const target = !shown ? opener : shown.steps.length > 1 ? "next" : "closesteps";
    queueMicrotask(() => document.getElementById(target)?.focus());
  });
}

/** @param {Store} store */
export const closeSteps = (store) => store.change({ explanation: null, showsProof: false, step: 0 });

/**
 * @param {Store} store
 * @param {number} step
 */
function move(store, step) {
  const last = (stepsOf(store.state)?.steps.length ?? 1) - 1;
  store.change({ step: Math.min(Math.max(step, 0), last) });
}

/**
 * Go to the next step or back by an arrow, unless the arrow moves over the cells.
 * @param {Store} store
 * @param {KeyboardEvent} event
 * @returns {boolean}  whether the key meant that
 */
export function stepByKey(store, { key, target }) {
  const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  const isOnCells = target instanceof Element && target.closest("#cells");
  if (!by || isOnCells || !stepsOf(store.state)) return false;
  move(store, store.state.step + by);
  return true;
}

/**
 * Name the techniques of the step, or of the steps of the hint, that are shown.
 * @param {State} state
 * @param {Words} words
 */
export function showTechniques(state, words) {
  const shown = stepsOf(state);
  const steps = shown ? [shown.steps[state.step]] : state.mode === "help" ? state.hint?.steps : [];
  const names = new Set(steps?.map(({ technique }) => words(`technique.${technique}`)));
  say(byId("techniques", HTMLElement), [...names].join(words("comma")));
}

/**
 * @param {State} state
 * @param {Words} words
 */
export function showSteps(state, words) {
  const shown = stepsOf(state);
  if (!shown) return;
  const { step } = state;
  const all = shown.steps.length;
  say(byId("stepnumber", HTMLElement), `${step + 1}/${all}`);
  const slider = byId("slider", HTMLInputElement);
  slider.max = String(all - 1);
  slider.value = String(step);
  slider.setAttribute("aria-valuetext", words("help.step", { number: step + 1, all }));
  const [previous, next] = [button("previous"), button("next")];
  const focused = document.activeElement;
  previous.disabled = step === 0;
  next.disabled = step === all - 1;
  // A button that is disabled loses the focus.
  if (focused === previous && previous.disabled) next.focus();
  if (focused === next && next.disabled) previous.focus();
}
