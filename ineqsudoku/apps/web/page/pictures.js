// Pictures of the puzzle to save and to print.

import { ask } from "./api.js";
import { byId, make, makeButton, save } from "./dom.js";
import { toJson } from "./puzzle.js";

/** @typedef {import("./store.js").Store} Store */

/** The pixels of a PNG for each unit of the picture. */
const SCALE = 3;

/**
 * @param {Store} store
 * @param {(work: Promise<unknown>) => void} attempt
 */
export function listenToPictures(store, attempt) {
  const draw = (/** @type {"draw" | "worksheet"} */ kind, wishes = {}) =>
    ask(kind, { puzzle: toJson(store.state.puzzle), ...wishes });
  const saveSvg = async () => save("puzzle.svg", svgFile((await draw("draw")).text));
  const savePng = async () => save("puzzle.png", await rendered((await draw("draw")).text));
  byId("pictures", HTMLElement).prepend(
    makeButton("SVG", () => attempt(saveSvg())),
    makeButton("PNG", () => attempt(savePng())),
  );
  byId("print", HTMLButtonElement).addEventListener("click", () => print());
  byId("worksheet", HTMLButtonElement).addEventListener("click", () => {
    const title = byId("sheettitle", HTMLInputElement).value;
    const answers = byId("answers", HTMLInputElement).checked;
    attempt(draw("worksheet", { title, answers }).then(({ text }) => printed(text)));
  });
  addEventListener("afterprint", removeSheet);
}

/** @param {string} svg */
const svgFile = (svg) => new Blob([svg], { type: "image/svg+xml" });

/**
 * Convert an SVG to PNG, in the colours for paper even in dark mode.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function rendered(svg) {
  const light = svg
    .replaceAll("screen and (prefers-color-scheme:dark)", "not all")
    .replaceAll("color-scheme:light dark", "color-scheme:light");
  const image = /** @type {HTMLImageElement} */ (make("img", { alt: "" }));
  image.src = URL.createObjectURL(svgFile(light));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no PNG")))),
  );
}

/**
 * Print an HTML file instead of the page.  Its style applies within the file and to the paper; made
 * by a script, it needs no exception from the content security policy.
 * @param {string} html
 */
function printed(html) {
  removeSheet(); // A browser may print the next one without an event after the last one.
  // A parser would report the style as a breach of the policy, although it does not apply it.
  const [, rules, pages] = html.split(/<\/?style>/);
  const style = new CSSStyleSheet({ media: "print" });
  style.replaceSync(rules);
  const sheet = make("div", { id: "sheet" });
  const root = sheet.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = document.adoptedStyleSheets = [style];
  root.append(...new DOMParser().parseFromString(pages, "text/html").body.children);
  document.body.append(sheet);
  print();
}

function removeSheet() {
  document.getElementById("sheet")?.remove();
  document.adoptedStyleSheets = [];
}
