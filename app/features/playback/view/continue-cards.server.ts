import { sql } from "drizzle-orm";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { continueWatching } from "~/features/playback/progress/continue-watching.server";
import type { Database } from "~db/client.server";
import type { ContinueCard } from "./continue-rail";

/** "Continue watching" as Home shows it. */
export async function continueCards(db: Database, userId: string, { parentalControl, language }: { parentalControl: boolean; language: TitleLanguage }): Promise<ContinueCard[]> {
  const rows = await continueWatching(db, userId, { parentalControl });
  if (rows.length === 0) return [];
  const ids = sql.param(`{${rows.map(({ animeId }) => animeId).join(",")}}`);
  const found = await db.execute<{ anime: string }>(sql`SELECT ${animeJson} AS anime FROM animes a WHERE a.mal_id = ANY(${ids}::int[])`);
  // The database wrote this text from its own columns, so its shape is known.
  const titles = new Map(found.map(({ anime }) => JSON.parse(anime) as Anime).map((anime) => [anime.mal_id, anime]));
  return rows.flatMap(({ animeId, episode, episodeTitle, position, duration }) => {
    const anime = titles.get(animeId);
    if (anime === undefined) return [];
    const { id, title, spine, color } = animeCard(anime, language);
    return [{ id, title, spine, color, number: episode, episodeTitle, progress: { position, duration, watched: false } }];
  });
}
