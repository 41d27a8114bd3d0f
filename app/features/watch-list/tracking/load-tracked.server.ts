import { sql, type SQL } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { prepared } from "~db/prepared";
import { visibleText, type Viewer } from "~/features/catalog/visibility.server";
import { parseEntryState } from "~/features/watch-list/entry-states";
import { parseMultirange } from "./episode-set";
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

interface Row extends Record<string, unknown> {
  mal_id: number;
  name: string | null;
  status: string | null;
  total: number | null;
  id: string | null;
  state: string | null;
  score: number | null;
  started_on: string | null;
  finished_on: string | null;
  notes: string | null;
  tags: string[] | null;
  priority: number | null;
  private: boolean | null;
  added_at: string | null;
  updated_at: string | null;
  seen: string | null;
  skipped: string | null;
  rewatches: Rewatch[] | null;
  now: string;
}

/** Null while unknown. Expects `animes` as `a`. */
export const TOTAL_EPISODES = sql`coalesce(nullif(a.episodes, 0), CASE WHEN a.status = 'Finished Airing' THEN (
  SELECT max(e.number) FROM episodes e WHERE e.anime_mal_id = a.mal_id) END)`;

/** A multirange of filler and recaps as text, null unless skipped. Expects `animes` as `a`. */
export function fillerEpisodes(skipsFiller: boolean): SQL {
  return skipsFiller
    ? sql`(
      SELECT range_agg(int4range(e.number, e.number + 1))::text FROM episodes e
      WHERE e.anime_mal_id = a.mal_id AND (e.filler OR e.recap))`
    : sql`NULL::text`;
}

/** Until the end of the transaction. One lock for all titles prevents deadlocks. */
export async function lockTracking(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(prepared(sql`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`));
}

/** By id, without unknown titles. Call it under the lock, in a statement of its own. */
export async function loadTracked(
  tx: Transaction,
  userId: string,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, Tracked>> {
  const rows = await tx.execute<Row>(
    prepared(sql`
    SELECT a.mal_id, ${visibleText(sql`a.title`, sql`a`, viewer)} AS name, a.status, ${TOTAL_EPISODES} AS total,
      entry.id, entry.state, entry.score, entry.started_on, entry.finished_on, entry.notes,
      entry.tags, entry.priority, entry.private, entry.added_at::text, entry.updated_at::text,
      s.episodes::text AS seen, s.skipped::text AS skipped, r.rewatches, clock_timestamp()::text AS now
    FROM animes a
    LEFT JOIN watch_list_entries entry ON entry.user_id = ${userId}::uuid AND entry.anime_mal_id = a.mal_id
    LEFT JOIN seen_episodes s ON s.user_id = ${userId}::uuid AND s.anime_mal_id = a.mal_id
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('startedOn', started_on, 'finishedOn', finished_on,
        'score', score, 'finished', finished) ORDER BY number) AS rewatches
      FROM rewatches WHERE user_id = entry.user_id AND anime_mal_id = entry.anime_mal_id
    ) r ON true
    WHERE a.mal_id = ANY(${sql.param(ids)}::integer[])`),
  );
  return new Map([...rows].map((row) => [row.mal_id, toTracked(row)]));
}

function toTracked(row: Row): Tracked {
  return {
    malId: row.mal_id,
    title: { name: row.name, total: row.total, aired: row.status !== "Not yet aired" },
    entry: {
      listed: row.id !== null,
      state: parseEntryState(row.state ?? ""),
      seen: parseMultirange(row.seen),
      skipped: parseMultirange(row.skipped),
      score: row.score,
      startedOn: row.started_on,
      finishedOn: row.finished_on,
      rewatches: row.rewatches ?? [],
      notes: row.notes,
      tags: row.tags ?? [],
      priority: row.priority ?? 0,
      private: row.private ?? false,
    },
    stamps: { id: row.id, addedAt: row.added_at, updatedAt: row.updated_at },
    now: row.now,
  };
}
