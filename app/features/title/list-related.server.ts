import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { CARD_JSON, type CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";

export interface RelatedAnime {
  relation: string;
  anime: CardAnime;
}

const MAX_RELATED = 60;

export async function listRelated(
  db: Database,
  { id, ...viewer }: Viewer & { id: number },
): Promise<RelatedAnime[]> {
  const rows = await db.execute<{ relation: string; anime: string }>(
    prepared(sql`
      SELECT r.relation, ${CARD_JSON} AS anime
      FROM anime_relations r JOIN animes a ON a.mal_id = r.related_mal_id
      WHERE r.mal_id = ${id}::int4 AND ${isVisible(sql`a`, viewer)}
      ORDER BY a.popularity NULLS LAST, a.mal_id, r.relation LIMIT ${MAX_RELATED}`),
  );
  // Built by Postgres from typed columns, so it is not validated.
  return rows.map(({ relation, anime }) => ({ relation, anime: JSON.parse(anime) as CardAnime }));
}
