import { sql } from "drizzle-orm";
import { z } from "zod";
import { Conflict, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import type { Viewer } from "~/features/catalog/visibility.server";
import { isSameValue, parseStoredFields, type StoredFields } from "./entry-diff";
import { loadTracked, lockTracking, type Tracked } from "./load-tracked.server";
import { saveTracked, type TrackedRecord } from "./save-tracked.server";
import type { Through } from "./through";
import { UNLISTED, type TrackedEntry } from "./tracked-entry";

interface EventRow extends Record<string, unknown> {
  id: string;
  anime_mal_id: number;
  before: unknown;
  after: unknown;
  undone: boolean;
  through: Through;
}

const idSchema = z.uuid();

/**
 * Undoes an event and all others of its import or bulk change, and restores the previous values,
 * dates included. Returns the titles, null for hidden ones. Throws `NotFound` for another user's
 * event, and `Conflict` when a later change contradicts it.
 */
export function undoEvent(
  db: Database,
  { userId, ...viewer }: Viewer & { userId: string },
  eventId: string,
): Promise<(string | null)[]> {
  if (!idSchema.safeParse(eventId).success)
    return Promise.reject(new NotFound("list.eventNotFound"));
  return db.transaction(async (tx) => {
    await lockTracking(tx, userId);
    const events = await selectEvents(tx, userId, eventId);
    if (events.length === 0) throw new NotFound("list.eventNotFound");
    if (events.some(({ undone }) => undone)) throw new Conflict("list.alreadyUndone");
    const tracked = await loadTracked(
      tx,
      userId,
      events.map((event) => event.anime_mal_id),
      viewer,
    );
    const titles: (string | null)[] = [];
    const records = events.map((event) => {
      const title = tracked.get(event.anime_mal_id);
      if (title === undefined) throw new NotFound("anime.notFound");
      titles.push(title.title.name);
      return revert(title, parseStoredFields(event.before), parseStoredFields(event.after));
    });
    await saveTracked(tx, userId, records);
    const ids = events.map(({ id }) => id);
    await tx.execute(
      sql`UPDATE list_events SET undone_at = now() WHERE id = ANY(${sql.param(ids)}::uuid[])`,
    );
    if (events[0]?.through === "import")
      await tx.execute(sql`
        DELETE FROM list_events WHERE user_id = ${userId}::uuid AND import_id IN (
          SELECT batch_id FROM list_events WHERE id = ${eventId}::uuid)`);
    return titles;
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

function revert(tracked: Tracked, before: StoredFields, after: StoredFields): TrackedRecord {
  const { malId, title, entry, stamps } = tracked;
  if (isContradicted(entry, before, after))
    throw new Conflict(
      title.name === null
        ? "list.undoConflictHidden"
        : { key: "list.undoConflict", values: { title: title.name } },
    );
  const { id, addedAt, updatedAt, ...fields } = before;
  const restored: TrackedEntry = { ...entry, ...fields };
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
