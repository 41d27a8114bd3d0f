import { LOCAL_PROGRESS_KEY } from "./local-progress-key";

/** Progress that this browser keeps: a visitor's for good, a person's until the server has it. Times in seconds, `at` in epoch milliseconds. */
export interface LocalEntry {
  animeId: number;
  episode: number;
  position: number;
  duration: number | null;
  watched?: boolean | undefined;
  at: number;
  /** Whose it is; null is a visitor's, which goes to whoever signs in next. */
  owner: string | null;
}

/** The event by which a page hears that its own entries changed. */
export const LOCAL_PROGRESS_CHANGED = "akari:progress-changed";
/** As many as one request may carry; older ones are forgotten. */
const MOST_ENTRIES = 500;

type Store = Pick<Storage, "getItem" | "setItem">;

/** Every kept entry, oldest first. What cannot be read counts as nothing. */
export function readLocal(storage: Store): LocalEntry[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(LOCAL_PROGRESS_KEY) ?? "[]");
    return Array.isArray(kept) && kept.every(isEntry) ? kept : [];
  } catch {
    return [];
  }
}

/** Keeps an entry in place of the older one of the same episode and owner. A mark that it does not mention stays. */
export function rememberLocal(storage: Store, entry: LocalEntry): void {
  const all = readLocal(storage);
  const older = all.find((kept) => isSame(kept, entry));
  const watched = entry.watched ?? older?.watched;
  write(
    storage,
    [
      ...all.filter((kept) => kept !== older),
      { ...entry, ...(watched === undefined ? {} : { watched }) },
    ].slice(-MOST_ENTRIES),
  );
}

/** What this page has sent. Its loader's answers are older, so without these an episode would seem to fall back. */
const settled: LocalEntry[] = [];

/** What this page has sent to the server since it was opened, oldest first. */
export function settledEntries(): readonly LocalEntry[] {
  return settled;
}

/** Drops entries that the server has now. One that has changed meanwhile stays. */
export function forgetLocal(storage: Store, sent: readonly LocalEntry[]): void {
  settled.push(...sent);
  settled.splice(0, settled.length - MOST_ENTRIES);
  write(
    storage,
    readLocal(storage).filter(
      (kept) => !sent.some((entry) => isSame(entry, kept) && entry.at >= kept.at),
    ),
  );
}

/** What should go to the server for a signed-in person: their own, and what was kept before they signed in. */
export function unsentFor(storage: Store, userId: string): LocalEntry[] {
  return readLocal(storage).filter(({ owner }) => owner === null || owner === userId);
}

/** Entries as the API takes them: with their age, because this device's clock may be wrong. */
export function toRequest(entries: readonly LocalEntry[], now: number): { entries: object[] } {
  return {
    entries: entries.map(({ animeId, episode, position, duration, watched, at }) => ({
      animeId,
      episode,
      position,
      ...(duration === null ? {} : { duration }),
      ...(watched === undefined ? {} : { watched }),
      age: Math.max(0, (now - at) / 1000),
    })),
  };
}

/** Checked by hand: a schema library would double what a page loads beside the framework. */
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

function isSame(a: LocalEntry, b: LocalEntry): boolean {
  return a.animeId === b.animeId && a.episode === b.episode && a.owner === b.owner;
}

function write(storage: Store, entries: readonly LocalEntry[]): void {
  try {
    storage.setItem(LOCAL_PROGRESS_KEY, JSON.stringify(entries));
  } catch {
    // Full or forbidden: what cannot be kept is only sent.
  }
}
