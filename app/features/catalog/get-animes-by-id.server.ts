import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import type { Anime } from "./anime";
import { animeJson } from "./anime-json.server";
import { CARD_JSON, type CardAnime } from "./view/cards/anime-card.server";
import { isVisible, type Viewer } from "./visibility.server";

export function getAnimesById(
  db: Database,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, Anime>> {
  return getById<Anime>(db, ids, { ...viewer, json: animeJson });
}

/** Reads titles with the fields of a card only. */
export function getCardAnimes(
  db: Database,
  ids: readonly number[],
  viewer: Viewer,
): Promise<Map<number, CardAnime>> {
  return getById<CardAnime>(db, ids, { ...viewer, json: CARD_JSON });
}

async function getById<Fields extends Pick<Anime, "mal_id">>(
  db: Database,
  ids: readonly number[],
  { json, ...viewer }: Viewer & { json: SQL },
): Promise<Map<number, Fields>> {
  if (ids.length === 0) return new Map();
  const found = await db.execute<{ anime: string }>(
    prepared(sql`
      SELECT ${json} AS anime FROM animes a
      WHERE a.mal_id = ANY(${sql.param(`{${ids.join(",")}}`)}::int4[])
        AND ${isVisible(sql`a`, viewer)}`),
  );
  return new Map(
    found.map(({ anime }) => JSON.parse(anime) as Fields).map((anime) => [anime.mal_id, anime]),
  );
}
