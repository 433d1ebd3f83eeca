// The keys below the board: digits, and what they write.

import { addChoices, button, byId, make, makeButton, say, set } from "./dom.js";
import { DIGITS, SIZE } from "./geometry.js";
import { erase, isWritten, write, writeSign } from "./input.js";
import { COLOURS, KINDS, filled } from "./play.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

const SIGNS = ["<", ">", "^", "v"];

/** @param {Store} store */
export function listenToKeys(store) {
  addChoices("kind", KINDS, (kind) => store.change({ kind }));
  const signs = SIGNS.map((sign) => {
    const key = makeButton(sign === "v" ? "∨" : sign === "^" ? "∧" : sign, () => writeSign(store, sign));
    key.id = `sign-${sign}`;
    return key;
  });
  byId("signs", HTMLElement).append(...signs);
  byId("keys", HTMLElement).addEventListener("click", ({ target, currentTarget }) => {
    const key = target instanceof Element && target.closest("button");
    if (!key) return;
    if (key.id === "erase") erase(store);
    else write(store, [.../** @type {HTMLElement} */ (currentTarget).children].indexOf(key) + 1, store.state.kind);
  });
  button("undo").addEventListener("click", () => store.travel(-1));
  button("redo").addEventListener("click", () => store.travel(1));
}

/**
 * @param {Store} store
 * @param {Words} words
 */
export function showKeys(store, words) {
  const { state } = store;
  button("undo").disabled = !state.past.length;
  button("redo").disabled = !state.future.length;
  for (const kind of KINDS) {
    const key = button(`kind-${kind}`);
    set(key, "aria-pressed", String(kind === state.kind));
    say(key, words(kind));
    key.disabled = !isWritten(state);
  }
  button("check").disabled = !isWritten(state);
  const sides = ["less.right", "greater.right", "less.below", "greater.below"];
  for (const [index, sign] of SIGNS.entries()) {
    set(button(`sign-${sign}`), "aria-label", words(sides[index]));
  }
  showDigits(store, words);
}

/**
 * Show a key for each digit with the number of them that are missing, or for each colour.
 * @param {Store} store
 * @param {Words} words
 */
function showDigits(store, words) {
  const { puzzle, play, kind, mode } = store.state;
  const isColour = kind === "colour" && mode !== "enter";
  const pad = byId("keys", HTMLElement);
  const names = isColour ? [...DIGITS].slice(0, COLOURS) : [...DIGITS];
  const shape = isColour ? "colours" : "digits";
  if (pad.dataset.shape !== shape) {
    pad.dataset.shape = shape;
    pad.style.setProperty("--columns", String(Math.ceil((names.length + 1) / 2)));
    const keys = names.map((name, index) => {
      const key = make("button", { type: "button" });
      if (isColour) key.className = `swatch-${index + 1}`;
      else key.append(name);
      return key;
    });
    pad.replaceChildren(...keys, button("erase"));
  }
  const digits = [...filled(puzzle, play)];
  for (const [index, name] of names.entries()) {
    const key = /** @type {HTMLElement} */ (pad.children[index]);
    const missing = SIZE - digits.filter((digit) => digit === name).length;
    const counts = !isColour && mode !== "enter";
    const label = counts ? words("play.missing", { digit: name, number: Math.max(missing, 0) }) : name;
    set(key, "aria-label", isColour ? words("marks.colour", { number: name }) : label);
    key.classList.toggle("done", counts && missing <= 0);
    set(key, "data-missing", counts && missing > 0 ? `${missing}` : "");
  }
  say(button("erase"), words("play.erase"));
}
