import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "./anime";
import { animeJson } from "./anime-json.server";

/** Animes by id; unknown ids are left out. Ignores parental control. */
export async function getAnimesById(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, Anime>> {
  if (ids.length === 0) return new Map();
  const found = await db.execute<{ anime: string }>(
    sql`SELECT ${animeJson} AS anime FROM animes a WHERE a.mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int4[])`,
  );
  return new Map(
    found.map(({ anime }) => JSON.parse(anime) as Anime).map((anime) => [anime.mal_id, anime]),
  );
}
