// Starts the page: its state, and the view of each state.

import { keepAddress, openLinked } from "./address.js";
import { prepare } from "./api.js";
import { draw } from "./board.js";
import { showCells } from "./cells.js";
import { LEVELS } from "./daily.js";
import { addChoices, button, byId, isCovered, say } from "./dom.js";
import { listenToEntry, showEntry } from "./enter.js";
import { listenToHelp, showHelp } from "./help.js";
import { listen } from "./input.js";
import { judgeAtRest } from "./judging.js";
import { listenToKeys, showKeys } from "./keys.js";
import { MODES, openGame, turnTo } from "./modes.js";
import { UNTOUCHED } from "./play.js";
import { listenToPlay, showPlay } from "./playing.js";
import { blank } from "./puzzle.js";
import { restored, saveChanges } from "./saving.js";
import { listenToSettings, showSettings } from "./settings.js";
import { speak } from "./speech.js";
import { showStatus } from "./status.js";
import { listenToSteps, showSteps, showTechniques, stepsOf } from "./steps.js";
import { Store } from "./store.js";
import { viewOf } from "./view.js";
import { preferred, wordsOf } from "./words.js";

/**
 * @typedef {import("./store.js").State} State
 * @typedef {import("./store.js").Mode} Mode
 * @typedef {(store: Store, words: () => import("./words.js").Words) => void} Listen
 */

/** What listens to the panels that are loaded when they are shown first. @type {Map<Mode, () => Promise<Listen>>} */
const LATER = new Map([
  ["make", async () => (await import("./making.js")).listenToMaking],
  ["share", async () => (await import("./share.js")).listenToShare],
]);

/** @returns {State} */
function firstState() {
  const puzzle = blank();
  return {
    mode: "play",
    puzzle,
    dated: null,
    isOwn: false,
    own: null,
    played: null,
    unfinished: null,
    play: UNTOUCHED,
    past: [],
    future: [],
    cursor: 0,
    selection: [0],
    kind: "digit",
    selectsSeveral: false,
    checked: null,
    notice: "",
    settings: { level: LEVELS[0], houses: true, equal: true, clears: true, timer: true, theme: "system" },
    judgement: null,
    showsProof: false,
    failure: "",
    flipped: [],
    showsRedundant: false,
    hint: null,
    explanation: null,
    step: 0,
    seconds: 0,
    hints: 0,
    records: {},
    language: preferred(),
    trouble: "",
  };
}

/**
 * Open the first puzzle: that of a link, the one on the board before a reload, or today's.
 * @param {Store} store
 */
async function openFirst(store) {
  const [navigation] = performance.getEntriesByType("navigation");
  const isReload = /** @type {PerformanceNavigationTiming} */ (navigation)?.type === "reload";
  const { current, trouble, ...fields } = restored();
  store.change(fields);
  if (isReload && current) await openGame(store, current);
  else await openLinked(store);
  if (trouble) store.change({ trouble });
}

/**
 * Show a state.
 * @param {Store} store
 * @param {State} [before]  that was shown before
 */
function show(store, before = store.state) {
  const { state } = store;
  const words = wordsOf(state.language);
  document.body.dataset.mode = stepsOf(state) ? "steps" : state.mode;
  for (const mode of MODES) {
    const tab = button(`tab-${mode}`);
    if (mode === state.mode) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
    say(tab, words(mode));
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-modes]"))) {
    part.hidden = !part.dataset.modes?.split(" ").includes(document.body.dataset.mode);
  }
  const view = viewOf(state);
  draw(byId("board", SVGElement), state.puzzle, view);
  showCells(byId("cells", HTMLElement), state, view, words);
  showKeys(store, words);
  showPlay(store, words);
  showHelp(state, words);
  showSteps(state, words);
  showTechniques(state, words);
  const sentence = showStatus(state, words); // After the buttons that take room from it.
  showEntry(state);
  if (state.mode === "judge") {
    import("./judge.js").then(({ showJudgement }) => showJudgement(store, words), () => {}); // Tried again soon.
  }
  showSettings(state, words);
  speak(state, before, sentence, words);
}

/**
 * Load what listens to the panel of the mode, unless it is there.
 * @param {Store} store
 * @param {Parameters<Listen>[1]} words
 */
async function loadPanel(store, words) {
  const { mode } = store.state;
  const load = LATER.get(mode);
  if (!load) return;
  LATER.delete(mode);
  const panel = byId(`panel-${mode}`, HTMLElement);
  panel.inert = true;
  try {
    (await load())(store, words);
    panel.inert = false;
  } catch {
    LATER.set(mode, load); // The network may be back the next time.
    store.change({ failure: words()("failure") });
  }
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
}

/**
 * Whether two states differ in nothing but the time.
 * @param {State} state
 * @param {State} before
 */
const isTick = (state, before) =>
  /** @type {(keyof State)[]} */ (Object.keys(state)).every(
    (key) => key === "seconds" || state[key] === before[key],
  );

async function start() {
  const store = new Store(firstState());
  const words = () => wordsOf(store.state.language);
  await openFirst(store).catch(() => store.change({ mode: "enter", isOwn: true }));
  addChoices("tab", MODES, (mode) => turnTo(store, mode));
  translate(store.state.language);
  let isDue = false;
  let shown = store.state;
  store.listen((state, before) => {
    if (state.language !== before.language) translate(state.language);
    if (state.mode !== before.mode) loadPanel(store, words);
    if (isTick(state, before)) return showStatus(state, words());
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      show(store, shown);
      shown = store.state;
    });
  });
  listen(byId("cells", HTMLElement), store);
  listenToKeys(store);
  listenToEntry(store, words);
  listenToPlay(store, words);
  listenToHelp(store, words);
  listenToSteps(store);
  listenToSettings(store, words);
  saveChanges(store);
  keepAddress(store);
  addEventListener("keydown", (event) => {
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    if (isText || isCovered() || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    store.travel(key === "y" || event.shiftKey ? 1 : -1);
  });
  // A module that is loaded when it is needed does not arrive without a network.
  addEventListener("unhandledrejection", () => store.change({ notice: words()("failure"), trouble: "failure" }));
  show(store);
  judgeAtRest(store);
  setTimeout(prepare);
}

start();
