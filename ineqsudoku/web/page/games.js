// The list of games that the browser stores.

import { picture } from "./board.js";
import { byId, make, makeButton } from "./dom.js";
import { enter } from "./enter.js";
import { filled } from "./play.js";
import { isSame } from "./puzzle.js";
import { forget, games } from "./saving.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToGames(store, words) {
  const show = () => showGames(store, words());
  store.listen((state, before) => {
    const isOther = state.puzzle !== before.puzzle || state.language !== before.language;
    if (state.mode === "play" && (isOther || before.mode !== "play")) show();
  });
  show();
}

/**
 * Show all games except the present one.
 * @param {Store} store
 * @param {Words} words
 */
function showGames(store, words) {
  const others = games().filter(({ puzzle }) => !isSame(puzzle, store.state.puzzle));
  byId("gamestitle", HTMLElement).hidden = !others.length;
  const entries = others.map(({ puzzle, play }) => {
    const digits = filled(puzzle, play);
    const done = [...digits].filter((each) => each !== ".").length;
    const label = words("play.filled", { done, all: digits.length });
    const resume = makeButton(label, () => enter(store, puzzle), picture(puzzle, { digits }));
    const remove = makeButton(words("play.forget"), () => {
      forget(puzzle);
      showGames(store, words);
    });
    remove.className = "plain";
    return make("li", {}, resume, remove);
  });
  byId("games", HTMLElement).replaceChildren(...entries);
}
