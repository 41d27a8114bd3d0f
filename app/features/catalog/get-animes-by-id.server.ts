import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { Anime } from "./anime";
import { animeJson } from "./anime-json.server";
import { isVisible, type Viewer } from "./visibility.server";

export async function getAnimesById(
  db: Database,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, Anime>> {
  if (ids.length === 0) return new Map();
  const found = await db.execute<{ anime: string }>(
    sql`SELECT ${animeJson} AS anime FROM animes a
      WHERE a.mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int4[])
        AND ${isVisible(sql`a`, viewer)}`,
  );
  return new Map(
    found.map(({ anime }) => JSON.parse(anime) as Anime).map((anime) => [anime.mal_id, anime]),
  );
}
