// Exports: a link, pictures, and the puzzle in other formats.

import { ask } from "./api.js";
import { button, byId, make, reason, save } from "./dom.js";
import { listenToPictures } from "./pictures.js";
import { isBlank, toJson } from "./puzzle.js";
import { canSend, copy, linkOf, send } from "./sending.js";
import { tell } from "./speech.js";
import { USUAL_FORMATS, formatName } from "./words.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/** The format whose links two sites open. */
const LINK = "fpuzzles";

/** The choice that shows all formats. */
const MORE = "more";

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToShare(store, words) {
  const output = byId("shared", HTMLElement);
  const attempt = (/** @type {Promise<unknown>} */ work) =>
    work.catch((error) => tell(output, reason(error, words())));
  const converted = byId("converted", HTMLTextAreaElement);
  const format = byId("format", HTMLSelectElement);
  const link = byId("link", HTMLInputElement);
  for (const [id, from] of /** @type {const} */ ([["copylink", link], ["copytext", converted]])) {
    button(id).addEventListener("click", () => {
      from.select();
      attempt(copy(from.value, button(id), words()));
    });
  }
  button("sendlink").hidden = !canSend();
  button("sendlink").addEventListener("click", () => attempt(send({ title: words()("title"), url: link.value })));
  button("savetext").addEventListener("click", () =>
    save(`puzzle-${format.value}.txt`, new Blob([converted.value], { type: "text/plain" })),
  );
  listenToPictures(store, attempt);
  format.addEventListener("change", () => {
    const isMore = format.value === MORE;
    if (isMore) format.dataset.all = "";
    attempt(isMore ? refresh(store, words()) : convert(store));
  });
  store.listen((state, before) => {
    const isNew = state.puzzle !== before.puzzle || state.language !== before.language;
    if (state.mode === "share" && (isNew || before.mode !== "share")) attempt(refresh(store, words()));
  });
  if (store.state.mode === "share") attempt(refresh(store, words()));
}

/**
 * Show the link of the puzzle, the formats, and its text.  Answers may arrive
 * in another order than they were asked for; those for an earlier puzzle are dropped.
 * @param {Store} store
 * @param {Words} words
 */
async function refresh(store, words) {
  const { puzzle } = store.state;
  byId("link", HTMLInputElement).value = linkOf(puzzle);
  const elsewhere = byId("elsewhere", HTMLElement);
  const json = toJson(puzzle);
  const { formats } = await ask("formats", { puzzle: json });
  if (store.state.puzzle !== puzzle) return;
  const select = byId("format", HTMLSelectElement);
  const chosen = select.value;
  const names = formats.map((/** @type {any} */ each) => each.name);
  const best = formats.find((/** @type {any} */ each) => !each.loses.length)?.name ?? names[0];
  const isUsual = (/** @type {any} */ { name }) => USUAL_FORMATS.includes(name) || name === best;
  const [usual, others] = [formats.filter(isUsual), formats.filter((/** @type {any} */ each) => !isUsual(each))];
  const hasAll = "all" in select.dataset || others.some((/** @type {any} */ { name }) => name === chosen);
  const option = (/** @type {any} */ { name, summary }) => {
    const known = formatName(words, name);
    const label = known === name ? words("share.option", { format: name, summary }) : known;
    return make("option", { value: name }, label);
  };
  const more = hasAll ? others.map(option) : [make("option", { value: MORE }, words("share.more"))];
  select.replaceChildren(...usual.map(option), ...more);
  select.value = names.includes(chosen) ? chosen : best;
  await convert(store);
  if (isBlank(puzzle)) return elsewhere.replaceChildren();
  const { text } = await ask("convert", { puzzle: json, to: LINK, lossy: true });
  const packed = encodeURIComponent(text.trim().split("=").slice(1).join("="));
  const sites = { SudokuPad: `https://sudokupad.app/?puzzleid=fpuzzles${packed}`, "f-puzzles": text.trim() };
  const links = Object.entries(sites).map(([site, href]) => {
    const target = { target: "_blank", rel: "noopener noreferrer", class: "button" };
    return make("a", { href, ...target }, words("share.in", { site }));
  });
  if (store.state.puzzle === puzzle) elsewhere.replaceChildren(...links);
}

/**
 * Show the puzzle in the chosen format, and what the format loses, unless another puzzle or
 * format is chosen meanwhile.
 * @param {Store} store
 */
async function convert(store) {
  const { puzzle } = store.state;
  const format = byId("format", HTMLSelectElement);
  const to = format.value;
  const request = { puzzle: toJson(puzzle), to, lossy: true };
  const { text, warnings } = await ask("convert", request);
  if (store.state.puzzle !== puzzle || format.value !== to) return;
  byId("converted", HTMLTextAreaElement).value = text;
  tell(byId("shared", HTMLElement), warnings.join("\n"));
}
