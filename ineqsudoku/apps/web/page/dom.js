// Small helpers for elements.

import { Refused } from "./api.js";

/**
 * Return the element with an id.
 * @template {Element} T
 * @param {string} id
 * @param {new (...args: any[]) => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no such element: ${id}`);
  return found;
}

/** @param {string} id */
export const button = (id) => byId(id, HTMLButtonElement);

/**
 * Make an element with attributes and children; text is never parsed as HTML.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Make a button.
 * @param {string} text
 * @param {() => void} onClick
 * @param {...Node} before  what stands before the text
 */
export function makeButton(text, onClick, ...before) {
  const made = make("button", { type: "button" }, ...before, text);
  made.addEventListener("click", onClick);
  return made;
}

/**
 * Make a button for each name, such as `tab-play` in `tabs`.
 * @template {string} Name
 * @param {string} kind
 * @param {readonly Name[]} names
 * @param {(name: Name) => void} onChoice
 */
export function addChoices(kind, names, onChoice) {
  for (const name of names) {
    const choice = makeButton("", () => onChoice(name));
    choice.id = `${kind}-${name}`;
    byId(`${kind}s`, HTMLElement).append(choice);
  }
}

/** Whether a sheet covers the page, which then takes no keys. */
export const isCovered = () => Boolean(document.querySelector("dialog[open]"));

/**
 * Whether a key means a command and no text.
 * @param {KeyboardEvent} event
 */
export const isCommand = ({ target, ctrlKey, metaKey, altKey }) =>
  target instanceof Element && !target.closest("input, select, textarea") && !isCovered() && !ctrlKey && !metaKey && !altKey;

/**
 * Set the text of an element if it differs, so that screen readers announce only changes.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Set an attribute of an element if it differs.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Return why a request has no answer.
 * @param {unknown} error
 * @param {import("./words.js").Words} words
 */
export const reason = (error, words) =>
  error instanceof Refused ? error.message : words("failure");

/**
 * Download a file.
 * @param {string} name
 * @param {Blob} content
 */
export function save(name, content) {
  const url = URL.createObjectURL(content);
  const link = /** @type {HTMLAnchorElement} */ (make("a", { href: url, download: name }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}
