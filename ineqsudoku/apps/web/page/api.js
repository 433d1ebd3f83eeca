// Requests to the page's server.

const TRIES = 4;

/** Whether answers wait until Python is loaded: for the "first" time, or "again". */
export const isLoading = () => /** @type {"first" | "again" | null} */ (null);

/** Whether answers are expensive, so that only those are requested for which the player asks. */
export const isSparing = () => false;

/** Prepare for requests. */
export const prepare = () => {};

/** A refused request, with the reason as a sentence in the language of the page. */
export class Refused extends Error {}

/**
 * The answer to a request.  Throws `Refused`, and whatever `fetch` throws.
 * @param {string} name
 * @param {object} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, request, signal) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(`api/${name}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Accept-Language": document.documentElement.lang,
      },
      body: JSON.stringify(request),
      signal,
    });
    if (response.status === 503 && attempt < TRIES) {
      await pause(1000 * Number(response.headers.get("Retry-After") ?? 1));
      continue;
    }
    const answer = await response.json();
    if (!response.ok) throw new Refused(answer.error);
    return answer;
  }
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
