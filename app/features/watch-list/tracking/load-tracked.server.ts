import { hasBegun } from "~/features/catalog/airing-status.server";
import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import {
  historyColumns,
  toHistory,
  type HistoryRow,
} from "~/features/catalog/episodes/watch-history.server";
import { prepared } from "~db/prepared";
import { visibleText, type Viewer } from "~/features/catalog/visibility.server";
import { entryColumns } from "./entry-columns.server";
import { fromEntryRow, type EntryRow } from "./entry-fields";
import { parseMultirange } from "~/features/catalog/episodes/episode-set";
import type { Rewatch, TrackedEntry, TrackedTitle } from "./tracked-entry";

/** Postgres's text, so that writing timestamps back loses nothing. */
export interface EntryStamps {
  id: string | null;
  addedAt: string | null;
  updatedAt: string | null;
}

export interface Tracked {
  malId: number;
  title: TrackedTitle & { name: string | null };
  entry: TrackedEntry;
  stamps: EntryStamps;
  now: string;
}

interface Row extends EntryRow, HistoryRow {
  [column: string]: unknown;
  mal_id: number;
  name: string | null;
  aired: boolean;
  id: string | null;
  added_at: string | null;
  updated_at: string | null;
  skipped: string | null;
  rewatches: Rewatch[] | null;
  now: string;
}

/**
 * Keeps other changes of the user's list waiting until the transaction ends. One lock for all
 * titles prevents deadlocks.
 */
export async function lockTracking(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(prepared(sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`));
}

/**
 * Loads what the user has recorded about titles, by id, without unknown ones. The titles stay in
 * the catalog until the transaction ends; their locks are taken in the order of ids, which prevents
 * deadlocks with a merge. Call it under the lock of `lockTracking`, in a statement of its own.
 */
export async function loadTracked(
  tx: Transaction,
  userId: string,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, Tracked>> {
  const rows = await tx.execute<Row>(
    prepared(sql`
    SELECT a.mal_id, ${visibleText(sql`a.title`, sql`a`, viewer)} AS name, ${hasBegun(sql`a`)} AS aired,
      entry.id, ${entryColumns("entry")}, entry.added_at::text, entry.updated_at::text,
      ${historyColumns(userId)}, s.skipped::text AS skipped, r.rewatches, clock_timestamp()::text AS now
    FROM animes a
    LEFT JOIN watch_list_entries entry ON entry.user_id = ${userId}::uuid AND entry.anime_mal_id = a.mal_id
    LEFT JOIN seen_episodes s ON s.user_id = ${userId}::uuid AND s.anime_mal_id = a.mal_id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('startedOn', started_on, 'finishedOn', finished_on,
        'score', score, 'finished', finished) ORDER BY number) AS rewatches
      FROM rewatches WHERE user_id = entry.user_id AND anime_mal_id = entry.anime_mal_id
    ) r ON true
    WHERE a.mal_id = ANY(${sql.param(ids)}::integer[])
    ORDER BY a.mal_id FOR KEY SHARE OF a`),
  );
  return new Map([...rows].map((row) => [row.mal_id, toTracked(row)]));
}

function toTracked(row: Row): Tracked {
  const { seen, filler: _, ...history } = toHistory(row);
  return {
    malId: row.mal_id,
    title: { ...history, name: row.name, aired: row.aired },
    entry: {
      ...fromEntryRow(row),
      listed: row.id !== null,
      seen,
      skipped: parseMultirange(row.skipped),
      rewatches: row.rewatches ?? [],
    },
    stamps: { id: row.id, addedAt: row.added_at, updatedAt: row.updated_at },
    now: row.now,
  };
}
