import type { ParentalControl } from "~/features/catalog/parental-control";
import { sizeOf } from "~/artwork/cover-sizes";
import type { Asker } from "~/concurrency/client-loads";
import { NotFound } from "~/errors/app-error";
import type { Anime } from "~/features/catalog/anime";
import type { SharedOwner } from "~/features/profile/public-profile.server";
import { formatHours } from "~/features/watch-list/statistics/view/format-statistics";
import {
  drawReviewImage,
  reviewImageText,
} from "~/features/watch-list/statistics/view/review-image";
import { parseImageShape } from "~/features/watch-list/statistics/view/review-images";
import { FORMAT_TAGS } from "~/i18n/locales";
import { DEFAULT_ACCENT, parseHexColor } from "~/ui/theme/accent";
import { accentColors } from "~/ui/theme/accent-colors";
import { embeddedFonts } from "~/ui/theme/embedded-fonts.server";
import { findTitleImage } from "~/pages/parts/find-title-image.server";
import { loadReview } from "./review-data.server";
import type { I18n } from "~/i18n/i18n";
import type { MediaServices } from "~/media/media-services.server";
import type { SharedServices } from "~/services/shared-services";

interface ImageRequest {
  userId: string;
  year: number;
  owner: Pick<SharedOwner, "name" | "accent">;
  image: string;
  parentalControl: ParentalControl;
  asker: Asker;
  i18n: I18n;
  siteName: string;
}

/** The share image of a year, without private titles. Throws `NotFound`. */
export async function drawReview(
  services: SharedServices,
  media: MediaServices,
  { userId, year, owner, image, parentalControl, asker, i18n, siteName }: ImageRequest,
): Promise<{ svg: string; fontRules: string }> {
  const shape = parseImageShape(image);
  if (shape === null) throw new NotFound("review.notFound");
  const review = await loadReview(services, {
    userId,
    year,
    parentalControl,
    hidePrivate: true,
  });
  if (review === null) throw new NotFound("review.notFound");
  const { statistics, summary, titles } = review;
  const covers = await Promise.all(
    summary.favorites.flatMap(({ malId }) => {
      const anime = titles.get(malId);
      return anime === undefined ? [] : [coverDataUrl(media, anime, asker)];
    }),
  );
  const { t, formatNumber, formatDate } = i18n;
  const { totals } = statistics;
  const hours = formatHours(i18n, totals.minutes);
  const heading = t("review.headingOf", { name: owner.name, year: String(year) });
  const shown = {
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
    siteName,
  };
  const fontRules = await embeddedFonts(reviewImageText(shown));
  return { svg: drawReviewImage({ ...shown, fontRules }), fontRules };
}

async function coverDataUrl(media: MediaServices, anime: Anime, asker: Asker): Promise<string> {
  const size = sizeOf("cover", 240);
  const image = await findTitleImage(media, {
    anime,
    kind: "cover",
    size,
    asker,
  });
  return `data:image/webp;base64,${Buffer.from(await image.render()).toString("base64")}`;
}
