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

/** @returns {Promise<(name: string, body: string, language: string) => {toJs(): [number, string], destroy(): void}>} */
async function load() {
  const [{ loadPyodide }, response] = await Promise.all([
    import(`${PYODIDE}pyodide.mjs`),
    fetch("packages.zip"),
  ]);
  if (!response.ok) throw new Error(`packages.zip: status ${response.status}`);
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: PYODIDE }),
    response.arrayBuffer(),
  ]);
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
