// Links and texts on their way to others: by the device, or by the clipboard.

import { say } from "./dom.js";
import { toFragment } from "./puzzle.js";

/** The milliseconds that a button says "Copied." */
const SHOWN = 2000;

/**
 * Return the link of a puzzle.  It names no language: others choose theirs.
 * @param {import("./puzzle.js").Puzzle} puzzle
 */
export function linkOf(puzzle) {
  const link = new URL(toFragment(puzzle), location.href);
  link.search = "";
  return link.href;
}

export const canSend = () => "share" in navigator;

/**
 * Send something by the device, unless the player changes his mind.
 * @param {ShareData} data
 */
export const send = (data) =>
  navigator.share(data).catch((error) => (error.name === "AbortError" ? undefined : Promise.reject(error)));

/**
 * Copy a text, and say so for a moment at a button.
 * @param {string} text
 * @param {HTMLElement} at
 * @param {import("./words.js").Words} words
 */
export async function copy(text, at, words) {
  await navigator.clipboard.writeText(text);
  const label = at.textContent ?? "";
  const copied = words("share.copied");
  say(at, copied);
  if (label !== copied) setTimeout(() => say(at, label), SHOWN);
}
