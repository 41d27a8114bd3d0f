import { sql } from "drizzle-orm";
import { isVisibleEntry } from "~/features/catalog/visibility.server";
import { parseEntryState, type EntryState } from "~/features/watch-list/entry-states";
import type { Database } from "~db/client.server";
import type { ListReader } from "./tracking-statistics.server";

export interface Activity {
  animeId: number;
  day: string;
  episodes: number;
  /** The state that was set that day, or null when none was. */
  state: EntryState | null;
}

interface Row extends Record<string, unknown> {
  mal_id: number;
  day: string;
  watched: number;
  state: string | null;
}

const MAX_ACTIVITIES = 6;
const MAX_EVENTS = 120;

/**
 * Lists episodes and states of listed titles, newest first, without imports, scores, notes and
 * tags.
 */
export async function listRecentActivity(
  db: Database,
  userId: string,
  { hidePrivate, ...viewer }: ListReader,
): Promise<Activity[]> {
  const rows = await db.execute<Row>(sql`
    SELECT v.anime_mal_id AS mal_id, v.day::text AS day, v.watched, v.after ->> 'state' AS state
    FROM list_events v
    JOIN watch_list_entries e ON e.user_id = v.user_id AND e.anime_mal_id = v.anime_mal_id
    JOIN listing_entries l ON l.mal_id = v.anime_mal_id
    WHERE v.user_id = ${userId}::uuid AND v.undone_at IS NULL AND v.through <> 'import'
      AND (v.watched <> 0 OR v.after ->> 'state' IS NOT NULL)
      AND NOT (e.private AND ${hidePrivate}::boolean) AND ${isVisibleEntry(sql`l`, viewer)}
    ORDER BY v.at DESC, v.id DESC LIMIT ${MAX_EVENTS}`);
  const activities = new Map<string, Activity>();
  for (const { mal_id, day, watched, state } of rows) {
    const key = `${mal_id} ${day}`;
    const found = activities.get(key) ?? { animeId: mal_id, day, episodes: 0, state: null };
    activities.set(key, {
      ...found,
      episodes: found.episodes + watched,
      state: found.state ?? parseEntryState(state ?? ""),
    });
  }
  return [...activities.values()]
    .filter(({ episodes, state }) => episodes > 0 || state !== null)
    .map((activity) => ({ ...activity, episodes: Math.max(0, activity.episodes) }))
    .slice(0, MAX_ACTIVITIES);
}
