import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { bannerSrcSet, bannerUrl } from "~/artwork/cover-sizes";
import type { ScoreScale } from "~/features/catalog/score-scale";
import { AnimeCard, type AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { Cover } from "~/features/catalog/view/cards/cover";
import {
  formatHours,
  meanScoreFacts,
} from "~/features/watch-list/statistics/view/format-statistics";
import { GroupSection } from "~/features/watch-list/statistics/view/statistics-charts";
import { SavePngButton } from "~/features/watch-list/statistics/view/save-png-button";
import { REVIEW_IMAGES } from "~/features/watch-list/statistics/view/review-images";
import { formatOwnScore } from "~/features/watch-list/view/format-entry";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { ColumnChart } from "~/ui/charts/column-chart";
import { FactTiles } from "~/ui/charts/fact-tiles";
import { Section } from "~/ui/section";
import type { ReviewData } from "./review-data.server";
import { FACT_DOT } from "~/ui/fact-dot";

interface ReviewPageProps {
  review: ReviewData;
  scale: ScoreScale;
  heading: string;
  mark?: ReactNode;
  actions?: ReactNode;
  imagePath: string;
  children: ReactNode;
}

export function ReviewPage({
  review,
  scale,
  heading,
  mark,
  actions,
  imagePath,
  children,
}: ReviewPageProps) {
  const { t, label } = useI18n();
  const [best] = review.favorites;
  return (
    <div className="page-column pt-6">
      {best === undefined ? null : (
        <img
          src={bannerUrl(best.card.id, 1080)}
          srcSet={bannerSrcSet(best.card.id)}
          sizes="(min-width: 90rem) 84rem, 94vw"
          alt=""
          width={1080}
          height={300}
          className="h-36 w-full rounded-lg bg-sunken object-cover md:h-56"
        />
      )}
      <header className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        {mark}
        <h1 className="min-w-0 grow basis-60 text-3xl font-bold">{heading}</h1>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      <YearNumbers review={review} scale={scale} />
      <Favorites review={review} scale={scale} />
      <Ends review={review} />
      <Months review={review} />
      <div className="grid gap-x-12 lg:grid-cols-2">
        <GroupSection
          title={t("review.topGenres")}
          caption={t("stats.chart.genre")}
          head={t("profile.genre")}
          groups={review.genres}
          scale={scale}
          name={(genre) => label("genre", genre ?? "")}
        />
        <GroupSection
          title={t("review.topStudios")}
          caption={t("stats.chart.studio")}
          head={t("stats.studio")}
          groups={review.studios}
          scale={scale}
          name={(studio) => studio}
        />
      </div>
      <Images path={imagePath} year={review.year} />
      {children}
    </div>
  );
}

function YearNumbers({ review, scale }: { review: ReviewData; scale: ScoreScale }) {
  const i18n = useI18n();
  const { t, formatNumber, formatDate } = i18n;
  const { totals, completed, streak, activeDays } = review;
  const day = (date: string) =>
    formatDate(date, { day: "numeric", month: "short", timeZone: "UTC" });
  return (
    <Section title={t("stats.numbers")} className="mt-8">
      <FactTiles
        facts={[
          {
            label: t("stats.episodes"),
            value: formatNumber(totals.episodes),
            ...(activeDays === 0 ? {} : { note: t("review.activeDays", { count: activeDays }) }),
          },
          { label: t("stats.hours"), value: formatHours(i18n, totals.minutes) },
          { label: t("review.completed"), value: formatNumber(completed) },
          { label: t("stats.titles"), value: formatNumber(totals.titles) },
          { label: t("stats.rewatches"), value: formatNumber(totals.rewatches) },
          ...meanScoreFacts(i18n, totals, scale),
          ...(streak === null
            ? []
            : [
                {
                  label: t("review.streak"),
                  value: t("review.streak.days", { count: streak.days }),
                  note:
                    streak.days === 1
                      ? day(streak.from)
                      : t("review.streak.span", { from: day(streak.from), to: day(streak.to) }),
                },
              ]),
          ...(review.busiestDay === null
            ? []
            : [
                {
                  label: t("review.busiestDay"),
                  value: day(review.busiestDay.date),
                  note: t("stats.episodeCount", { count: review.busiestDay.episodes }),
                },
              ]),
        ]}
      />
    </Section>
  );
}

function Favorites({ review: { favorites }, scale }: { review: ReviewData; scale: ScoreScale }) {
  const i18n = useI18n();
  const { t } = i18n;
  if (favorites.length === 0) return null;
  const areScored = favorites.some(({ ownScore }) => ownScore !== null);
  return (
    <Section title={t(areScored ? "review.favorites" : "review.favorites.mostWatched")}>
      <ol className="grid grid-cols-3 gap-x-3 gap-y-7 sm:gap-x-5 lg:grid-cols-6">
        {favorites.map(({ card, ownScore }) => (
          <li key={card.id}>
            <AnimeCard
              card={card}
              sizes="(min-width: 64rem) 14vw, 30vw"
              {...(ownScore === null
                ? {}
                : { note: t("review.scored", { score: formatOwnScore(i18n, ownScore, scale) }) })}
            />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Ends({ review: { first, last } }: { review: ReviewData }) {
  const { t } = useI18n();
  const ends = [
    { label: t("review.first"), end: first },
    { label: t("review.last"), end: last },
  ].flatMap(({ label, end }) =>
    end === null || end.card === null ? [] : [{ label, card: end.card, day: end.day }],
  );
  if (ends.length === 0) return null;
  return (
    <ul className="mt-12 grid gap-4 sm:grid-cols-2">
      {ends.map(({ label, card, day }) => (
        <li key={label}>
          <EndCard label={label} card={card} day={day} />
        </li>
      ))}
    </ul>
  );
}

function EndCard({ label, card, day }: { label: string; card: AnimeCardData; day: string }) {
  const { formatDate } = useI18n();
  return (
    <Link
      to={card.path}
      className="group flex items-center gap-4 rounded-lg border border-rule bg-raised p-4 hover:border-rule-strong"
    >
      <span className="w-16 shrink-0">
        <Cover id={card.id} color={card.color} spine={null} sizes="4rem" />
      </span>
      <span className="min-w-0">
        <span className="block text-sm text-ink-soft">{label}</span>
        <span
          lang={card.title.lang}
          className="mt-0.5 line-clamp-2 font-semibold group-hover:text-accent-text"
        >
          {card.title.text}
        </span>
        <time dateTime={day} className="mt-0.5 block text-sm text-ink-faint">
          {formatDate(day, { dateStyle: "long", timeZone: "UTC" })}
        </time>
      </span>
    </Link>
  );
}

function Months({ review: { year, months, busiestMonth } }: { review: ReviewData }) {
  const { t, formatDate, formatNumber } = useI18n();
  const monthName = (month: number, style: "short" | "long") =>
    formatDate(new Date(Date.UTC(year, month - 1)), { month: style, timeZone: "UTC" });
  return (
    <Section title={t("review.months")}>
      {busiestMonth === null ? (
        <p className="text-sm text-ink-soft">{t("review.noDays")}</p>
      ) : (
        <>
          <p className="mb-4 text-sm text-ink-soft">
            {t("review.busiestMonth")}:{" "}
            <span className="font-semibold text-ink">{monthName(busiestMonth.month, "long")}</span>
            {FACT_DOT}
            {t("stats.episodeCount", { count: busiestMonth.episodes })}
          </p>
          <ColumnChart
            caption={t("stats.chart.month")}
            heads={[t("stats.month"), t("stats.episodes")]}
            columns={months.map(({ month, episodes }) => ({
              name: monthName(month, "short"),
              count: episodes,
              text: formatNumber(episodes),
            }))}
            labelEvery={1}
          />
        </>
      )}
    </Section>
  );
}

function Images({ path, year }: { path: string; year: number }) {
  const { t } = useI18n();
  return (
    <Section title={t("review.pictures")}>
      <p className="-mt-2 mb-5 text-sm text-ink-soft">{t("review.pictures.description")}</p>
      <ul className="flex flex-wrap items-start gap-6">
        {(["wide", "square"] as const).map((shape) => {
          const { width, height } = REVIEW_IMAGES[shape];
          const src = `${path}/${shape}.svg`;
          const name = t(`review.picture.${shape}`);
          const file = `akari-${year}-${shape}`;
          return (
            <li
              key={shape}
              className={shape === "wide" ? "w-full max-w-xl" : "w-full max-w-[19rem]"}
            >
              <img
                src={src}
                width={width}
                height={height}
                loading="lazy"
                alt={t("review.picture", { shape: name })}
                className="h-auto w-full rounded-lg bg-sunken"
              />
              <p className="mt-3 flex flex-wrap items-center gap-2">
                <ButtonLink
                  to={src}
                  reloadDocument
                  download={`${file}.svg`}
                  aria-label={`${t("review.picture.svg")}: ${name}`}
                >
                  <Download aria-hidden className="size-4" />
                  {t("review.picture.svg")}
                </ButtonLink>
                <SavePngButton
                  src={src}
                  name={`${file}.png`}
                  image={name}
                  size={{ width, height }}
                />
              </p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
