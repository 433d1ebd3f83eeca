// New puzzles, generated from a wish and a seed.

import { ask, isLoading } from "./api.js";
import { button, byId, make, reason, say } from "./dom.js";
import { LEVELS } from "./daily.js";
import { open, turnTo } from "./modes.js";
import { fromJson } from "./puzzle.js";
import { tell } from "./speech.js";
import { waiting } from "./status.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/** The wish sent to `generate` for each choice. @type {Record<string, object>} */
const KINDS = {
  full: {},
  minimal: { kind: "partial", signs: "minimal" },
  plain: { kind: "plain" },
};

const SEEDS = 1_000_000;

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToMaking(store, words) {
  /** @type {AbortController | null} */
  let running = null;
  let isTyped = false;
  const seed = byId("seed", HTMLInputElement);
  const name = () => {
    nameChoices(words());
    say(button("make"), words()(running ? "make.stop" : "make.make"));
  };
  store.listen((state, before) => {
    if (state.language !== before.language) name();
    if (state.mode !== "make") running?.abort(); // It would replace another puzzle.
  });
  name();
  byId("newkind", HTMLSelectElement).addEventListener("change", offerLevels);
  offerLevels(); // A browser may restore the form.
  seed.addEventListener("input", () => (isTyped = seed.value !== ""));
  button("playmade").addEventListener("click", () => turnTo(store, "play"));
  button("make").addEventListener("click", async () => {
    if (running) return running.abort();
    if (!isTyped) seed.value = String(Math.floor(Math.random() * SEEDS));
    isTyped = false;
    running = new AbortController();
    name();
    await makePuzzle(store, words, { seed: Number(seed.value), ...wishes() }, running.signal);
    running = null;
    name();
  });
}

/**
 * Open a new puzzle, and show how to generate it again, or why there is none.
 * @param {Store} store
 * @param {() => Words} words
 * @param {object} wish
 * @param {AbortSignal} signal
 */
async function makePuzzle(store, words, wish, signal) {
  const output = byId("made", HTMLElement);
  tell(output, isLoading() ? waiting(words()) : words()("make.working"));
  try {
    const { puzzle } = await ask("generate", wish, signal);
    open(store, fromJson(puzzle));
    button("playmade").hidden = false;
    const sentence = make("span", { class: "mouse" }, words()("make.made"));
    tell(output, sentence, make("code", { class: "mouse" }, command(wish)));
  } catch (error) {
    tell(output, signal.aborted ? "" : reason(error, words()));
  }
}

/** Return the wishes that differ from the defaults of `generate`. */
function wishes() {
  const [level, kind] = ["level", "newkind"].map((id) => byId(id, HTMLSelectElement).value);
  return { ...KINDS[kind], ...(level && { level }) };
}

/** Offer levels, unless as few signs as possible are wanted: that takes longer than a request may. */
function offerLevels() {
  const [level, kind] = ["level", "newkind"].map((id) => byId(id, HTMLSelectElement));
  level.disabled = kind.value === "minimal";
  if (level.disabled) level.value = "";
}

/** @param {object} wish */
const command = (wish) =>
  `ineqsudoku generate ${Object.entries(wish).map(([name, value]) => `--${name} ${value}`).join(" ")}`;

/** @param {Words} words */
function nameChoices(words) {
  /** @type {[string, string[], (choice: string) => string][]} */
  const choices = [
    ["level", ["", ...LEVELS], (level) => words(level || "make.any")],
    ["newkind", Object.keys(KINDS), (kind) => words(`make.${kind}`)],
  ];
  for (const [id, values, name] of choices) {
    const select = byId(id, HTMLSelectElement);
    const chosen = select.value;
    select.replaceChildren(...values.map((value) => make("option", { value }, name(value))));
    if (values.includes(chosen)) select.value = chosen;
  }
}
