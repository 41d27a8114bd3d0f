import { animesById } from "~/features/catalog/animes-by-id.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { continueWatching } from "~/features/playback/progress/continue-watching.server";
import type { Database } from "~db/client.server";
import type { ContinueCard } from "./continue-rail";

/** "Continue watching" as Home shows it. */
export async function continueCards(
  db: Database,
  userId: string,
  { parentalControl, language }: { parentalControl: boolean; language: TitleLanguage },
): Promise<ContinueCard[]> {
  const rows = await continueWatching(db, userId, { parentalControl });
  const titles = await animesById(
    db,
    rows.map(({ animeId }) => animeId),
  );
  return rows.flatMap(({ animeId, episode, episodeTitle, position, duration }) => {
    const anime = titles.get(animeId);
    if (anime === undefined) return [];
    const { id, title, spine, color } = animeCard(anime, language);
    return [
      {
        id,
        title,
        spine,
        color,
        number: episode,
        episodeTitle,
        progress: { position, duration, watched: false },
      },
    ];
  });
}
