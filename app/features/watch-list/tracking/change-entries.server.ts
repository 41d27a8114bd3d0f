import { randomUUID } from "node:crypto";
import { NotFound } from "~/errors/app-error";
import type { Viewer } from "~/features/catalog/visibility.server";
import { wallClock, wallDate } from "~/features/schedule/time-zone";
import { isPossibleAnimeId } from "~/features/watch-list/entry-input";
import type { Database, Transaction } from "~db/client.server";
import { countWatched, diffEntries } from "./entry-diff";
import { loadTracked, lockTracking, type Tracked } from "./load-tracked.server";
import { saveTracked, type TrackedRecord } from "./save-tracked.server";
import type { Via } from "./via";
import { UNLISTED, type TrackedEntry } from "./tracked-entry";

export interface Tracker extends Viewer {
  userId: string;
  via: Via;
  timeZone: string;
}

export interface EntryChange {
  malId: number;
  title: Tracked["title"];
  before: TrackedEntry;
  after: TrackedEntry;
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
  /** When an entry was added and changed elsewhere, by anime id. */
  stamps?: ReadonlyMap<number, { addedAt?: Date | undefined; updatedAt?: Date | undefined }>;
  allowUnknown?: boolean;
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
 * Throws `NotFound` for an unknown title, and what the rule throws.
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
    const tracked = await loadTracked(tx, tracker.userId, animeIds, tracker);
    return changeTracked(
      tx,
      tracker,
      animeIds.flatMap((id) => {
        const found = tracked.get(id);
        if (found !== undefined) return [found];
        if (options.allowUnknown === true) return [];
        throw new NotFound("anime.notFound");
      }),
      rule,
      options,
    );
  });
}

export async function changeTracked(
  tx: Transaction,
  tracker: Tracker,
  titles: readonly Tracked[],
  rule: EntryRule,
  { isBatch = false, touch = false, watchedEarlier = false, ages, stamps }: ChangeOptions = {},
): Promise<ChangeResult> {
  const batchId = isBatch ? randomUUID() : null;
  const today = dayOf(new Date(), tracker.timeZone);
  const records: TrackedRecord[] = [];
  const entries: EntryChange[] = [];
  let eventId: string | null = null;
  for (const title of titles) {
    const before = title.entry;
    const after = rule(title, today) ?? UNLISTED;
    entries.push({ malId: title.malId, title: title.title, before, after });
    const age = ages?.get(title.malId) ?? 0;
    const stamp = stamps?.get(title.malId);
    const record = toRecord(tracker, title, after, {
      ...{ age, batchId, eventId, watchedEarlier },
      ...stamp,
    });
    if (record !== null) eventId ??= record.event?.id ?? null;
    if (record !== null) records.push(record);
    else if (touch && after.listed) records.push(toTouch(title));
  }
  if (records.length > 0) await saveTracked(tx, tracker.userId, records);
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
