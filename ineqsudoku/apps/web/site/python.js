// The worker that runs Python and answers requests like a server.

const PYODIDE = new URL("pyodide/", location.href).href;

const PACKAGES = "/packages";

const START = `
import sys
sys.path.append("${PACKAGES}")
from ineqsudoku.apps.web.api import answer_text
answer_text("read", '{"text": "${".".repeat(108)}"}')  # Loads the grammars.
answer_text
`;

/** The status after an error of Python, which may be unusable; the page starts another worker. */
const FAILED = 500;

/** Tell the page how much has arrived of the files that make Python, except what still has to start. */
async function tellProgress() {
  await import(new URL("files.js", location.href).href);
  const { size } = /** @type {any} */ (self).SITE;
  const { fetch } = self;
  let loaded = 0;
  self.fetch = async (...request) => {
    const response = await fetch(...request);
    const count = new TransformStream({
      transform(chunk, controller) {
        loaded += chunk.byteLength;
        postMessage({ kind: "loaded", share: loaded / size });
        controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(count), response);
  };
}

async function packages() {
  const response = await fetch("packages.zip");
  if (!response.ok) throw new Error(`packages.zip: status ${response.status}`);
  return response.arrayBuffer();
}

/** @returns {Promise<(name: string, body: string, language: string) => {toJs(): [number, string], destroy(): void}>} */
async function load() {
  if (self.name === "first") await tellProgress();
  const starting = import(`${PYODIDE}pyodide.mjs`).then(({ loadPyodide }) => loadPyodide({ indexURL: PYODIDE }));
  const [python, archive] = await Promise.all([starting, packages()]);
  python.unpackArchive(archive, "zip", { extractDir: PACKAGES });
  return python.runPython(START);
}

const loading = load();

loading.then(
  () => postMessage({ kind: "ready" }),
  (error) => {
    console.error(error);
    postMessage({ kind: "failed" });
  },
);

addEventListener("message", async ({ data: { name, body, language } }) => {
  const answer = await loading;
  try {
    const pair = answer(name, body, language);
    const [status, text] = pair.toJs();
    pair.destroy();
    postMessage({ kind: "answer", status, text });
  } catch (error) {
    console.error(error);
    postMessage({ kind: "answer", status: FAILED, text: "" });
  }
});
