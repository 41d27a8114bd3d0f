import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import type { AnimeDetails } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import {
  isVisible,
  isVisibleEntry,
  UNRESTRICTED,
  type Viewer,
  withheld,
} from "~/features/catalog/visibility.server";

interface AnimeOptions extends Viewer {
  id: number;
}

const RELATION_ORDER =
  "'{PREQUEL,SEQUEL,PARENT,SIDE_STORY,SPIN_OFF,ALTERNATIVE,ADAPTATION,SUMMARY,COMPILATION,CONTAINS}'::text[]";

/**
 * JSON of `animeDetailsSchema`. Omits relations to unknown or hidden titles. Throws `NotFound`, or
 * `Forbidden` when parental control hides the anime.
 */
export async function getAnimeJson(db: Database, { id, ...viewer }: AnimeOptions): Promise<string> {
  const [row] = await db.execute<{ anime: string; relations: string; visible: boolean }>(
    prepared(sql`
      SELECT
        ${isVisible(sql`a`, viewer)} AS visible,
        ${animeJson} AS anime,
        (
          SELECT coalesce(json_agg(
            json_build_object('mal_id', e.mal_id, 'title', e.title, 'type', e.type, 'relation', r.relation)
            ORDER BY array_position(${sql.raw(RELATION_ORDER)}, r.relation) NULLS LAST, e.popularity NULLS LAST, e.mal_id, r.relation
          ), '[]')::text
          FROM anime_relations r JOIN listing_entries e ON e.mal_id = r.related_mal_id
          WHERE r.mal_id = a.mal_id AND ${isVisibleEntry(sql`e`, viewer)}
        ) AS relations
      FROM animes a WHERE a.mal_id = ${id}::int4 AND ${isVisible(sql`a`, UNRESTRICTED)}`),
  );
  if (row === undefined) throw new NotFound("anime.notFound");
  if (!row.visible) throw withheld(id, viewer);
  return `${row.anime.slice(0, -1)},"relations":${row.relations}}`;
}

export async function getAnime(db: Database, options: AnimeOptions): Promise<AnimeDetails> {
  // Built by Postgres from typed columns, so it is not validated.
  return JSON.parse(await getAnimeJson(db, options)) as AnimeDetails;
}
