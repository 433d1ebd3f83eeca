// The sheet with all settings and what is seldom needed.

import { addChoices, button, byId, isCommand, makeButton, say, set } from "./dom.js";
import { fillNotes, isSolved, restart } from "./playing.js";
import { SWITCHES, THEMES } from "./store.js";
import { LANGUAGES } from "./words.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./words.js").Words} Words
 */

/**
 * @param {Store} store
 * @param {() => Words} words
 */
export function listenToSettings(store, words) {
  const sheet = byId("settings", HTMLDialogElement);
  const leave = () => sheet.close();
  const listGames = async () => (await import("./games.js")).showGames(store, words(), leave);
  button("opensettings").addEventListener("click", () => {
    sheet.showModal();
    listGames();
  });
  closeOutside(sheet);
  const listKeys = async () => (await import("./shortcuts.js")).openShortcuts(words());
  button("listkeys").addEventListener("click", () => {
    leave();
    listKeys();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "?" && isCommand(event)) listKeys();
  });
  for (const name of SWITCHES) {
    const box = byId(`set-${name}`, HTMLInputElement);
    box.addEventListener("change", () =>
      store.change({ settings: { ...store.state.settings, [name]: box.checked } }),
    );
  }
  byId("several", HTMLInputElement).addEventListener("change", ({ target }) =>
    store.change({ selectsSeveral: /** @type {HTMLInputElement} */ (target).checked }),
  );
  for (const [id, act] of /** @type {const} */ ([["notes", fillNotes], ["restart", restart]])) {
    button(id).addEventListener("click", () => {
      act(store);
      leave();
    });
  }
  addChoices("theme", THEMES, (theme) => store.change({ settings: { ...store.state.settings, theme } }));
  const choices = Object.entries(LANGUAGES).map(([language, { name }]) => {
    const choice = makeButton(name, () => {
      store.change({ language });
      listGames();
    });
    choice.lang = language;
    return choice;
  });
  byId("languages", HTMLElement).append(...choices);
}

/**
 * Close a sheet by its button, or by a click outside.
 * @param {HTMLDialogElement} sheet
 */
export function closeOutside(sheet) {
  sheet.addEventListener("click", ({ target }) => {
    const isClosed = target === sheet || (target instanceof Element && target.closest(".close"));
    if (isClosed) sheet.close();
  });
}

/**
 * Show the page, and what the browser draws around it, in the chosen theme.
 * @param {import("./store.js").Settings} settings
 * @param {Words} words
 */
function showTheme({ theme: chosen }, words) {
  set(document.documentElement, "data-theme", chosen);
  for (const theme of THEMES) {
    const choice = button(`theme-${theme}`);
    set(choice, "aria-pressed", String(theme === chosen));
    say(choice, words(`theme.${theme}`));
  }
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    const preferred = `(prefers-color-scheme: ${theme})`;
    set(byId(`around-${theme}`, HTMLElement), "media", chosen === "system" ? preferred : theme === chosen ? "all" : "not all");
  }
}

/**
 * @param {import("./store.js").State} state
 * @param {Words} words
 */
export function showSettings(state, words) {
  const { settings, selectsSeveral, mode, language } = state;
  showTheme(settings, words);
  for (const name of SWITCHES) byId(`set-${name}`, HTMLInputElement).checked = settings[name];
  byId("several", HTMLInputElement).checked = selectsSeveral;
  const isPlayed = mode === "play" || mode === "help";
  button("restart").disabled = !isPlayed;
  button("notes").disabled = !isPlayed || isSolved(state);
  for (const choice of document.querySelectorAll("#languages button")) {
    choice.setAttribute("aria-pressed", String(choice.getAttribute("lang") === language));
  }
}
