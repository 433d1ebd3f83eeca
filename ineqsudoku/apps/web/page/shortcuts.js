// The list of all keys that mean something.

import { make } from "./dom.js";
import { openSheet } from "./sheet.js";

/** What keys do, by the word that says so. @type {[string, string[]][]} */
const SHORTCUTS = [
  ["keys.move", ["← ↑ ↓ →"]],
  ["keys.extend", ["Shift ← ↑ ↓ →"]],
  ["keys.edge", ["Home", "End"]],
  ["keys.all", ["Ctrl A"]],
  ["keys.equal", ["="]],
  ["digit", ["1 – 9"]],
  ["corner", ["Shift 1 – 9"]],
  ["centre", ["Ctrl 1 – 9"]],
  ["keys.kind", ["Space"]],
  ["play.erase", ["Backspace", "Delete", "0"]],
  ["undo", ["Ctrl Z"]],
  ["redo", ["Ctrl Y"]],
  ["play.pause", ["P"]],
  ["keys.sign", ["<", ">", "^", "v"]],
  ["keys.turn", ["Shift ← ↑ ↓ →"]],
  ["keys.close", ["Esc"]],
  ["keys", ["?"]],
];

/** @param {import("./words.js").Words} words */
export function openShortcuts(words) {
  const rows = SHORTCUTS.map(([key, names]) => {
    const keys = names.flatMap((name) => [" ", make("kbd", {}, name)]); // Lines end between keys.
    return make("tr", {}, make("th", { scope: "row" }, words(key)), make("td", {}, ...keys));
  });
  openSheet("shortcuts", words("keys"), words, make("table", {}, ...rows));
}
