import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import type { TransferredEvent } from "./history-format";

const EVENTS_PER_STATEMENT = 5_000;

/**
 * Events that the history lacks, of titles in the catalog. Events are equal when the title, the
 * microsecond, and their place among those of that microsecond are.
 */
export async function selectNewEvents(
  tx: Transaction,
  userId: string,
  events: readonly TransferredEvent[],
): Promise<TransferredEvent[]> {
  const added: TransferredEvent[] = [];
  const counts = new Map<string, number>();
  for (let start = 0; start < events.length; start += EVENTS_PER_STATEMENT) {
    const chunk = events.slice(start, start + EVENTS_PER_STATEMENT);
    const keys = chunk.map(({ malId, at }, place) => {
      const earlier = counts.get(`${malId} ${at}`) ?? 0;
      counts.set(`${malId} ${at}`, earlier + 1);
      return { place, mal_id: malId, at, earlier };
    });
    const rows = await tx.execute<{ place: number }>(sql`
      SELECT r.place FROM json_to_recordset(${JSON.stringify(keys)}::json) AS r (
        place integer, mal_id integer, at timestamptz, earlier integer)
      JOIN animes a ON a.mal_id = r.mal_id
      WHERE r.earlier >= (
        SELECT count(*) FROM list_events e
        WHERE e.user_id = ${userId}::uuid AND e.anime_mal_id = r.mal_id AND e.at = r.at)
      ORDER BY r.place`);
    added.push(...[...rows].flatMap(({ place }) => chunk[place] ?? []));
  }
  return added;
}

/** Undoing the import `importId` removes them. */
export async function insertEvents(
  tx: Transaction,
  userId: string,
  events: readonly TransferredEvent[],
  importId: string | null,
): Promise<void> {
  const batchIds = new Map<number, string>();
  // Changes of one microsecond are in the order of their ids, which is that of the file.
  const ids = events.map(() => randomUUID()).sort();
  const records = events.map(({ batch, malId, undoneAt, ...event }, place) => {
    const id = ids[place] ?? randomUUID();
    // A batch has the id of one of its events, which the history shows.
    if (batch !== null && !batchIds.has(batch)) batchIds.set(batch, id);
    return {
      ...event,
      id,
      mal_id: malId,
      batch_id: batch === null ? null : batchIds.get(batch),
      undone_at: undoneAt,
    };
  });
  for (let start = 0; start < records.length; start += EVENTS_PER_STATEMENT) {
    const chunk = JSON.stringify(records.slice(start, start + EVENTS_PER_STATEMENT));
    await tx.execute(sql`
      INSERT INTO list_events (id, user_id, anime_mal_id, at, day, through, batch_id, before, after,
        watched, undone_at, import_id)
      SELECT r.id, ${userId}::uuid, r.mal_id, r.at, r.day, r.through, r.batch_id, r.before, r.after,
        r.watched, r.undone_at, ${importId}::uuid
      FROM json_to_recordset(${chunk}::json) AS r (id uuid, mal_id integer, at timestamptz, day date,
        through text, batch_id uuid, before jsonb, after jsonb, watched integer, undone_at timestamptz)`);
  }
}
