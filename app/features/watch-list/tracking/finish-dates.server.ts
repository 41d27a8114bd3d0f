import { sql, type SQL } from "drizzle-orm";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";

/** Imports may bring a year or a month alone, which names no day. */
export const WHOLE_DATE_LENGTH = "2024-05-17".length;

/**
 * SQL for the finishes that are known only by their date, as after an import: the history has no
 * watched episode of the title in that year. `number` is the rewatch, 0 for the first watch.
 * Statistics count by the same rule.
 */
export function finishDates(userId: string, viewer: Viewer): SQL {
  const episodes = sql`coalesce(nullif(l.episodes, 0), s.count)`;
  return sql`
    SELECT f.anime_mal_id, f.number, f.finished_on, ${episodes}::int4 AS episodes
    FROM (
      SELECT anime_mal_id, 0 AS number, finished_on FROM watch_list_entries
      WHERE user_id = ${userId}::uuid
      UNION ALL SELECT anime_mal_id, number, finished_on FROM rewatches
      WHERE user_id = ${userId}::uuid AND finished
    ) f
    JOIN listing_entries l ON l.mal_id = f.anime_mal_id
    LEFT JOIN seen_episodes s ON s.user_id = ${userId}::uuid AND s.anime_mal_id = f.anime_mal_id
    WHERE char_length(f.finished_on) = ${WHOLE_DATE_LENGTH} AND ${episodes} > 0
      AND ${isVisibleEntry(sql`l`, viewer)}
      AND NOT EXISTS (
        SELECT FROM list_events v
        WHERE v.user_id = ${userId}::uuid AND v.anime_mal_id = f.anime_mal_id
          AND v.watched <> 0 AND v.undone_at IS NULL
          AND extract(year FROM v.day) = left(f.finished_on, 4)::int4)`;
}
