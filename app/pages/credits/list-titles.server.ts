import { getCardAnimes } from "~/features/catalog/get-animes-by-id.server";
import { withCoverColors } from "~/features/catalog/images/cover-previews.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";

const TITLES_PER_PAGE = 60;

/** The titles of a page, from 1, with their cards. Pages past the last are it. */
export async function listTitlesPage<Title extends { mal_id: number }>(
  db: Database,
  titles: readonly Title[],
  { page, language, ...viewer }: Viewer & { page: number; language: TitleLanguage },
): Promise<{ rows: { title: Title; card: AnimeCardData }[]; page: number; last: number }> {
  const last = Math.max(1, Math.ceil(titles.length / TITLES_PER_PAGE));
  const current = Math.min(page, last);
  const shown = titles.slice((current - 1) * TITLES_PER_PAGE, current * TITLES_PER_PAGE);
  const animes = await getCardAnimes(
    db,
    shown.map(({ mal_id }) => mal_id),
    viewer,
  );
  const cards = await withCoverColors(
    db,
    [...animes.values()].map((anime) => animeCard(anime, language)),
  );
  const byId = new Map(cards.map((card) => [card.id, card]));
  return {
    rows: shown.flatMap((title) => {
      const card = byId.get(title.mal_id);
      return card === undefined ? [] : [{ title, card }];
    }),
    page: current,
    last,
  };
}
