// Sheets that are made when they are opened, and removed when they are closed.

import { make } from "./dom.js";
import { closeOutside } from "./settings.js";

/**
 * Open a sheet over the page.
 * @param {string} id
 * @param {string} title
 * @param {import("./words.js").Words} words
 * @param {...Node} content
 */
export function openSheet(id, title, words, ...content) {
  const close = make("button", { type: "button", class: "close" }, words("close"));
  const head = make("div", { class: "line" }, make("h2", {}, title), close);
  const body = make("div", { class: "sheet" }, head, ...content);
  const sheet = /** @type {HTMLDialogElement} */ (make("dialog", { id, "aria-label": title }, body));
  closeOutside(sheet);
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}
