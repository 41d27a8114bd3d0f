import { hasBegun } from "~/features/catalog/airing-status.server";
import { sql } from "drizzle-orm";
import type { TitleNames } from "~/features/catalog/title-language";
import { CARD_JSON, type CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";

export interface MissedSequel {
  anime: CardAnime;
  /** The title that the user has completed. */
  after: TitleNames;
}

interface Row extends Record<string, unknown> {
  anime: string;
  after: TitleNames;
  total: number;
}

/**
 * Titles not on the user's list that have begun to air and follow one that the user has completed
 * and may see, latest first. `total` counts them all.
 */
export async function listMissedSequels(
  db: Database,
  userId: string,
  { limit, offset = 0, ...viewer }: Viewer & { limit: number; offset?: number },
): Promise<{ sequels: MissedSequel[]; total: number }> {
  const rows = await db.execute<Row>(
    prepared(sql`
      WITH completed AS (
        SELECT e.anime_mal_id AS mal_id
        FROM watch_list_entries e JOIN animes p ON p.mal_id = e.anime_mal_id
        WHERE e.user_id = ${userId}::uuid AND e.state IN ('completed', 'rewatching')
          AND ${isVisible(sql`p`, viewer)}
      ), sequel AS (
        SELECT r.related_mal_id AS mal_id, completed.mal_id AS after
        FROM completed JOIN anime_relations r USING (mal_id) WHERE r.relation = 'SEQUEL'
        UNION
        SELECT r.mal_id, completed.mal_id
        FROM completed JOIN anime_relations r ON r.related_mal_id = completed.mal_id
        WHERE r.relation = 'PREQUEL'
      ), missed AS (
        SELECT a.mal_id, min(sequel.after) AS after, a.aired_from, count(*) OVER ()::int4 AS total
        FROM sequel JOIN animes a USING (mal_id)
        WHERE ${hasBegun(sql`a`)} AND ${isVisible(sql`a`, viewer)}
          AND NOT EXISTS (
            SELECT 1 FROM watch_list_entries e
            WHERE e.user_id = ${userId}::uuid AND e.anime_mal_id = a.mal_id
          )
        GROUP BY a.mal_id
        ORDER BY a.aired_from DESC NULLS LAST, a.mal_id LIMIT ${limit} OFFSET ${offset}
      )
      SELECT ${CARD_JSON} AS anime, missed.total, json_build_object('title', p.title,
        'title_english', p.title_english, 'title_japanese', p.title_japanese) AS after
      FROM missed JOIN animes a USING (mal_id) JOIN animes p ON p.mal_id = missed.after
      ORDER BY a.aired_from DESC NULLS LAST, a.mal_id`),
  );
  return {
    // Built by Postgres from typed columns, so it is not validated.
    sequels: [...rows].map(({ anime, after }) => ({
      anime: JSON.parse(anime) as CardAnime,
      after,
    })),
    total: rows[0]?.total ?? 0,
  };
}
