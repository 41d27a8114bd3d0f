import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";

export interface RelatedAnime {
  relation: string;
  anime: Anime;
}

const MAX_RELATED = 60;

export async function listRelated(
  db: Database,
  { id, ...viewer }: Viewer & { id: number },
): Promise<RelatedAnime[]> {
  const rows = await db.execute<{ relation: string; anime: string }>(sql`
    SELECT r.relation, ${animeJson} AS anime
    FROM anime_relations r JOIN animes a ON a.mal_id = r.related_mal_id
    WHERE r.mal_id = ${id}::int4 AND ${isVisible(sql`a`, viewer)}
    ORDER BY a.popularity NULLS LAST, a.mal_id, r.relation LIMIT ${MAX_RELATED}`);
  // Built by Postgres from typed columns, so it is not validated.
  return rows.map(({ relation, anime }) => ({ relation, anime: JSON.parse(anime) as Anime }));
}
