// Opens the page on a phone also while its server cannot be reached: it then shows a page that says so and goes on by
// itself. It keeps nothing else: games, photos and the page itself always come from the server. A new version takes the
// place of the old one as soon as a browser has seen it.

const VERSION = "$version";
const AWAY = "./away.html";
// A server that does not answer for so long is away.
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => {
  // Where a browser can be told so, the page is asked for while this script starts, and nothing else passes through it.
  const page = { condition: { requestMode: "navigate" }, source: "race-network-and-fetch-handler" };
  const others = { condition: { not: { requestMode: "navigate" } }, source: "network" };
  const routed = Promise.resolve(event.addRoutes?.([page, others])).catch(() => {});
  const kept = caches.open(VERSION).then((cache) => cache.add(AWAY));
  event.waitUntil(Promise.all([routed, kept]).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const isPage = mode === "navigate" && new URL(url).pathname === new URL(self.registration.scope).pathname;
  if (isPage) event.respondWith(opened(event.request));
});

async function opened(request) {
  const patience = new Promise((_, failed) => setTimeout(failed, PATIENCE_MS));
  try {
    const page = await Promise.race([fetch(request), patience]);
    // A proxy answers so for a server that is down.
    if (page.status < 502 || page.status > 504) return page;
  } catch {
    // Answered below.
  }
  return caches.match(AWAY);
}
