// Requests that Python answers in the browser.  The static site uses this module instead of
// requests to a server.

import { byId, make } from "./dom.js";
import { wordsOf } from "./words.js";

/** Milliseconds after which a request is refused. */
const LIMIT = 60_000;

/**
 * The most milliseconds that a request may continue after its answer is no longer wanted.  Usually
 * it may for as long as Python took to load: ending it means to load Python again.
 */
const PATIENCE = 10_000;

/** The milliseconds to wait in browsers that do not say when they are idle. */
const QUIET = 1000;

/** The status of an answer if Python failed with an error. */
const FAILED = 500;

/** A refused request, with the reason as a sentence in the language of the page. */
export class Refused extends Error {}

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {string} body
 * @property {string} language
 * @property {(answer: any) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/** The worker that runs Python, and its queue of requests, answered one after the other. */
class Python {
  constructor() {
    /** @type {Task[]} */
    this.waiting = [];
    /** @type {Task | null} */
    this.running = null;
    this.isReady = false;
    this.timer = 0;
    this.patience = PATIENCE;
    /** @type {Worker | null} */
    this.worker = null;
  }

  start() {
    const started = performance.now();
    const worker = new Worker("python.js", { type: "module", name: isLoading() ?? "" });
    worker.addEventListener("message", ({ data }) => {
      if (data.kind === "loaded") bar.value = data.share;
      else if (data.kind === "ready") this.open(performance.now() - started);
      else if (data.kind === "answer") this.end(data);
      else this.fail();
    });
    worker.addEventListener("error", () => this.fail());
    return worker;
  }

  /** @param {number} loading  the milliseconds that it took */
  open(loading) {
    this.patience = Math.min(loading, PATIENCE);
    this.isReady = true;
    bar.remove();
    keepForLater();
    this.next();
  }

  /** @param {Task} task */
  add(task) {
    this.worker ??= this.start();
    this.waiting.push(task);
    if (isLoading() === "first") byId("sentence", HTMLElement).append(bar);
    this.next();
  }

  next() {
    if (!this.isReady || this.running) return;
    const task = this.waiting.shift();
    if (!task) return;
    this.running = task;
    const { name, body, language } = task;
    this.worker?.postMessage({ name, body, language });
    this.timer = setTimeout(() => {
      task.reject(new Refused(wordsOf(language)("late", { seconds: LIMIT / 1000 })));
      this.restart();
    }, LIMIT);
  }

  /** @param {{status: number, text: string}} answer */
  end({ status, text }) {
    const task = this.running;
    clearTimeout(this.timer);
    this.running = null;
    if (status === FAILED) {
      task?.reject(new Refused(wordsOf(task.language)("failed")));
      this.restart();
    } else if (status === 200) task?.resolve(JSON.parse(text));
    else task?.reject(new Refused(JSON.parse(text).error));
    this.next();
  }

  /**
   * Cancel a request whose answer is no longer wanted.
   * @param {Task} task
   */
  leave(task) {
    this.waiting = this.waiting.filter((each) => each !== task);
    if (this.running !== task) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.restart(), this.patience);
  }

  /** End the running request by restarting the worker; a single request cannot be ended. */
  restart() {
    this.stop();
    this.worker = this.start();
  }

  stop() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.isReady = false;
    this.running = null;
  }

  /** Refuse all requests because the worker could not start; the next request tries again. */
  fail() {
    const tasks = this.running ? [this.running, ...this.waiting] : this.waiting;
    this.stop();
    this.worker = null;
    this.waiting = [];
    bar.remove();
    for (const task of tasks) task.reject(new Error("Python could not be started"));
  }
}

/** How much of Python has arrived on the first visit. */
const bar = /** @type {HTMLProgressElement} */ (make("progress", { id: "loading", "aria-labelledby": "status", value: "0" }));

const python = new Python();

/** Whether answers wait until Python is loaded: for the "first" time, or "again". */
export const isLoading = () => {
  if (python.isReady) return null;
  return navigator.serviceWorker?.controller ? "again" : "first";
};

/** Whether Python is not there, and is loaded only if the player asks for what needs it. */
export const isSparing = () => !python.isReady && Boolean(/** @type {any} */ (navigator).connection?.saveData);

/** Load Python when the page has nothing else to do. */
export function prepare() {
  if (isSparing()) return;
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, QUIET));
  idle(() => (python.worker ??= python.start()));
}

/**
 * Return the answer to a request.  Throws `Refused`, an error if Python cannot be loaded, and the
 * abort reason of `signal`.
 * @param {string} name
 * @param {object} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function ask(name, request, signal) {
  return new Promise((resolve, reject) => {
    const { lang } = document.documentElement;
    const task = { name, body: JSON.stringify(request), language: lang, resolve, reject };
    signal?.addEventListener("abort", () => {
      python.leave(task);
      reject(signal.reason);
    });
    python.add(task);
  });
}

/** Let the service worker store all files; after Python is loaded, none is transferred twice. */
function keepForLater() {
  navigator.serviceWorker?.register("service.js").catch(() => {
    // Without the service worker, the site still works online.
  });
}
