// The sheet over a paused game, whose board is hidden and whose clock stands.

import { make, makeButton } from "./dom.js";
import { openSheet } from "./sheet.js";
import { time } from "./status.js";

/**
 * @param {import("./store.js").State} state
 * @param {import("./words.js").Words} words
 */
export function openPause({ seconds }, words) {
  const resume = makeButton(words("play.resume"), () => sheet.close());
  resume.className = "main";
  resume.autofocus = true;
  const buttons = make("div", { class: "buttons" }, make("span", {}, time(seconds)), resume);
  const sheet = openSheet("paused", words("play.paused"), words, buttons);
}
