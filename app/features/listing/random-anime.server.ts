import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import type { HiddenTitles } from "./hidden/hidden-titles.server";
import type { ListingQuery } from "./listing-query";
import {
  type CatalogDatabase,
  listingSource,
  whereAll,
  withCandidates,
} from "./listing-source.server";

interface RandomOptions {
  hidden?: HiddenTitles | null;
  chance?: () => number;
}

/** Uniform. `chance` works like `Math.random`. Throws `NotFound`. */
export async function randomAnimeJson(
  database: CatalogDatabase,
  query: ListingQuery,
  { hidden = null, chance = Math.random }: RandomOptions = {},
): Promise<string> {
  const source = await listingSource(database, query, hidden);
  const { from } = source;
  const where = whereAll(source.conditions);
  const [row] = await database.db.execute<{ anime: string }>(sql`
    ${withCandidates(source)}
    SELECT ${animeJson} AS anime FROM animes a WHERE a.mal_id = (
      SELECT e.mal_id FROM ${from} ${where} ORDER BY e.popularity NULLS LAST, e.mal_id LIMIT 1
      OFFSET (SELECT floor(${chance()}::float8 * count(*))::int8 FROM ${from} ${where})
    )`);
  if (row === undefined) throw new NotFound("anime.noMatch");
  return row.anime;
}

export async function randomAnime(
  database: CatalogDatabase,
  query: ListingQuery,
  options?: RandomOptions,
): Promise<Anime> {
  return JSON.parse(await randomAnimeJson(database, query, options)) as Anime;
}
