import { sql } from "drizzle-orm";
import { z } from "zod";
import { Conflict, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { dayOf, type Tracker } from "./change-entries.server";
import { withoutExtras } from "./extra-episodes";
import { isSameValue, parseStoredFields, type StoredFields } from "./entry-diff";
import { loadTracked, lockTracking, type Tracked } from "./load-tracked.server";
import { saveChanges, type EntryChange } from "./save-changes.server";
import type { TrackedRecord } from "./save-tracked.server";
import type { Via } from "./via";
import { UNLISTED, type TrackedEntry } from "./tracked-entry";

interface EventRow extends Record<string, unknown> {
  id: string;
  anime_mal_id: number;
  before: unknown;
  after: unknown;
  undone: boolean;
  through: Via;
}

const idSchema = z.uuid();

interface ReplayedEvents {
  /** A hidden title is null. */
  titles: (string | null)[];
  /** An undone import cannot be made again, except from its file. */
  canRedo: boolean;
}

type EventChange = (db: Database, tracker: Tracker, eventId: string) => Promise<ReplayedEvents>;

/**
 * Undoes an event and all others of its import or bulk change, and restores the previous values,
 * dates included. Throws `NotFound` for another user's event, and `Conflict` when a later change
 * contradicts it.
 */
export const undoEvent: EventChange = (db, tracker, eventId) =>
  replayEvents(db, tracker, eventId, "undo");

/**
 * Makes the change of an undone event again, and those of its bulk change. Throws the same, and
 * `Conflict` for an undone import.
 */
export const redoEvent: EventChange = (db, tracker, eventId) =>
  replayEvents(db, tracker, eventId, "redo");

function replayEvents(
  db: Database,
  { userId, via, listeners, timeZone, ...viewer }: Tracker,
  eventId: string,
  direction: "undo" | "redo",
): Promise<ReplayedEvents> {
  if (!idSchema.safeParse(eventId).success)
    return Promise.reject(new NotFound("list.eventNotFound"));
  return db.transaction(async (tx) => {
    await lockTracking(tx, userId);
    const events = await selectEvents(tx, userId, eventId);
    if (events.length === 0) throw new NotFound("list.eventNotFound");
    const isUndo = direction === "undo";
    if (events.some(({ undone }) => undone === isUndo))
      throw new Conflict(isUndo ? "list.alreadyUndone" : "list.notUndone");
    const isImport = events[0]?.through === "import";
    if (isImport && !isUndo) throw new Conflict("list.importNotRedone");
    const tracked = await loadTracked(
      tx,
      userId,
      events.map((event) => event.anime_mal_id),
      viewer,
    );
    const titles: (string | null)[] = [];
    const entries = new Map<number, EntryChange>();
    const records = events.map((event) => {
      const title = tracked.get(event.anime_mal_id);
      if (title === undefined) throw new NotFound("anime.notFound");
      // Two titles of a bulk change have been merged since.
      if (entries.has(title.malId)) throw contradiction(title);
      titles.push(title.title.name);
      const [before, after] = [parseStoredFields(event.before), parseStoredFields(event.after)];
      const record = isUndo ? revert(title, before, after) : revert(title, after, before);
      const { malId, title: facts, entry } = title;
      entries.set(malId, { malId, title: facts, before: entry, after: record.entry });
      return record;
    });
    const change = {
      ...{ userId, via: isImport ? "import" : via, day: dayOf(new Date(), timeZone) },
      entries: [...entries.values()],
    } as const;
    await saveChanges(tx, records, change, listeners);
    const eventIds = events.map(({ id }) => id);
    await tx.execute(
      sql`UPDATE list_events SET undone_at = ${isUndo ? sql`now()` : sql`NULL`}
        WHERE id = ANY(${sql.param(eventIds)}::uuid[])`,
    );
    if (isImport)
      await tx.execute(sql`
        DELETE FROM list_events WHERE user_id = ${userId}::uuid AND import_id IN (
          SELECT batch_id FROM list_events WHERE id = ${eventId}::uuid)`);
    return { titles, canRedo: !isImport };
  });
}

async function selectEvents(tx: Transaction, userId: string, eventId: string): Promise<EventRow[]> {
  const rows = await tx.execute<EventRow>(sql`
    WITH chosen AS (
      SELECT id, batch_id FROM list_events WHERE id = ${eventId}::uuid AND user_id = ${userId}::uuid
    )
    SELECT e.id, e.anime_mal_id, e.before, e.after, e.undone_at IS NOT NULL AS undone, e.through
    FROM list_events e WHERE e.id = (SELECT id FROM chosen)
    UNION
    SELECT e.id, e.anime_mal_id, e.before, e.after, e.undone_at IS NOT NULL, e.through
    FROM list_events e WHERE e.batch_id = (SELECT batch_id FROM chosen)`);
  return [...rows];
}

/** Puts the values of `before` where those of `after` are. */
function revert(tracked: Tracked, before: StoredFields, after: StoredFields): TrackedRecord {
  const { malId, title, entry, stamps } = tracked;
  if (isContradicted(entry, before, after)) throw contradiction(tracked);
  const { id, addedAt, updatedAt, ...fields } = before;
  // The title may have fewer episodes than it had then.
  const restored: TrackedEntry = {
    ...entry,
    ...fields,
    seen: withoutExtras(fields.seen ?? entry.seen, title),
    skipped: withoutExtras(fields.skipped ?? entry.skipped, title),
  };
  const isNewest = toMillis(stamps.updatedAt) === toMillis(after.updatedAt ?? null);
  return {
    malId,
    entry: restored,
    stamps: {
      id: id ?? stamps.id,
      addedAt: addedAt ?? stamps.addedAt,
      updatedAt: isNewest ? (updatedAt ?? null) : stamps.updatedAt,
    },
    isSeenChanged: "seen" in fields || "skipped" in fields,
    areRewatchesChanged: "rewatches" in fields || restored.listed !== entry.listed,
    event: null,
  };
}

function contradiction({ title }: Tracked): Conflict {
  return new Conflict(
    title.name === null
      ? "list.undoConflictHidden"
      : { key: "list.undoConflict", values: { title: title.name } },
  );
}

function toMillis(stamp: string | null): number | null {
  return stamp === null ? null : new Date(stamp).getTime();
}

function isContradicted(entry: TrackedEntry, before: StoredFields, after: StoredFields): boolean {
  // Removing the title again would lose every later change.
  const isAddition = before.listed === false;
  const expected: Record<string, unknown> = isAddition
    ? { ...UNLISTED, seen: entry.seen, skipped: entry.skipped, ...after }
    : after;
  return (Object.keys(UNLISTED) as (keyof TrackedEntry)[]).some(
    (name) => name in expected && !isSameValue(entry[name], expected[name]),
  );
}
