import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "./anime";
import { animeJson } from "./anime-json.server";

/** The titles of some numbers by their number; unknown ones are left out. Parental control is the caller's. */
export async function animesById(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, Anime>> {
  if (ids.length === 0) return new Map();
  const found = await db.execute<{ anime: string }>(
    sql`SELECT ${animeJson} AS anime FROM animes a WHERE a.mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int4[])`,
  );
  // The database wrote this text from its own columns, so its shape is known.
  return new Map(
    found.map(({ anime }) => JSON.parse(anime) as Anime).map((anime) => [anime.mal_id, anime]),
  );
}
