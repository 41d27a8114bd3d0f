import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { ListReader } from "~/features/watch-list/statistics/tracking-statistics.server";
import { chartGenres } from "~/features/watch-list/statistics/view/format-statistics";
import type { YearSummary } from "~/features/watch-list/statistics/year-review";
import { openCachedList } from "~/pages/parts/cached-list.server";
import type { SharedServices } from "~/services/shared-services";

interface ReviewReader extends ListReader {
  titleLanguage: TitleLanguage;
}

interface ReviewOptions extends ReviewReader {
  userId: string;
  year: number;
}

const TOP_GROUPS = 5;

/** Returns null when the viewer may see no activity in the year. */
export async function reviewData(
  services: SharedServices,
  { userId, year, titleLanguage, ...reader }: ReviewOptions,
) {
  const review = await loadReview(services, { userId, year, ...reader });
  if (review === null) return null;
  const { statistics, summary, titles } = review;
  const card = (id: number) => {
    const anime = titles.get(id);
    return anime === undefined ? [] : [{ ...animeCard(anime, titleLanguage), score: null }];
  };
  const withCard = (end: YearSummary["first"]) =>
    end === null ? null : { card: card(end.malId)[0] ?? null, day: end.day };
  const { totals } = statistics;
  const { favorites, first, last, ...rest } = summary;
  return {
    year,
    totals,
    ...rest,
    favorites: favorites.flatMap(({ malId, score }) =>
      card(malId).map((shown) => ({ card: shown, ownScore: score })),
    ),
    first: withCard(first),
    last: withCard(last),
    genres: chartGenres(statistics.by_genre).slice(0, TOP_GROUPS),
    studios: statistics.by_studio.slice(0, TOP_GROUPS),
  };
}
export type ReviewData = NonNullable<Awaited<ReturnType<typeof reviewData>>>;

/** A year with what its page and its image name; null when the viewer may see no activity in it. */
export async function loadReview(
  services: SharedServices,
  { userId, year, ...reader }: ListReader & { userId: string; year: number },
) {
  const statistics = await openCachedList(services, userId);
  const review = await statistics.getReview({ year, ...reader });
  if (review === null) return null;
  const titles = await getAnimesById(services.db, titleIds(review.summary), reader);
  return { ...review, titles };
}

function titleIds({ favorites, first, last }: YearSummary): number[] {
  return [
    ...new Set([
      ...favorites.map(({ malId }) => malId),
      ...[first, last].flatMap((end) => (end === null ? [] : [end.malId])),
    ]),
  ];
}
