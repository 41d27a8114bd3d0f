import { LOCAL_PROGRESS_KEY } from "./local-progress-key";

/**
 * Progress that the browser keeps: a visitor's, and a user's until the server has it. Positions are
 * in seconds, `at` in epoch milliseconds.
 */
export interface LocalEntry {
  animeId: number;
  episode: number;
  position: number;
  duration: number | null;
  watched?: boolean | undefined;
  at: number;
  /** A user's id; null for a visitor, whose entries go to the next user who signs in. */
  owner: string | null;
}

/**
 * The event that tells this page's components of a change; the `storage` event reaches other pages
 * only.
 */
export const LOCAL_PROGRESS_CHANGED = "akari:progress-changed";
/** One request takes this many entries; older ones are dropped. */
const MAX_ENTRIES = 500;

type Store = Pick<Storage, "getItem" | "setItem">;

/** Reads the entries, oldest first; empty if the stored value is invalid. */
export function readLocalProgress(storage: Store): LocalEntry[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(LOCAL_PROGRESS_KEY) ?? "[]");
    return Array.isArray(stored) && stored.every(isEntry) ? stored : [];
  } catch {
    return [];
  }
}

/** Replaces the entry of the same episode and owner, keeping its `watched` unless given. */
export function storeLocalProgress(storage: Store, entry: LocalEntry): void {
  const all = readLocalProgress(storage);
  const older = all.find((stored) => isSameEpisode(stored, entry));
  const watched = entry.watched ?? older?.watched;
  writeEntries(
    storage,
    [
      ...all.filter((stored) => stored !== older),
      { ...entry, ...(watched === undefined ? {} : { watched }) },
    ].slice(-MAX_ENTRIES),
  );
}

/** Entries that were sent since the page loaded, so they are newer than its data. */
const sentEntries: LocalEntry[] = [];

export function getSentEntries(): readonly LocalEntry[] {
  return sentEntries;
}

/** Forgets what was sent of a title, since the user has changed its entry in the list. */
export function forgetSentEntries(animeId: number): void {
  for (const entry of sentEntries.filter((sent) => sent.animeId === animeId))
    sentEntries.splice(sentEntries.indexOf(entry), 1);
}

/** Removes entries that the server has, unless they have changed since they were sent. */
export function removeLocalProgress(storage: Store, sent: readonly LocalEntry[]): void {
  sentEntries.push(...sent);
  sentEntries.splice(0, sentEntries.length - MAX_ENTRIES);
  writeEntries(
    storage,
    readLocalProgress(storage).filter(
      (stored) => !sent.some((entry) => isSameEpisode(entry, stored) && entry.at >= stored.at),
    ),
  );
}

export function listUnsent(storage: Store, userId: string): LocalEntry[] {
  return readLocalProgress(storage).filter(({ owner }) => owner === null || owner === userId);
}

/** The epoch milliseconds at which a request was sent and its response arrived. */
export interface Exchange {
  sentAt: number;
  endedAt: number;
}

/**
 * Sends ages instead of times, because clocks differ between devices. The server subtracts them
 * from the time when it reads the request, so what `last` sent seems newer by the time that it
 * took: entries made meanwhile are sent as made at its end. The user's id keeps them from another
 * profile that the browser has switched to.
 */
export function toRequestBody(
  userId: string,
  entries: readonly LocalEntry[],
  now: number,
  last: Exchange | null = null,
): { userId: string; entries: object[] } {
  const madeAt = (at: number) =>
    last !== null && at >= last.sentAt ? Math.max(at, last.endedAt) : at;
  return {
    userId,
    entries: entries.map(({ animeId, episode, position, duration, watched, at }) => ({
      animeId,
      episode,
      position,
      ...(duration === null ? {} : { duration }),
      ...(watched === undefined ? {} : { watched }),
      age: Math.max(0, (now - madeAt(at)) / 1000),
    })),
  };
}

/** Validates without a schema library, which would double the size of the page's own script. */
function isEntry(value: unknown): value is LocalEntry {
  if (typeof value !== "object" || value === null) return false;
  const { animeId, episode, position, duration, watched, at, owner } = value as Record<
    keyof LocalEntry,
    unknown
  >;
  return (
    Number.isSafeInteger(animeId) &&
    Number.isSafeInteger(episode) &&
    Number.isFinite(position) &&
    (duration === null || Number.isFinite(duration)) &&
    (watched === undefined || typeof watched === "boolean") &&
    Number.isFinite(at) &&
    (owner === null || typeof owner === "string")
  );
}

function isSameEpisode(a: LocalEntry, b: LocalEntry): boolean {
  return a.animeId === b.animeId && a.episode === b.episode && a.owner === b.owner;
}

function writeEntries(storage: Store, entries: readonly LocalEntry[]): void {
  try {
    storage.setItem(LOCAL_PROGRESS_KEY, JSON.stringify(entries));
  } catch {
    // Storage is full or disabled.
  }
}
