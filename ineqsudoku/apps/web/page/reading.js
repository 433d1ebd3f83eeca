// Reads the puzzles of a text or a file, and lists them with their faults.

import { ask } from "./api.js";
import { picture } from "./board.js";
import { byId, make, makeButton, reason, say } from "./dom.js";
import { enter } from "./modes.js";
import { fromJson, toJson } from "./puzzle.js";
import { tell } from "./speech.js";
import { difficultyOf, waiting } from "./status.js";
import { formatName } from "./words.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./puzzle.js").Puzzle} Puzzle
 *
 * @typedef {{line: number, column: number, message: string, hint: string}} Fault
 */

/** The most bytes of a file: in base64 it must fit into a request of 1 MiB. */
const MOST_BYTES = 700 * 1024;

const MOST_SHOWN = 60;

/** The format with rules that this page does not support; `lossy` drops these rules. */
const WITH_FOREIGN_RULES = "fpuzzles";

/**
 * Read the puzzles of a file.
 * @param {Store} store
 * @param {Words} words
 * @param {File} file
 */
export async function readFile(store, words, file) {
  if (file.size > MOST_BYTES) {
    tell(byId("reading", HTMLElement), words("enter.large"));
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  byId("text", HTMLTextAreaElement).value = new TextDecoder().decode(bytes);
  await readPuzzles(store, words, { base64: btoa(binary) });
}

/**
 * Read the puzzles that a request names: enter the only one, or list several.
 * @param {Store} store
 * @param {Words} words
 * @param {object} request
 */
export async function readPuzzles(store, words, request) {
  const output = byId("reading", HTMLElement);
  const list = byId("puzzles", HTMLElement);
  const sheet = byId("source", HTMLDialogElement);
  list.replaceChildren();
  tell(output, waiting(words));
  try {
    const answer = await ask("read", request);
    if (!sheet.open) return output.replaceChildren(); // The player may be at another puzzle.
    const puzzles = answer.puzzles.map((/** @type {any} */ each) => fromJson(each.puzzle));
    tell(output, ...report(words, answer));
    if (answer.faults.length && answer.format === WITH_FOREIGN_RULES && !("lossy" in request)) {
      const again = () => readPuzzles(store, words, { ...request, lossy: true });
      output.append(makeButton(words("enter.lossy"), again));
    }
    if (puzzles.length === 1) enter(store, puzzles[0]);
    const isClear = !answer.faults.length && !answer.warnings.length;
    if (puzzles.length === 1 && isClear) sheet.close();
    if (puzzles.length > 1) await showList(store, words, list, puzzles);
  } catch (error) {
    tell(output, reason(error, words));
  }
}

/**
 * @param {Words} words
 * @param {{format: string, count: number, faults: Fault[], has_more_faults: boolean, warnings: string[]}} answer
 */
function* report(words, { format, count, faults, has_more_faults, warnings }) {
  if (faults.length) {
    yield make("p", {}, words("enter.faults"));
    yield make("ul", {}, ...faults.map((fault) => make("li", {}, ...explained(words, fault))));
    if (has_more_faults) yield make("p", {}, words("enter.more"));
  }
  const name = formatName(words, format);
  if (count === 1) yield make("p", {}, words("enter.one", { format: name }));
  if (count > 1) yield make("p", {}, words("enter.many", { number: count, format: name }));
  if (count > MOST_SHOWN) yield make("p", {}, words("enter.first", { number: MOST_SHOWN }));
  for (const warning of warnings) yield make("p", { class: "quiet" }, warning);
}

/**
 * Yield a button that selects the place of a fault in the text, and advice.
 * @param {Words} words
 * @param {Fault} fault
 */
function* explained(words, { line, column, message, hint }) {
  const fault = words("enter.fault", { line, column, fault: message });
  yield makeButton(fault, () => {
    const text = byId("text", HTMLTextAreaElement);
    const before = text.value.split("\n").slice(0, line - 1);
    const start = before.reduce((length, each) => length + each.length + 1, 0) + column - 1;
    text.focus();
    text.setSelectionRange(start, start + 1);
  });
  if (hint) yield make("p", { class: "quiet" }, hint);
}

/**
 * Show several puzzles with their status and level; they are judged one after the other.
 * @param {Store} store
 * @param {Words} words
 * @param {HTMLElement} list
 * @param {Puzzle[]} puzzles
 */
async function showList(store, words, list, puzzles) {
  const shown = puzzles.slice(0, MOST_SHOWN);
  const states = shown.map((puzzle, index) => {
    const label = words("enter.puzzle", { number: index + 1 });
    const status = make("span", { class: "quiet" }, "…");
    const choose = () => {
      enter(store, puzzle);
      byId("source", HTMLDialogElement).close();
    };
    const entry = makeButton(label, choose, picture(puzzle, {}));
    entry.append(status);
    list.append(make("li", {}, entry));
    return status;
  });
  for (const [index, puzzle] of shown.entries()) {
    if (!states[index].isConnected) return;
    const judged = await ask("judge", { puzzle: toJson(puzzle), repair: 0 });
    const difficulty = judged.difficulty && difficultyOf(judged.difficulty, words);
    say(states[index], [judged.verdict, difficulty].filter(Boolean).join(" "));
  }
}
