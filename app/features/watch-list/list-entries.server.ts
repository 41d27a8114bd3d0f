import { sql, type SQL } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { prepared } from "~db/prepared";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { CollectionType } from "./collection-types";
import type { WatchListEntry } from "./entry";
import { toImportedState } from "./entry-states";
import { toTenPoints } from "./own-score";
import { entryColumns } from "./tracking/entry-columns.server";

interface Row extends Omit<
  WatchListEntry,
  "anime_id" | "imported_state" | "watched_episodes" | "own_score" | "rewatches"
> {
  [column: string]: unknown;
  rewatches: WatchListEntry["rewatches"] | null;
}

/**
 * Lists entries without hidden titles; the latest change comes first. There are no pages: the
 * catalog bounds it.
 */
export function listEntries(
  db: Database | Transaction,
  userId: string,
  { type, ...viewer }: Viewer & { type?: CollectionType | undefined },
): Promise<WatchListEntry[]> {
  const ofType = type === undefined ? sql`` : sql`AND e.type = ${type}`;
  return selectEntries(db, userId, sql`AND ${isVisible(sql`a`, viewer)} ${ofType}`);
}

/** Returns null for a title that is not on the list, or that the viewer may not see. */
export async function getEntry(
  db: Database | Transaction,
  userId: string,
  animeId: number,
  viewer: Viewer,
): Promise<WatchListEntry | null> {
  const [entry] = await selectEntries(
    db,
    userId,
    prepared(sql`AND ${isVisible(sql`a`, viewer)} AND e.anime_mal_id = ${animeId}::integer`),
  );
  return entry ?? null;
}

async function selectEntries(
  db: Database | Transaction,
  userId: string,
  condition: SQL,
): Promise<WatchListEntry[]> {
  const rows = await db.execute<Row>(sql`
    SELECT e.id, e.user_id, e.type, a.title, a.image_url AS "imageUrl", a.score AS rating, a.episodes,
      a.genres, a.mal_id, a.year, a.status, a.image_webp,
      ${entryColumns("e")}, coalesce(s.count, 0) AS episodes_seen, r.rewatches, e.added_at,
      e.updated_at
    FROM watch_list_entries e
    JOIN animes a ON a.mal_id = e.anime_mal_id
    LEFT JOIN seen_episodes s ON s.user_id = e.user_id AND s.anime_mal_id = e.anime_mal_id
    LEFT JOIN (
      SELECT anime_mal_id, json_agg(json_build_object(
        'started_on', started_on, 'finished_on', finished_on, 'score', score) ORDER BY number) AS rewatches
      FROM rewatches WHERE user_id = ${userId}::uuid GROUP BY anime_mal_id
    ) r ON r.anime_mal_id = e.anime_mal_id
    WHERE e.user_id = ${userId}::uuid ${condition}
    ORDER BY e.updated_at DESC, e.added_at DESC, e.anime_mal_id`);
  return [...rows].map(toEntry);
}

function toEntry(row: Row): WatchListEntry {
  return {
    ...row,
    anime_id: String(row.mal_id),
    rewatches: row.rewatches ?? [],
    imported_state: toImportedState(row.state),
    watched_episodes: row.episodes_seen === 0 ? null : row.episodes_seen,
    own_score: toTenPoints(row.score),
    added_at: new Date(row.added_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
}
