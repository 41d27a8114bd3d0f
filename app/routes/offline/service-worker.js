/* global Request, Response, Headers */
// Offline support and notifications. Caches a public page and, while signed in, one with the user's
// list; nothing else. The server replaces __ASSETS__ and __VERSION__.
const ASSETS = "__ASSETS__";
const COMMON_CACHE = `akari-common-__VERSION__`;
/** The user's page. Survives new versions; deleted at sign-out. */
const PERSONAL_CACHE = "akari-personal";
const PAGE = "/offline";
/** The `x-akari-user` of pages for visitors. */
const VISITOR = "visitor";
/** A fresher copy is not fetched again. */
const MAX_AGE_MS = 600_000;

/** The user of the last message. Responses for others are dropped. */
let currentUserId;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(COMMON_CACHE)
      .then((cache) =>
        cache.addAll([
          new Request(PAGE, { credentials: "omit", cache: "reload" }),
          ...ASSETS.map((path) => new Request(path, { credentials: "omit" })),
        ]),
      )
      // It serves only offline pages, so it may take over open pages.
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
    if (name.startsWith("akari-common-") && name !== COMMON_CACHE) await caches.delete(name);
}

self.addEventListener("message", (event) => {
  const { userId, appearance, changed } = event.data;
  event.waitUntil(updatePersonalCopy(userId, appearance, changed));
  event.waitUntil(renewSubscription(userId));
});

async function updatePersonalCopy(userId, appearance, changed) {
  currentUserId = userId;
  const cached = await (await caches.open(PERSONAL_CACHE)).match(PAGE);
  const isOwn = cached !== undefined && cached.headers.get("x-akari-user") === userId;
  if (cached !== undefined && !isOwn) await caches.delete(PERSONAL_CACHE);
  if (userId === null) return;
  const isFresh =
    isOwn &&
    !changed &&
    cached.headers.get("x-akari-appearance") === appearance &&
    Date.now() - Number(cached.headers.get("x-akari-cached-at")) < MAX_AGE_MS;
  if (isFresh) return;
  const response = await fetch(PAGE, { credentials: "same-origin", cache: "no-store" });
  if (!response.ok || response.headers.get("x-akari-user") !== userId) return;
  const headers = new Headers(response.headers);
  headers.set("x-akari-appearance", appearance);
  headers.set("x-akari-cached-at", String(Date.now()));
  const copy = new Response(await response.blob(), { headers });
  if (currentUserId === userId) await (await caches.open(PERSONAL_CACHE)).put(PAGE, copy);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (mayChangeSession(request, url)) {
    currentUserId = null;
    renewedFor = null;
    event.waitUntil(caches.delete(PERSONAL_CACHE));
    event.waitUntil(closeNotifications());
    if (SIGN_OUT_PATH.test(url.pathname)) event.waitUntil(unsubscribe());
  }
  if (request.method === "GET" && request.mode === "navigate") {
    // API navigations too use the preload response: a second request would consume an OAuth code
    // twice.
    event.respondWith(url.pathname.startsWith("/api/") ? network(event) : networkOrCopy(event));
  } else if (request.method === "GET" && ASSETS.includes(url.pathname)) {
    event.respondWith(assetOrNetwork(request));
  }
});

const SIGN_OUT_PATH = /^\/api\/auth\/signout$/i;
const SESSION_PATH =
  /^\/(?:api\/auth\/(?!session$)|api\/user\/account$|api\/session\/profile$|(?:signin|signup|invitation|reset|profiles)\b)/i;

/**
 * Whether the response may sign a user in or out. The worker does not see its cookies, and when the
 * network ends right after it, no page tells the worker who is signed in.
 */
function mayChangeSession({ method, mode }, { pathname }) {
  const isSent = method !== "GET" && method !== "HEAD";
  const isCallback = mode === "navigate" && pathname.startsWith("/api/auth/");
  return isCallback || (isSent && SESSION_PATH.test(pathname));
}

async function network(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function networkOrCopy(event) {
  try {
    const response = await network(event);
    await dropCopyOfOthers(response.headers.get("x-akari-user"));
    return response;
  } catch (error) {
    const copy =
      (await (await caches.open(PERSONAL_CACHE)).match(PAGE)) ??
      (await (await caches.open(COMMON_CACHE)).match(PAGE));
    if (copy === undefined) throw error;
    return copy;
  }
}

/**
 * Runs before the page's scripts tell whose it is, which takes seconds. `owner` is null for
 * responses that are no pages, and for pages of a server that does not know.
 */
async function dropCopyOfOthers(owner) {
  if (owner === null) return;
  currentUserId = owner === VISITOR ? null : owner;
  const cached = await caches.match(PAGE, { cacheName: PERSONAL_CACHE });
  if (cached !== undefined && cached.headers.get("x-akari-user") !== owner)
    await caches.delete(PERSONAL_CACHE);
}

/** Assets have hashed names or change with the version. */
async function assetOrNetwork(request) {
  return (await (await caches.open(COMMON_CACHE)).match(request.url)) ?? fetch(request);
}

self.addEventListener("push", (event) => {
  const { title, body, path, image, tag, seen, watch } = event.data.json();
  const actions = [
    ...(watch === null ? [] : [{ action: "watch", title: watch.label }]),
    ...(seen === null ? [] : [{ action: "seen", title: seen.label }]),
  ];
  event.waitUntil(
    self.registration.showNotification(title, {
      ...{ body, tag, actions },
      icon: image ?? "/icons/icon-192.png",
      badge: "/icons/icon-192.png",
      data: { path, seen, watch },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  const { path, seen, watch } = notification.data;
  notification.close();
  if (action === "seen") event.waitUntil(markSeen(seen, path));
  else event.waitUntil(openPage(action === "watch" ? watch.path : path));
});

/** Opens the title's page if the episode cannot be marked, as when the session has ended. */
async function markSeen({ animeId, episode }, path) {
  const response = await fetch("/api/user/watchlist/seen", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ animeId, episode, seen: true }),
  }).catch(() => null);
  if (response?.ok !== true) await openPage(path);
}

async function openPage(path) {
  const url = new URL(path, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === url);
  if (open === undefined) await self.clients.openWindow(url);
  else await open.focus();
}

/** Closes what is shown, as it is of the user who was signed in. */
async function closeNotifications() {
  for (const notification of await self.registration.getNotifications()) notification.close();
}

async function unsubscribe() {
  const subscription = await self.registration.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** The user whose session the site has connected with the subscription since the worker started. */
let renewedFor = null;

/**
 * Starts notifications again that ended with an earlier session of the same user, and ends those of
 * another one.
 */
async function renewSubscription(userId) {
  if (userId === null || userId === renewedFor) return;
  const subscription = await self.registration.pushManager?.getSubscription();
  if (!subscription) return;
  const response = await fetch("/api/user/push", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...subscription.toJSON(), renew: true }),
  }).catch(() => null);
  // 404: the site has no subscription of this user.
  if (response?.ok === true || response?.status === 404) renewedFor = userId;
}
