import { airingStatus } from "~/features/catalog/airing-status.server";
import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import type { NumberedTitle } from "./episode-number";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";

const MAX_AIRING = 1_000;
/**
 * The last broadcast is at most two days after the day that the catalog has, can be watched three
 * days later by the longest delay, and stays in feeds for two weeks.
 */
const ENDED_DAYS = 19;

export interface AiringAnime extends Anime {
  /** The last whose day the catalog has. */
  last_episode: NumberedTitle["last_episode"];
  /** The day of one broadcast, from which calendars count. */
  broadcast_anchor: string | null;
  /** Time of the change in ISO 8601. */
  changed_at: string;
}

/**
 * Lists titles whose broadcast day, time and zone the catalog has, most popular first: those that
 * air, and those that ended so lately that feeds still have their last broadcast.
 */
export async function listAiring(db: Database, viewer: Viewer): Promise<AiringAnime[]> {
  const rows = await db.execute<{
    anime: string;
    last_episode: AiringAnime["last_episode"];
    broadcast_anchor: string | null;
    changed_at: string | Date;
  }>(sql`
    SELECT ${animeJson} AS anime, a.changed_at, a.broadcast_anchor::text, (
      SELECT json_build_object('number', p.number, 'aired', p.aired)
      FROM episodes p
      WHERE p.anime_mal_id = e.mal_id AND p.aired IS NOT NULL
      ORDER BY p.number DESC LIMIT 1
    ) AS last_episode
    FROM listing_entries e JOIN animes a USING (mal_id)
    WHERE e.broadcast_day IS NOT NULL
      AND ((${airingStatus(sql`a`)}) = 'Currently Airing'
        OR a.aired_to BETWEEN now() - make_interval(days => ${ENDED_DAYS}) AND now())
      AND ${isVisibleEntry(sql`e`, viewer)}
      AND a.broadcast_time IS NOT NULL AND a.broadcast_timezone IS NOT NULL
    ORDER BY e.popularity NULLS LAST, e.mal_id LIMIT ${MAX_AIRING}`);
  return rows.map(({ anime, last_episode, broadcast_anchor, changed_at }) => ({
    ...(JSON.parse(anime) as Anime),
    last_episode,
    broadcast_anchor,
    changed_at: new Date(changed_at).toISOString(),
  }));
}
