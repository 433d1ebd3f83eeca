// The techniques of the step or the hint that is shown, and their parts of the technique book.

import { byId, makeButton, say } from "./dom.js";
import { closeOutside } from "./settings.js";
import { stepsOf } from "./steps.js";

/** @typedef {import("./words.js").Words} Words */

export const listenToLesson = () => closeOutside(byId("lesson", HTMLDialogElement));

/**
 * Show the names of the techniques; each opens its lesson.
 * @param {import("./store.js").State} state
 * @param {Words} words
 */
export function showTechniques(state, words) {
  const box = byId("techniques", HTMLElement);
  const names = techniques(state).map((technique) => words(`technique.${technique}`));
  if (box.textContent === names.join("")) return; // Or the button that opened a lesson would go.
  const buttons = techniques(state).map((technique, index) => {
    const opener = makeButton(names[index], () => showLesson(technique, words));
    opener.className = "plain";
    opener.setAttribute("aria-haspopup", "dialog");
    return opener;
  });
  box.replaceChildren(...buttons);
}

/**
 * @param {import("./store.js").State} state
 * @returns {string[]}
 */
function techniques(state) {
  const shown = stepsOf(state);
  if (shown) return [shown.steps[state.step].technique];
  const hint = state.mode === "help" ? state.hint : null;
  return [...new Set(hint?.steps.map(({ technique }) => technique))];
}

/**
 * @param {string} technique
 * @param {Words} words
 */
function showLesson(technique, words) {
  say(byId("lessonname", HTMLElement), words(`technique.${technique}`));
  for (const part of ["idea", "spot"]) say(byId(part, HTMLElement), words(`${part}.${technique}`));
  byId("lesson", HTMLDialogElement).showModal();
}
