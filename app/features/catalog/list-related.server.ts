import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "./anime";
import { animeJson } from "./anime-json.server";

/** A title that belongs with another; `relation` is upper snake case, as SEQUEL. */
export interface Related {
  relation: string;
  anime: Anime;
}

/** More than any series has, and few enough for one page. */
const MOST_RELATED = 60;

/**
 * The titles that belong with one, whole, most popular first. Those that the catalog lacks, or that parental control hides, are left out.
 */
export async function listRelated(
  db: Database,
  { id, parentalControl }: { id: number; parentalControl: boolean },
): Promise<Related[]> {
  const rows = await db.execute<{ relation: string; anime: string }>(sql`
    SELECT r.relation, ${animeJson} AS anime
    FROM anime_relations r JOIN animes a ON a.mal_id = r.related_mal_id
    WHERE r.mal_id = ${id}::int4 AND NOT (a.mature AND ${parentalControl}::boolean)
    ORDER BY a.popularity NULLS LAST, a.mal_id, r.relation LIMIT ${MOST_RELATED}`);
  // The database wrote this text from its own columns, so its shape is known.
  return rows.map(({ relation, anime }) => ({ relation, anime: JSON.parse(anime) as Anime }));
}
