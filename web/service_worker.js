/**
 * The service worker: lets the page start without the network.  The build puts `BUILD` and `SHELL` above this.
 *
 * The page itself always comes from the server while there is one, so nobody gets an old page.  Only files whose names
 * change with their contents come from the cache.  Everything else (the API, the socket, tables, pictures) is left alone.
 *
 * A new worker waits until no page of the old build is open: that page finds its own files to the end.
 */

/** The path of the page; another server may have the same name and another path. */
const HOME = new URL(self.registration.scope).pathname;
const FILES = SHELL.map((file) => HOME + file);
const ASSETS = `${HOME}assets/`;
const OURS = `fatetable-shell ${HOME} `;
const CACHE = OURS + BUILD;

self.addEventListener("install", (event) => {
  // Past the browser's own cache: the page in it may be older than this worker.
  const fresh = FILES.map((file) => new Request(file, { cache: file.startsWith(ASSETS) ? "default" : "reload" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener("activate", (event) => {
  // Pages that are open already are left alone; claiming them here can hold up the page that is being opened.
  event.waitUntil(removeOldCaches());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate" && address.pathname === HOME) event.respondWith(pageFromServer(request));
  else if (address.pathname.startsWith(ASSETS)) event.respondWith(fileFromCache(request));
  else if (FILES.includes(address.pathname)) event.respondWith(fetch(request).catch(() => caches.match(request)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(showPage(event.notification.data));
});

async function removeOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
}

async function pageFromServer(request) {
  try {
    return await fetch(request);
  } catch (problem) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(HOME);
    if (kept) return kept;
    throw problem;
  }
}

async function fileFromCache(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

async function showPage(address) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = pages.find((page) => page.url === address) ?? pages[0];
  return found ? found.focus() : self.clients.openWindow(address ?? HOME);
}
