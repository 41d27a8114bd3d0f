import {
  forgetLocal,
  LOCAL_PROGRESS_CHANGED,
  rememberLocal,
  toRequest,
  unsentFor,
  type LocalEntry,
} from "./local-progress";

const ADDRESS = "/api/user/progress";

/** What the server did besides saving: titles that it put into `Watching`, and titles that are now seen to their end. */
export interface SaveAnswer {
  episodes: { episode: number; watched: boolean }[];
  watching: string[];
  finished: string[];
}

let sending: Promise<SaveAnswer | null> = Promise.resolve(null);

/**
 * Keeps an entry in this browser and, for somebody who is signed in, sends it with whatever has not reached the server yet. Null when there was
 * nothing to send or it did not arrive; then it stays for the next time.
 */
export function keepProgress(entry: LocalEntry): Promise<SaveAnswer | null> {
  remember(entry);
  return entry.owner === null ? Promise.resolve(null) : flushProgress(entry.owner);
}

/**
 * The same for a page that is being left: the browser sends it after the page is gone. Nobody hears whether it arrived, so it stays until a later page
 * has sent it again; the server takes it twice without harm.
 */
export function keepProgressOnLeave(entry: LocalEntry): void {
  remember(entry);
  if (entry.owner === null) return;
  const entries = unsentFor(localStorage, entry.owner);
  const body = new Blob([JSON.stringify(toRequest(entries, Date.now()))], {
    type: "application/json",
  });
  navigator.sendBeacon(ADDRESS, body);
}

function remember(entry: LocalEntry): void {
  rememberLocal(localStorage, entry);
  window.dispatchEvent(new Event(LOCAL_PROGRESS_CHANGED));
}

/** Sends what this browser keeps for a person, one request at a time. */
export function flushProgress(owner: string): Promise<SaveAnswer | null> {
  sending = sending.then(() => send(owner)).catch(() => null);
  return sending;
}

async function send(owner: string): Promise<SaveAnswer | null> {
  const entries = unsentFor(localStorage, owner);
  if (entries.length === 0) return null;
  const response = await fetch(ADDRESS, {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(toRequest(entries, Date.now())),
  });
  // What the server refuses for good would be refused again each time.
  const isSettled = response.ok || response.status === 400 || response.status === 404;
  if (isSettled) forgetLocal(localStorage, entries);
  // The answer is our own API's, whose shape its tests hold.
  return response.ok ? ((await response.json()) as { data: SaveAnswer }).data : null;
}
