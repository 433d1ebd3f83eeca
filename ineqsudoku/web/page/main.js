// Starts the page: its state, its tabs, and the view of each state.

import { draw } from "./board.js";
import { showCells } from "./cells.js";
import { button, byId, make, makeButton, say } from "./dom.js";
import { enter, listenToEntry } from "./enter.js";
import { listenToGames } from "./games.js";
import { listenToHelp, showHelp } from "./help.js";
import { listen } from "./input.js";
import { judgeAtRest, showJudgement } from "./judge.js";
import { listenToMaking } from "./making.js";
import { untouched } from "./play.js";
import { listenToPlay, showPlay } from "./playing.js";
import { blank, fromFragment } from "./puzzle.js";
import { restored, saveChanges } from "./saving.js";
import { listenToShare } from "./share.js";
import { Store } from "./store.js";
import { viewOf } from "./view.js";
import { LANGUAGES, preferred, wordsOf } from "./words.js";

/**
 * @typedef {import("./store.js").State} State
 * @typedef {import("./store.js").Mode} Mode
 */

/** @type {readonly Mode[]} */
const MODES = ["enter", "make", "judge", "play", "help", "share"];

/** @returns {State} */
function firstState() {
  const puzzle = blank();
  return {
    mode: "enter",
    puzzle,
    play: untouched(puzzle.givens.length),
    past: [],
    future: [],
    cursor: 0,
    selection: [0],
    kind: "digit",
    selectsSeveral: false,
    judgement: null,
    failure: "",
    flipped: [],
    showsRedundant: false,
    hint: null,
    explanation: null,
    step: 0,
    seconds: 0,
    hidesTimer: false,
    language: preferred(),
    ...restored(),
  };
}

/** @param {Store} store */
function makeTabs(store) {
  const tabs = MODES.map((mode) => {
    const controls = `panel-${mode}`;
    const tab = make("button", { type: "button", role: "tab", id: `tab-${mode}`, "aria-controls": controls });
    tab.addEventListener("click", () => store.change({ mode }));
    return tab;
  });
  const list = byId("tabs", HTMLElement);
  list.append(...tabs);
  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const number = (MODES.indexOf(store.state.mode) + by + MODES.length) % MODES.length;
    store.change({ mode: MODES[number] });
    tabs[number].focus();
  });
}

/**
 * Show a state.
 * @param {Store} store
 */
function show(store) {
  const { state } = store;
  const words = wordsOf(state.language);
  for (const mode of MODES) {
    const isShown = mode === state.mode;
    const tab = button(`tab-${mode}`);
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    say(tab, words(mode));
    byId(`panel-${mode}`, HTMLElement).hidden = !isShown;
  }
  const view = viewOf(state);
  draw(byId("board", SVGElement), state.puzzle, view);
  showCells(byId("cells", HTMLElement), state, view, words);
  showJudgement(store, words);
  showPlay(store, words);
  showHelp(store, words);
  button("undo").disabled = !state.past.length;
  button("redo").disabled = !state.future.length;
}

/** @param {Store} store */
function makeLanguages(store) {
  const choices = Object.entries(LANGUAGES).map(([language, { name }]) => {
    const choice = makeButton(name, () => store.change({ language }));
    choice.lang = language;
    return choice;
  });
  byId("languages", HTMLElement).append(...choices);
}

/** @param {string} language */
function translate(language) {
  const words = wordsOf(language);
  document.documentElement.lang = language;
  document.title = words("title");
  for (const element of document.querySelectorAll("[data-words]")) {
    say(element, words(/** @type {HTMLElement} */ (element).dataset.words ?? ""));
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", words(/** @type {HTMLElement} */ (element).dataset.label ?? ""));
  }
  for (const choice of document.querySelectorAll("#languages button")) {
    choice.setAttribute("aria-pressed", String(choice.getAttribute("lang") === language));
  }
}

function start() {
  const store = new Store(firstState());
  const words = () => wordsOf(store.state.language);
  makeTabs(store);
  makeLanguages(store);
  translate(store.state.language);
  let isDue = false;
  store.listen((state, before) => {
    if (state.language !== before.language) translate(state.language);
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      show(store);
    });
  });
  listen(byId("cells", HTMLElement), store);
  listenToEntry(store, words);
  listenToMaking(store, words);
  listenToPlay(store, words);
  listenToGames(store, words);
  listenToHelp(store, words);
  listenToShare(store, words);
  saveChanges(store);
  button("undo").addEventListener("click", () => store.travel(-1));
  button("redo").addEventListener("click", () => store.travel(1));
  addEventListener("keydown", (event) => {
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (isText || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    store.travel(key === "y" || event.shiftKey ? 1 : -1);
  });
  addEventListener("hashchange", () => {
    const linked = fromFragment(location.hash);
    if (linked) enter(store, linked);
  });
  show(store);
  judgeAtRest(store);
}

start();
