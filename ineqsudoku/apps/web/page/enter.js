// Ways to enter a puzzle: sign by sign, from a text, from a file, or from a game.

import { button, byId } from "./dom.js";
import { enter, turnTo } from "./modes.js";
import { blank, isBlank } from "./puzzle.js";
import { closeOutside } from "./settings.js";
import { tell } from "./speech.js";
import { waiting } from "./status.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToEntry(store, words) {
  const sheet = byId("source", HTMLDialogElement);
  const text = byId("text", HTMLTextAreaElement);
  const file = byId("file", HTMLInputElement);
  const read = async (/** @type {object | File} */ source) => {
    const output = byId("reading", HTMLElement);
    tell(output, waiting(words()));
    const reading = await import("./reading.js").catch(() => undefined);
    if (!reading) tell(output, words()("failure")); // There is no network.
    else if (source instanceof File) await reading.readFile(store, words(), source);
    else await reading.readPuzzles(store, words(), source);
  };
  button("opensource").addEventListener("click", () => sheet.showModal());
  closeOutside(sheet);
  button("read").addEventListener("click", () => read({ text: text.value }));
  text.addEventListener("paste", () => setTimeout(() => read({ text: text.value })));
  button("open").addEventListener("click", () => file.click());
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await read(chosen);
    file.value = "";
  });
  const bring = (/** @type {string} */ content) => {
    turnTo(store, "enter");
    if (!sheet.open) sheet.showModal();
    text.value = content;
  };
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer?.files ?? [];
    const dragged = event.dataTransfer?.getData("text/plain");
    if (dropped || dragged) bring(dragged ?? "");
    if (dropped) await read(dropped);
    else if (dragged) await read({ text: dragged });
  });
  addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain");
    if (event.target === text || store.state.mode !== "enter" || !pasted) return;
    bring(pasted);
    read({ text: pasted });
  });
  button("blank").addEventListener("click", () => enter(store, blank()));
  button("edit").addEventListener("click", () => {
    const { played } = store.state;
    if (played) enter(store, played);
    sheet.close();
  });
  button("playown").addEventListener("click", () => turnTo(store, "play"));
  button("seewhy").addEventListener("click", () => {
    turnTo(store, "judge");
    store.change({ showsProof: true, step: 0 });
  });
}

/** @param {import("./store.js").State} state */
export function showEntry({ puzzle, played, judgement }) {
  button("edit").hidden = !played;
  button("playown").disabled = isBlank(puzzle);
  button("seewhy").hidden = judgement?.status !== "none" && judgement?.status !== "cycle";
}
