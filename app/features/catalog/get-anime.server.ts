import { sql } from "drizzle-orm";
import { Forbidden, NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import type { AnimeDetails } from "./anime";
import { animeJson } from "./anime-json.server";

interface Asked {
  id: number;
  parentalControl: boolean;
}

/** What belongs closest comes first. */
const RELATION_ORDER =
  "'{PREQUEL,SEQUEL,PARENT,SIDE_STORY,SPIN_OFF,ALTERNATIVE,ADAPTATION,SUMMARY,COMPILATION,CONTAINS}'::text[]";

/**
 * One anime with its relations, as JSON text of `animeDetailsSchema`. Relations to titles that the catalog lacks, or that
 * parental control hides, are left out. Throws `NotFound`, or `Forbidden` when parental control hides the anime itself.
 */
export async function getAnimeJson(db: Database, { id, parentalControl }: Asked): Promise<string> {
  const [row] = await db.execute<{ anime: string; relations: string; hidden: boolean }>(sql`
    SELECT
      a.mature AND ${parentalControl}::boolean AS hidden,
      ${animeJson} AS anime,
      (
        SELECT coalesce(json_agg(
          json_build_object('mal_id', e.mal_id, 'title', e.title, 'type', e.type, 'relation', r.relation)
          ORDER BY array_position(${sql.raw(RELATION_ORDER)}, r.relation) NULLS LAST, e.popularity NULLS LAST, e.mal_id, r.relation
        ), '[]')::text
        FROM anime_relations r JOIN listing_entries e ON e.mal_id = r.related_mal_id
        WHERE r.mal_id = a.mal_id AND NOT (e.mature AND ${parentalControl}::boolean)
      ) AS relations
    FROM animes a WHERE a.mal_id = ${id}::int4`);
  if (row === undefined) throw new NotFound("The catalog has no anime with this id.");
  if (row.hidden) throw new Forbidden("Parental control hides this anime.");
  return `${row.anime.slice(0, -1)},"relations":${row.relations}}`;
}

/** One anime with its relations. See `getAnimeJson`. */
export async function getAnime(db: Database, asked: Asked): Promise<AnimeDetails> {
  // The database wrote this text from its own columns, so its shape is known.
  return JSON.parse(await getAnimeJson(db, asked)) as AnimeDetails;
}
