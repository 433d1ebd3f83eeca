// Pictures of the puzzle to save and to print.

import { WRITES_PDF, ask } from "./api.js";
import { byId, make, makeButton, save } from "./dom.js";
import { toJson } from "./puzzle.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/** The pixels of a PNG for each unit of the picture. */
const SCALE = 3;

/**
 * @param {Store} store
 * @param {() => Words} words
 * @param {(work: Promise<unknown>) => void} attempt
 */
export function listenToPictures(store, words, attempt) {
  const draw = (/** @type {object} */ wish) =>
    ask("draw", { puzzle: toJson(store.state.puzzle), ...wish });
  const saveSvg = async () => save("puzzle.svg", svgFile((await draw({})).text));
  const savePng = async () => save("puzzle.png", await rendered((await draw({})).text));
  const savePdf = async (/** @type {object} */ wish) => {
    const { base64 } = await draw({ to: "pdf", ...wish });
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    save("puzzle.pdf", new Blob([bytes], { type: "application/pdf" }));
  };
  const printSheet = async (/** @type {object} */ wish) => printed((await draw(wish)).pages);
  const printer = makeButton("", () => print());
  byId("pictures", HTMLElement).append(
    makeButton("SVG", () => attempt(saveSvg())),
    makeButton("PNG", () => attempt(savePng())),
    ...(WRITES_PDF ? [makeButton("PDF", () => attempt(savePdf({})))] : []),
    printer,
  );
  byId("worksheet", HTMLButtonElement).addEventListener("click", () => {
    const worksheet = { answers: byId("answers", HTMLInputElement).checked };
    attempt(WRITES_PDF ? savePdf({ worksheet }) : printSheet({ worksheet }));
  });
  const name = () => {
    printer.textContent = words()("share.print");
    const key = WRITES_PDF ? "share.worksheet" : "share.print-worksheet";
    byId("worksheet", HTMLButtonElement).textContent = words()(key);
  };
  store.listen((state, before) => state.language !== before.language && name());
  name();
}

/** @param {string} svg */
const svgFile = (svg) => new Blob([svg], { type: "image/svg+xml" });

/**
 * Make an image of an SVG, in the colours for paper even in dark mode.
 * @param {string} svg
 */
async function imageOf(svg) {
  const light = svg
    .replaceAll("screen and (prefers-color-scheme:dark)", "not all")
    .replaceAll("color-scheme:light dark", "color-scheme:light");
  const image = /** @type {HTMLImageElement} */ (make("img", { alt: "" }));
  image.src = URL.createObjectURL(svgFile(light));
  await image.decode();
  return image;
}

/**
 * Convert an SVG to PNG.
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
async function rendered(svg) {
  const image = await imageOf(svg);
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
 * Print SVG pages instead of the web page.
 * @param {string[]} pages
 */
async function printed(pages) {
  const images = await Promise.all(pages.map(imageOf));
  const sheet = make("div", { id: "sheet" }, ...images);
  document.body.append(sheet);
  const remove = () => {
    sheet.remove();
    for (const { src } of images) URL.revokeObjectURL(src);
  };
  addEventListener("afterprint", remove, { once: true });
  print();
}
