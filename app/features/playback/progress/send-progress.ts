import { href } from "react-router";
import {
  removeLocalProgress,
  LOCAL_PROGRESS_CHANGED,
  storeLocalProgress,
  toRequestBody,
  listUnsent,
  type Exchange,
  type LocalEntry,
} from "./local-progress";

const PROGRESS_URL = href("/api/user/progress");
/** The next entries wait for a response. */
const RESPONSE_TIMEOUT_MS = 10_000;

/**
 * `watching`: titles moved to that collection; `finished`: titles whose last episode is now
 * watched; `unrated`: those among them to offer a score for.
 */
export interface SaveResponse {
  episodes: { episode: number; watched: boolean }[];
  watching: string[];
  finished: string[];
  unrated: string[];
}

let sending: Promise<SaveResponse | null> = Promise.resolve(null);
let lastExchange: Exchange | null = null;

/**
 * Stores entries and, for a user, sends all unsent ones. Resolves to null when nothing was sent or
 * the request failed; the entries then stay for the next attempt.
 */
export function recordProgress(
  owner: string | null,
  entries: readonly LocalEntry[],
): Promise<SaveResponse | null> {
  storeLocally(entries);
  return owner === null ? Promise.resolve(null) : flushProgress(owner);
}

/**
 * Sends a beacon, since the page is closing. Its outcome is unknown, so the entries stay and are
 * sent again; saving is idempotent.
 */
export function recordProgressOnLeave(owner: string | null, entries: readonly LocalEntry[]): void {
  storeLocally(entries);
  if (owner === null) return;
  // A visitor's entries would be sent again, perhaps by another profile.
  const unsent = listUnsent(localStorage, owner).filter((entry) => entry.owner === owner);
  const body = new Blob([JSON.stringify(toRequestBody(owner, unsent, Date.now(), lastExchange))], {
    type: "application/json",
  });
  navigator.sendBeacon(PROGRESS_URL, body);
}

function storeLocally(entries: readonly LocalEntry[]): void {
  for (const entry of entries) storeLocalProgress(localStorage, entry);
  window.dispatchEvent(new Event(LOCAL_PROGRESS_CHANGED));
}

/** Sends all unsent entries. Resolves as `recordProgress` does. */
export function flushProgress(owner: string): Promise<SaveResponse | null> {
  sending = sending.then(() => send(owner)).catch(() => null);
  return sending;
}

async function send(owner: string): Promise<SaveResponse | null> {
  const entries = listUnsent(localStorage, owner);
  if (entries.length === 0) return null;
  const sentAt = Date.now();
  const response = await fetch(PROGRESS_URL, {
    method: "POST",
    keepalive: true,
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    headers: { "content-type": "application/json" },
    body: JSON.stringify(toRequestBody(owner, entries, sentAt, lastExchange)),
  }).finally(() => (lastExchange = { sentAt, endedAt: Date.now() }));
  // A retry cannot succeed after 400 or 404.
  const isFinal = response.ok || response.status === 400 || response.status === 404;
  if (isFinal) removeLocalProgress(localStorage, entries);
  return response.ok ? ((await response.json()) as { data: SaveResponse }).data : null;
}
