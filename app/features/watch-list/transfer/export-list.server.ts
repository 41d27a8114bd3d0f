import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { visibleText, type Viewer } from "~/features/catalog/visibility.server";
import { entryColumns } from "~/features/watch-list/tracking/entry-columns.server";
import { fromEntryRow, type EntryRow } from "~/features/watch-list/tracking/entry-fields";
import { parseMultirange } from "~/features/catalog/episodes/episode-set";
import type { Rewatch } from "~/features/watch-list/tracking/tracked-entry";
import type { ExportedEntry } from "./exported-entry";

interface Row extends EntryRow {
  [column: string]: unknown;
  mal_id: number;
  title: string | null;
  anime_type: string | null;
  episodes: number | null;
  seen: string | null;
  skipped: string | null;
  rewatches: Rewatch[] | null;
  added_at: string;
  updated_at: string;
}

/**
 * Lists all entries; the latest change comes first. Includes hidden titles without their name, so
 * that the export is complete.
 */
export async function exportList(
  db: Database | Transaction,
  userId: string,
  viewer: Viewer,
): Promise<ExportedEntry[]> {
  const rows = await db.execute<Row>(sql`
    SELECT a.mal_id, ${visibleText(sql`a.title`, sql`a`, viewer)} AS title, a.type AS anime_type, a.episodes,
      ${entryColumns("e")}, s.episodes::text AS seen, s.skipped::text AS skipped, r.rewatches,
      e.added_at, e.updated_at
    FROM watch_list_entries e
    JOIN animes a ON a.mal_id = e.anime_mal_id
    LEFT JOIN seen_episodes s ON s.user_id = e.user_id AND s.anime_mal_id = e.anime_mal_id
    LEFT JOIN (
      SELECT anime_mal_id, json_agg(json_build_object('startedOn', started_on, 'finishedOn', finished_on,
        'score', score, 'finished', finished) ORDER BY number) AS rewatches
      FROM rewatches WHERE user_id = ${userId}::uuid GROUP BY anime_mal_id
    ) r ON r.anime_mal_id = e.anime_mal_id
    WHERE e.user_id = ${userId}::uuid
    ORDER BY e.updated_at DESC, e.anime_mal_id`);
  return [...rows].map((row) => ({
    malId: row.mal_id,
    title: row.title,
    animeType: row.anime_type,
    episodes: row.episodes,
    ...fromEntryRow(row),
    seen: parseMultirange(row.seen),
    skipped: parseMultirange(row.skipped),
    rewatches: row.rewatches ?? [],
    addedAt: new Date(row.added_at),
    updatedAt: new Date(row.updated_at),
  }));
}
