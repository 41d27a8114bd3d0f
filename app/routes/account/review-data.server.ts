import { sizeOf } from "~/artwork/cover-sizes";
import { NotFound } from "~/errors/app-error";
import type { Anime } from "~/features/catalog/anime";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { SharedOwner } from "~/features/profile/public-profile.server";
import type { ListReader } from "~/features/watch-list/statistics/tracking-statistics.server";
import { chartGenres, formatHours } from "~/features/watch-list/statistics/view/format-statistics";
import { drawReviewPicture } from "~/features/watch-list/statistics/view/review-picture";
import { parsePicture } from "~/features/watch-list/statistics/view/review-pictures";
import type { YearSummary } from "~/features/watch-list/statistics/year-review";
import { openCachedList } from "~/http/cached-list.server";
import type { Services } from "~/http/context";
import { PICTURE_HEADERS } from "~/http/response/security-headers";
import type { I18n } from "~/i18n/i18n";
import { FORMAT_TAGS } from "~/i18n/locales";
import { DEFAULT_ACCENT, parseHexColor } from "~/ui/theme/accent";
import { accentColors } from "~/ui/theme/accent-colors";
import { findTitleImage } from "~/routes/media/find-title-image.server";

interface ReviewReader extends ListReader {
  titleLanguage: TitleLanguage;
}

interface ReviewOptions extends ReviewReader {
  userId: string;
  year: number;
}

const TOP_GROUPS = 5;

/** Throws `NotFound` when the viewer may see no activity in it. */
export async function reviewData(
  services: Services,
  { userId, year, titleLanguage, ...reader }: ReviewOptions,
) {
  const { statistics, summary, titles } = await loadReview(services, { userId, year, ...reader });
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
export type ReviewData = Awaited<ReturnType<typeof reviewData>>;

async function loadReview(
  services: Services,
  { userId, year, ...reader }: ListReader & { userId: string; year: number },
) {
  const statistics = await openCachedList(services, userId);
  const review = await statistics.getReview({ year, ...reader });
  if (review === null) throw new NotFound("review.notFound");
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

interface PictureRequest {
  userId: string;
  year: number;
  owner: Pick<SharedOwner, "name" | "accent">;
  picture: string;
  parentalControl: boolean;
  client: string;
}

/** The share image of a year, without private titles. Throws `NotFound`. */
export async function reviewPictureResponse(
  services: Services,
  i18n: I18n,
  { userId, year, owner, picture, parentalControl, client }: PictureRequest,
): Promise<Response> {
  const shape = parsePicture(picture);
  if (shape === null) throw new NotFound("review.notFound");
  const { statistics, summary, titles } = await loadReview(services, {
    userId,
    year,
    parentalControl,
    hidePrivate: true,
  });
  const covers = await Promise.all(
    summary.favorites.flatMap(({ malId }) => {
      const anime = titles.get(malId);
      return anime === undefined ? [] : [coverDataUrl(services, anime, client)];
    }),
  );
  const { t, formatNumber, formatDate } = i18n;
  const { totals } = statistics;
  const hours = formatHours(i18n, totals.minutes);
  const heading = t("review.headingOf", { name: owner.name, year: String(year) });
  const svg = drawReviewPicture({
    shape,
    lang: FORMAT_TAGS[i18n.locale],
    description: t("review.picture.alt", {
      heading,
      episodes: t("stats.episodeCount", { count: totals.episodes }),
      hours,
      completed: summary.completed,
    }),
    heading: t("review.picture.eyebrow"),
    year,
    name: owner.name,
    facts: [
      { value: formatNumber(totals.episodes), label: t("stats.episodes") },
      { value: hours, label: t("stats.hours") },
      { value: formatNumber(summary.completed), label: t("review.completed") },
      { value: formatNumber(totals.titles), label: t("stats.titles") },
      { value: formatNumber(totals.rewatches), label: t("stats.rewatches") },
      {
        value: t("review.streak.days", { count: summary.streak?.days ?? 0 }),
        label: t("review.streak"),
      },
    ],
    months: summary.months.map(({ month, episodes }) => ({
      label: formatDate(new Date(Date.UTC(year, month - 1)), { month: "narrow", timeZone: "UTC" }),
      episodes,
    })),
    covers,
    accent: accentColors(parseHexColor(owner.accent) ?? DEFAULT_ACCENT).textOnDark,
    siteName: (await services.siteSettings.readCached()).name,
  });
  return new Response(svg, {
    headers: { ...PICTURE_HEADERS, "cache-control": "private, no-store" },
  });
}

async function coverDataUrl(services: Services, anime: Anime, client: string): Promise<string> {
  const size = sizeOf("cover", 240);
  const image = await findTitleImage(services, { anime, kind: "cover", size, client });
  return `data:image/webp;base64,${Buffer.from(await image.render()).toString("base64")}`;
}
