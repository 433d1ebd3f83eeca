// Hints in three stages, and requests for the explanation.

import { ask } from "./api.js";
import { button, reason, say } from "./dom.js";
import { DIGITS, SIZE, cellNamed } from "./geometry.js";
import { progress } from "./play.js";
import { replaced, toJson } from "./puzzle.js";
import { withNotesBack, withoutNotes } from "./rules.js";
import { waiting } from "./status.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

const STAGES = 3;

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToHelp(store, words) {
  let isWaiting = false;
  const attempt = async (/** @type {() => Promise<string | void>} */ work) => {
    if (isWaiting) return;
    isWaiting = true;
    store.change({ notice: waiting(words()) });
    const notice = await work().then((said) => said ?? "", (error) => reason(error, words()));
    isWaiting = false;
    store.change({ notice });
  };
  store.listen((state, before) => {
    const isShown = state.hint || state.explanation;
    if (isShown && state.language !== before.language) attempt(() => translate(store, words()));
  });
  button("hint").addEventListener("click", () => {
    const stage = (store.state.hint?.stages.length ?? 0) + 1;
    if (stage <= STAGES) attempt(() => giveHint(store, stage));
    else apply(store);
  });
  button("remove").addEventListener("click", () => attempt(() => removeMistakes(store)));
  button("explain").addEventListener("click", () => attempt(() => explain(store, words())));
}

/**
 * Request a hint up to a stage.
 * @param {Store} store
 * @param {number} stage
 */
async function giveHint(store, stage) {
  const { puzzle, play } = store.state;
  const answer = await requestHint(puzzle, play, stage);
  const isCurrent = store.state.puzzle === puzzle && store.state.play === play;
  const hints = store.state.hints + (store.state.hint ? 0 : 1);
  if (isCurrent) store.change({ hint: answer, explanation: null, hints });
}

/**
 * @param {import("./puzzle.js").Puzzle} puzzle
 * @param {import("./play.js").Play} play
 * @param {number} stage
 */
const requestHint = (puzzle, play, stage) =>
  ask("hint", { puzzle: toJson(puzzle), progress: progress(puzzle, play), stage });

/**
 * Request all steps, and return why none are shown.
 * @param {Store} store
 * @param {Words} words
 * @param {number} [step]  to start with
 */
async function explain(store, words, step = 0) {
  const { puzzle } = store.state;
  const explanation = await ask("explain", { puzzle: toJson(puzzle) });
  if (!explanation.steps.length) return words("unsolved");
  const hints = store.state.hints + (store.state.explanation ? 0 : 1);
  if (store.state.puzzle === puzzle) store.change({ explanation, step, hint: null, hints });
}

/**
 * Request the shown hint or explanation again, in the present language.
 * @param {Store} store
 * @param {Words} words
 */
async function translate(store, words) {
  const { hint, explanation, step } = store.state;
  if (hint) await giveHint(store, hint.stages.length);
  if (explanation) await explain(store, words, step);
}

/**
 * Enter the result of a hint: its digit, or its exclusions in the notes.
 * @param {Store} store
 */
function apply(store) {
  const { puzzle, play, hint, settings } = store.state;
  const step = hint?.steps.at(-1);
  if (!step) return;
  let { digits } = play;
  const centre = [...play.centre];
  const placed = step.places.map(([name, digit]) => {
    const cell = cellNamed(name);
    digits = replaced(digits, cell, DIGITS[digit - 1]);
    return cell;
  });
  for (const [name, digit] of step.removes) {
    const cell = cellNamed(name);
    centre[cell] = (centre[cell] || (1 << SIZE) - 1) & ~(1 << (digit - 1));
  }
  const after = { ...play, digits, centre };
  store.write({ play: settings.clears ? withoutNotes(puzzle, after, placed) : after });
}

/**
 * Remove the wrong digits, and then the notes of cells that lack the right digit: a wrong digit may
 * have cleared it, or may have covered them.
 * @param {Store} store
 */
async function removeMistakes(store) {
  const before = store.state;
  const { puzzle, play, settings } = before;
  let mended = play;
  let hint = await requestHint(puzzle, mended, STAGES);
  while (hint.kind === "mistake") {
    if (hint.wrong_digits.length) {
      let { digits } = mended;
      for (const [name] of hint.wrong_digits) digits = replaced(digits, cellNamed(name), ".");
      mended = { ...mended, digits };
      if (settings.clears) mended = withNotesBack(before, mended);
    } else {
      const centre = [...mended.centre];
      for (const name of hint.wrong_marks) centre[cellNamed(name)] = 0;
      mended = { ...mended, centre };
    }
    hint = await requestHint(puzzle, mended, STAGES);
  }
  if (store.state.puzzle === puzzle && store.state.play === play) store.write({ play: mended });
}

/**
 * Return the sentence of a hint.
 * @param {import("./store.js").State} state
 * @param {Words} words
 */
export function helping({ hint, notice }, words) {
  if (notice) return notice;
  return hint?.stages.at(-1)?.text ?? words("help.how");
}

/**
 * @param {import("./store.js").State} state
 * @param {Words} words
 */
export function showHelp({ mode, hint }, words) {
  const hasMore = Boolean(hint) && (hint?.stages.length ?? 0) < STAGES;
  const isOver = Boolean(hint) && !hasMore;
  const isMistake = hint?.kind === "mistake";
  const [next, remove, explain] = [button("hint"), button("remove"), button("explain")];
  const focused = document.activeElement;
  say(next, words(isOver ? "help.apply" : hasMore ? "help.more" : "help.hint"));
  next.disabled = isOver && !hint?.steps.length;
  next.hidden = isMistake && isOver;
  remove.hidden = !isMistake;
  remove.className = next.hidden ? "main" : "";
  explain.hidden = isMistake;
  // A button that is hidden loses the focus.
  if (mode === "help" && focused === next && next.hidden) remove.focus();
  if (mode === "help" && focused === remove && remove.hidden) next.focus();
}
