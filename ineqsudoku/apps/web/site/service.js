// The service worker of the static site: it stores all files, so that the site works offline.
//
// A new version is stored beside the old one, and used once no page of the old one is open, so no
// page mixes files of two versions.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

importScripts("files.js");

/** Written into files.js at export. @type {{version: string, files: string[]}} */
const { version, files } = /** @type {any} */ (self).SITE;

// Other sites of the same origin share its caches.
const OWN = `ineqsudoku ${worker.registration.scope} `;

const NAME = OWN + version;

worker.addEventListener("install", (event) => event.waitUntil(keep()));

worker.addEventListener("activate", (event) => event.waitUntil(take()));

worker.addEventListener("fetch", (event) => {
  const isOwn = event.request.url.startsWith(worker.registration.scope);
  if (event.request.method === "GET" && isOwn) event.respondWith(respond(event.request));
});

async function keep() {
  const cache = await caches.open(NAME);
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
}

async function take() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OWN) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function respond(request) {
  const cache = await caches.open(NAME);
  const asked = request.mode === "navigate" ? worker.registration.scope : request;
  return (await cache.match(asked, { ignoreSearch: true })) ?? fetch(request);
}
