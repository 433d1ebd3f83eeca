// The list of games that the browser stores.

import { picture } from "./board.js";
import { byId, make, makeButton } from "./dom.js";
import { openGame } from "./modes.js";
import { filled } from "./play.js";
import { forget, games, unfinished } from "./saving.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/**
 * Show the stored games.
 * @param {Store} store
 * @param {Words} words
 * @param {() => void} leave
 */
export function showGames(store, words, leave) {
  const others = [...games(store.state.puzzle)];
  byId("gamestitle", HTMLElement).hidden = !others.length;
  const entries = others.map(({ puzzle, play }) => {
    const digits = filled(puzzle, play);
    const done = [...digits].filter((each) => each !== ".").length;
    const label = words("play.filled", { done, all: digits.length });
    const resume = () => {
      openGame(store, puzzle);
      leave();
    };
    const remove = makeButton(words("play.forget"), () => {
      forget(puzzle);
      store.change({ unfinished: unfinished(store.state.puzzle) });
      showGames(store, words, leave);
    });
    remove.className = "plain";
    return make("li", {}, makeButton(label, resume, picture(puzzle, { digits })), remove);
  });
  byId("games", HTMLElement).replaceChildren(...entries);
}
