/* global Request, Response, Headers */
// The site without a network. It keeps one page for that, nothing else: the copy that anybody may see, and for whoever is signed in the one with
// their list. Every other answer passes by: no page, no API answer and no picture is kept here. The server sets the two capital names.
const ASSETS = "__ASSETS__";
const COMMON = `akari-common-__VERSION__`;
/** The signed-in person's copy. It outlives a new version and ends with the person's session. */
const PERSONAL = "akari-personal";
const PAGE = "/offline";
/** A list that was just kept is not asked for again with every page. Milliseconds. */
const FRESH_MS = 600_000;

/** Whose copy is wanted: what a page said last. Answers for anybody else, still on their way, are dropped. */
let expected;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(COMMON)
      .then((cache) =>
        cache.addAll([
          new Request(PAGE, { credentials: "omit", cache: "reload" }),
          ...ASSETS.map((path) => new Request(path, { credentials: "omit" })),
        ]),
      )
      // It only ever stands in for the network, so an open page can change hands at any time.
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    Promise.all([
      dropOldVersions(),
      self.registration.navigationPreload?.enable(),
      self.clients.claim(),
    ]),
  );
});

async function dropOldVersions() {
  for (const name of await caches.keys())
    if (name.startsWith("akari-common-") && name !== COMMON) await caches.delete(name);
}

// A page says who is signed in and how the site looks to them.
self.addEventListener("message", (event) => {
  const { person, look, changed } = event.data;
  event.waitUntil(keepCopyOf(person, look, changed));
});

async function keepCopyOf(person, look, changed) {
  expected = person;
  const kept = await (await caches.open(PERSONAL)).match(PAGE);
  const isTheirs = kept !== undefined && kept.headers.get("x-akari-person") === person;
  if (kept !== undefined && !isTheirs) await caches.delete(PERSONAL);
  if (person === null) return;
  const isFresh =
    isTheirs &&
    !changed &&
    kept.headers.get("x-akari-look") === look &&
    Date.now() - Number(kept.headers.get("x-akari-kept")) < FRESH_MS;
  if (isFresh) return;
  const answer = await fetch(PAGE, { credentials: "same-origin", cache: "no-store" });
  if (!answer.ok || answer.headers.get("x-akari-person") !== person) return;
  const headers = new Headers(answer.headers);
  headers.set("x-akari-look", look);
  headers.set("x-akari-kept", String(Date.now()));
  const copy = new Response(await answer.blob(), { headers });
  if (expected === person) await (await caches.open(PERSONAL)).put(PAGE, copy);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (endsSession(request, url)) {
    expected = null;
    event.waitUntil(caches.delete(PERSONAL));
  } else if (request.method === "GET" && request.mode === "navigate") {
    // Also where no copy stands in: the browser has sent the request already, and would send it again, which a provider's answer does not survive.
    event.respondWith(url.pathname.startsWith("/api/") ? network(event) : networkOrCopy(event));
  } else if (request.method === "GET" && ASSETS.includes(url.pathname)) {
    event.respondWith(assetOrNetwork(request));
  }
});

/** Signing out, deleting the account: the copy goes before the server has even answered. */
function endsSession(request, { pathname }) {
  return (
    (request.method === "POST" && pathname === "/api/auth/signout") ||
    (request.method === "DELETE" && pathname === "/api/user/account")
  );
}

async function network(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function networkOrCopy(event) {
  try {
    return await network(event);
  } catch (error) {
    const copy =
      (await (await caches.open(PERSONAL)).match(PAGE)) ??
      (await (await caches.open(COMMON)).match(PAGE));
    if (copy === undefined) throw error;
    return copy;
  }
}

/** What the kept page is made of has its content in its name, or changes with the version. */
async function assetOrNetwork(request) {
  return (await (await caches.open(COMMON)).match(request.url)) ?? fetch(request);
}
