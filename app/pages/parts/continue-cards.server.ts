import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import type { SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { listContinueWatching } from "~/features/playback/progress/continue-watching.server";
import type { Database } from "~db/client.server";
import type { ContinueCard } from "~/features/playback/view/continue-rail";

export async function listContinueCards(
  db: Database,
  userId: string,
  {
    language,
    masks,
    ...options
  }: {
    parentalControl: boolean;
    skipsFiller: boolean;
    language: TitleLanguage;
    masks: Pick<SpoilerSettings, "episodeImages">;
  },
): Promise<ContinueCard[]> {
  const rows = await listContinueWatching(db, userId, options);
  const titles = await getCardAnimes(
    db,
    rows.map(({ animeId }) => animeId),
    { parentalControl: options.parentalControl },
  );
  return rows.flatMap(({ animeId, episode, position, duration, playable }) => {
    const anime = titles.get(animeId);
    if (anime === undefined) return [];
    const { id, path, title } = animeCard(anime, language);
    return [
      {
        id,
        path,
        title,
        number: episode,
        playable,
        progress: { position, duration, watched: false },
        isImageMasked: masks.episodeImages,
      },
    ];
  });
}
