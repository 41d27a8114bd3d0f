import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { parseStoredFields } from "~/features/watch-list/tracking/entry-diff";
import type { Via } from "~/features/watch-list/tracking/via";
import type { TransferredEvent } from "./history-format";

interface Row extends Record<string, unknown> {
  id: string;
  mal_id: number;
  at: string;
  day: string;
  through: Via;
  batch_id: string | null;
  before: unknown;
  after: unknown;
  watched: number;
  undone_at: string | null;
}

/** Each page is a statement: that of years of history would reach the time limit under load. */
const EVENTS_PER_PAGE = 2_000;

export async function exportHistory(
  db: Database | Transaction,
  userId: string,
): Promise<TransferredEvent[]> {
  const batches = new Map<string, number>();
  const events: TransferredEvent[] = [];
  for (let last: Row | undefined; ; await setImmediate()) {
    const rows = await listPage(db, userId, last);
    events.push(...rows.map((row) => toEvent(row, batches)));
    if (rows.length < EVENTS_PER_PAGE) return events;
    last = rows.at(-1);
  }
}

async function listPage(
  db: Database | Transaction,
  userId: string,
  after: Row | undefined,
): Promise<Row[]> {
  return db.execute<Row>(sql`
    SELECT id, anime_mal_id AS mal_id, ${isoText(sql`at`)} AS at, day::text, through, batch_id, before, after,
      watched, ${isoText(sql`undone_at`)} AS undone_at
    FROM list_events
    WHERE user_id = ${userId}::uuid
      ${after === undefined ? sql`` : sql`AND (at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    ORDER BY at, id LIMIT ${EVENTS_PER_PAGE}`);
}

function isoText(instant: ReturnType<typeof sql>) {
  return sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

function toEvent(row: Row, batches: Map<string, number>): TransferredEvent {
  if (row.batch_id !== null && !batches.has(row.batch_id))
    batches.set(row.batch_id, batches.size + 1);
  return {
    malId: row.mal_id,
    at: row.at,
    day: row.day,
    through: row.through,
    batch: row.batch_id === null ? null : (batches.get(row.batch_id) ?? null),
    before: toIsoStamps(parseStoredFields(row.before)),
    after: toIsoStamps(parseStoredFields(row.after)),
    watched: row.watched,
    undoneAt: row.undone_at,
  };
}

/** Drops the row's id, which differs between accounts, and turns stamps into ISO 8601. */
function toIsoStamps({ id: _, addedAt, updatedAt, ...fields }: TransferredEvent["before"]) {
  return {
    ...fields,
    ...(addedAt === undefined ? {} : { addedAt: toIso(addedAt) }),
    ...(updatedAt === undefined ? {} : { updatedAt: toIso(updatedAt) }),
  };
}

function toIso(stamp: string | null): string | null {
  if (stamp === null) return null;
  const [, micros = ""] = /\.(\d{1,6})/.exec(stamp) ?? [];
  return `${new Date(stamp).toISOString().slice(0, 19)}.${micros.padEnd(6, "0")}Z`;
}
