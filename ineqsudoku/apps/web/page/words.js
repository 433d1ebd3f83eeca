// The words of the page in all languages; a text may have fields such as {line}.

/** @type {Record<string, {name: string, words: Record<string, string>}>} */
export const LANGUAGES = await (await fetch("languages.json")).json();

/**
 * Return a function that gives the text for a key.
 * @param {string} language
 */
export const wordsOf =
  (language) =>
  /**
   * @param {string} key
   * @param {Record<string, string | number>} [fields]
   * @returns {string}
   */
  (key, fields = {}) =>
    LANGUAGES[language].words[key].replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));

/** @typedef {ReturnType<typeof wordsOf>} Words */

/**
 * Whether a value, which another program may have stored, names a language.
 * @param {unknown} value
 * @returns {value is string}
 */
export const isLanguage = (value) => typeof value === "string" && Object.hasOwn(LANGUAGES, value);

/** Return the language that the link or the browser prefers. */
export function preferred() {
  const linked = new URLSearchParams(location.search).getAll("language");
  const names = [...linked, ...navigator.languages].map((tag) => tag.toLowerCase().split("-")[0]);
  return names.find(isLanguage) ?? "en";
}

/** Formats by the names that players know, the most usual first. */
export const USUAL_FORMATS = ["contest", "extended", "fpuzzles"];

/**
 * Return the name of a format for players, or the program's own name for it.
 * @param {Words} words
 * @param {string} format
 */
export const formatName = (words, format) =>
  USUAL_FORMATS.includes(format) ? words(`format.${format}`) : format;
