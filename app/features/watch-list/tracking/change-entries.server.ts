import { randomUUID } from "node:crypto";
import { NotFound } from "~/errors/app-error";
import { listMergedInto } from "~/features/catalog/merged-titles.server";
import type { Viewer } from "~/features/catalog/visibility.server";
import { wallClock, wallDate } from "~/features/schedule/time-zone";
import { isPossibleAnimeId } from "~/features/watch-list/entry-input";
import type { Database, Transaction } from "~db/client.server";
import { countWatched, diffEntries } from "./entry-diff";
import { loadTracked, lockTracking, type Tracked } from "./load-tracked.server";
import { saveChanges, type EntryChange, type ListListener } from "./save-changes.server";
import type { TrackedRecord } from "./save-tracked.server";
import type { Via } from "./via";
import { UNLISTED, type TrackedEntry } from "./tracked-entry";

export interface Tracker extends Viewer {
  userId: string;
  via: Via;
  timeZone: string;
  listeners: readonly ListListener[];
}

export interface ChangeResult {
  entries: EntryChange[];
  /** The id of the event, or of the first in a batch; null when nothing changed. */
  eventId: string | null;
}

/** Returns null to remove the title from the list. May throw `Invalid`. */
export type EntryRule = (tracked: Tracked, today: string) => TrackedEntry | null;

interface ChangeOptions {
  isBatch?: boolean;
  /** Seconds since the change, by title id; 0 by default. */
  ages?: ReadonlyMap<number, number>;
  /** Times at which an entry was added and changed elsewhere, by anime id. */
  stamps?: ReadonlyMap<number, { addedAt?: Date | undefined; updatedAt?: Date | undefined }>;
  allowUnknown?: boolean;
  /** Whether a merged title's change is one of the title that it was merged into; by default. */
  followMerged?: boolean;
  /** Runs once the rule has seen every title, before anything is saved. May throw `Invalid`. */
  beforeSave?: () => void;
  /** Counts an unchanged entry as changed now, for the order of the list. */
  touch?: boolean;
  /** The episodes were watched at some earlier time, so that they count for no day. */
  watchedEarlier?: boolean;
}

/** YYYY-MM-DD. */
export function dayOf(instant: Date, timeZone: string): string {
  return wallDate(wallClock(instant, timeZone));
}

/**
 * One transaction, with an event for each entry that changes. Changes of one user are serialised.
 * Titles are changed in the order of their ids' first mention, each once. Throws `NotFound` for an
 * unknown title, and what the rule throws.
 */
export function changeEntries(
  db: Database,
  tracker: Tracker,
  animeIds: readonly number[],
  rule: EntryRule,
  options: ChangeOptions = {},
): Promise<ChangeResult> {
  if (!animeIds.every(isPossibleAnimeId)) throw new NotFound("anime.notFound");
  return db.transaction(async (tx) => {
    await lockTracking(tx, tracker.userId);
    const titles = await loadTitles(tx, tracker, animeIds, options);
    return changeTracked(tx, tracker, titles, rule, options);
  });
}

/** A title that is merged while its lock is awaited is gone, and only then found to be merged. */
async function loadTitles(
  tx: Transaction,
  tracker: Tracker,
  ids: readonly number[],
  { allowUnknown = false, followMerged = true }: ChangeOptions,
): Promise<Tracked[]> {
  const load = (wanted: readonly number[]) => loadTracked(tx, tracker.userId, wanted, tracker);
  const found = await load(ids);
  const missing = ids.filter((id) => !found.has(id));
  const merged = await listMergedInto(tx, followMerged ? missing : []);
  const successors = merged.size === 0 ? found : await load([...new Set(merged.values())]);
  const titles = new Map<number, Tracked>();
  for (const id of ids) {
    const title = found.get(id) ?? successors.get(merged.get(id) ?? id);
    if (title !== undefined) titles.set(title.malId, title);
    else if (!allowUnknown) throw new NotFound("anime.notFound");
  }
  return [...titles.values()];
}

export async function changeTracked(
  tx: Transaction,
  tracker: Tracker,
  titles: readonly Tracked[],
  rule: EntryRule,
  options: ChangeOptions = {},
): Promise<ChangeResult> {
  const { isBatch = false, touch = false, watchedEarlier = false, ages, stamps } = options;
  const batchId = isBatch ? randomUUID() : null;
  const today = dayOf(new Date(), tracker.timeZone);
  const records: TrackedRecord[] = [];
  const entries: EntryChange[] = [];
  const changed: EntryChange[] = [];
  let eventId: string | null = null;
  for (const title of titles) {
    const before = title.entry;
    const after = rule(title, today) ?? UNLISTED;
    const entry = { malId: title.malId, title: title.title, before, after };
    entries.push(entry);
    const age = ages?.get(title.malId) ?? 0;
    const stamp = stamps?.get(title.malId);
    const record = toRecord(tracker, title, after, {
      ...{ age, batchId, eventId, watchedEarlier },
      ...stamp,
    });
    if (record !== null) {
      eventId ??= record.event?.id ?? null;
      records.push(record);
      changed.push(entry);
    } else if (touch && after.listed) records.push(toTouch(title));
  }
  options.beforeSave?.();
  const { userId, via, listeners } = tracker;
  await saveChanges(tx, records, { userId, via, day: today, entries: changed }, listeners);
  return { entries, eventId };
}

function toRecord(
  { via, timeZone }: Tracker,
  { malId, entry: before, stamps, now }: Tracked,
  after: TrackedEntry,
  event: {
    age: number;
    batchId: string | null;
    eventId: string | null;
    watchedEarlier: boolean;
    addedAt?: Date | undefined;
    updatedAt?: Date | undefined;
  },
): TrackedRecord | null {
  const diff = diffEntries(before, after);
  if (diff === null) return null;
  const at = new Date(Date.now() - event.age * 1000);
  const day = dayOf(at, timeZone);
  const countsForNoDay = event.watchedEarlier || via === "import" || via === "catalog";
  const newStamps = after.listed
    ? {
        id: stamps.id,
        addedAt: stamps.addedAt ?? (event.addedAt ?? event.updatedAt)?.toISOString() ?? now,
        updatedAt: event.updatedAt?.toISOString() ?? now,
      }
    : { id: null, addedAt: null, updatedAt: null };
  return {
    malId,
    entry: after,
    stamps: newStamps,
    isSeenChanged: "seen" in diff.after || "skipped" in diff.after,
    areRewatchesChanged: "rewatches" in diff.after,
    event: {
      id: event.eventId === null && event.batchId !== null ? event.batchId : randomUUID(),
      at: event.age === 0 ? now : at.toISOString(),
      day,
      via,
      batchId: event.batchId,
      before: { ...diff.before, ...stamps },
      after: { ...diff.after, ...newStamps },
      watched: countsForNoDay ? 0 : countWatched(before, after, day),
    },
  };
}

function toTouch({ malId, entry, stamps, now }: Tracked): TrackedRecord {
  return {
    malId,
    entry,
    stamps: { ...stamps, updatedAt: now },
    isSeenChanged: false,
    areRewatchesChanged: false,
    event: null,
  };
}
