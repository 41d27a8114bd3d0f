import { href, Link } from "react-router";
import { creditLink } from "~/features/credits/view/credit-path";
import { PortraitGrid } from "~/features/credits/view/portrait-grid";
import { browsePath } from "~/features/listing/view/browse-path";
import { LinkChip } from "~/ui/chip";
import { heatMonths, heatWeeks } from "~/features/watch-list/statistics/heat-levels";
import { statisticsQuerySchema } from "~/features/watch-list/statistics/statistics";
import {
  chartGenres,
  formatHours,
  meanScoreFacts,
} from "~/features/watch-list/statistics/view/format-statistics";
import { StatisticsCharts } from "~/features/watch-list/statistics/view/statistics-charts";
import { YearHeatmap } from "~/features/watch-list/statistics/view/year-heatmap";
import { dayOf } from "~/features/watch-list/tracking/change-entries.server";
import { openCachedList } from "~/pages/parts/cached-list.server";
import { servicesContext, signedInContext, visitorSettingsContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { noindexMeta } from "~/frame/page-i18n";
import { parseInput } from "~/http/request/read-body.server";
import { getTracker } from "~/http/forms/get-tracker.server";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { FactTiles } from "~/ui/charts/fact-tiles";
import { Notice } from "~/ui/notice";
import { Section } from "~/ui/section";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/statistics";

const MAX_STUDIOS = 60;

export const handle: PageHandle = { isPersonal: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await context.get(signedInContext);
  return withPageErrors(context, async () => {
    const requested = new URL(request.url).searchParams.get("year") ?? "";
    const { year } = parseInput(statisticsQuerySchema, requested === "" ? {} : { year: requested });
    const { timeZone, parentalControl } = getTracker(request, context, user);
    const now = new Date();
    const reader = { parentalControl, hidePrivate: false };
    const cached = await openCachedList(context.get(servicesContext), user.id);
    const [statistics, years, credits] = await Promise.all([
      cached.getStatistics({ ...reader, year, timeZone, now }),
      cached.listYears(reader),
      cached.getWatchedCredits({ ...reader, year, timeZone, now }),
    ]);
    const { titleLanguage } = context.get(visitorSettingsContext);
    const toLink = (person: (typeof credits.staff)[number]) => ({
      ...creditLink(person, "person", titleLanguage),
      titles: person.titles,
    });
    return {
      year: year ?? null,
      years,
      months: heatMonths(year ?? null, dayOf(now, timeZone)),
      weeks: heatWeeks(statistics.days),
      scale: user.preferences.scoreScale,
      totals: statistics.totals,
      voiceActors: credits.voiceActors.map(toLink),
      staff: credits.staff.map(toLink),
      tags: credits.tags,
      charts: {
        by_state: statistics.by_state,
        by_genre: chartGenres(statistics.by_genre),
        by_studio: statistics.by_studio.slice(0, MAX_STUDIOS),
        by_year: statistics.by_year,
        by_type: statistics.by_type,
        by_length: statistics.by_length,
        scores: statistics.scores,
      },
    };
  });
}

export default function Statistics({ loaderData }: Route.ComponentProps) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  const { year, years, months, weeks, scale, totals, charts } = loaderData;
  const reviewYear = year ?? years[0];
  const isEmpty = totals.titles === 0 && weeks.length === 0;
  return (
    <div className="page-column pt-8 md:pt-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-3xl font-bold max-md:text-2xl">{t("stats.heading")}</h1>
        <div className="flex flex-wrap gap-2">
          {reviewYear === undefined || !years.includes(reviewYear) ? null : (
            <ButtonLink to={href("/profile/:year", { year: String(reviewYear) })}>
              {t("review.heading", { year: String(reviewYear) })}
            </ButtonLink>
          )}
          <ButtonLink to={href("/list")}>{t("list.heading")}</ButtonLink>
        </div>
      </header>
      {years.length === 0 ? null : (
        <nav aria-label={t("stats.years")} className="mt-6 flex flex-wrap gap-2">
          {[null, ...years].map((choice) => (
            <YearChip key={choice} year={choice} isCurrent={choice === year} />
          ))}
        </nav>
      )}
      {isEmpty ? (
        <Notice
          glyph="白紙"
          title={year === null ? t("stats.empty") : t("stats.emptyYear", { year: String(year) })}
        >
          <p>{t("stats.emptyHint")}</p>
          <div className="flex flex-wrap gap-2">
            <ButtonLink to={href("/browse")}>{t("list.findTitles")}</ButtonLink>
            <ButtonLink to={href("/list/import")}>{t("import.heading")}</ButtonLink>
          </div>
        </Notice>
      ) : (
        <>
          <Section title={t("stats.numbers")}>
            <FactTiles
              facts={[
                { label: t("stats.titles"), value: formatNumber(totals.titles) },
                { label: t("stats.episodes"), value: formatNumber(totals.episodes) },
                { label: t("stats.hours"), value: formatHours(i18n, totals.minutes) },
                { label: t("stats.rewatches"), value: formatNumber(totals.rewatches) },
                ...meanScoreFacts(i18n, totals, scale),
              ]}
            />
          </Section>
          <Section title={t("stats.heatmap")}>
            {weeks.length === 0 ? (
              <p className="text-sm text-ink-soft">{t("stats.heatmap.none")}</p>
            ) : (
              <YearHeatmap months={months} weeks={weeks} />
            )}
          </Section>
          <StatisticsCharts statistics={charts} scale={scale} />
          <People title={t("credits.voices")} people={loaderData.voiceActors} />
          <People title={t("credits.staff")} people={loaderData.staff} />
          <Tags tags={loaderData.tags} />
        </>
      )}
    </div>
  );
}

type PageData = Route.ComponentProps["loaderData"];

function People({ title, people }: { title: string; people: PageData["staff"] }) {
  const { t } = useI18n();
  if (people.length === 0) return null;
  return (
    <Section title={title}>
      <PortraitGrid
        links={people.map(({ titles, ...link }) => ({
          ...link,
          line: t("count.titles", { count: titles }),
        }))}
      />
    </Section>
  );
}

function Tags({ tags }: Pick<PageData, "tags">) {
  const { t, formatNumber } = useI18n();
  if (tags.length === 0) return null;
  return (
    <Section title={t("title.tags")}>
      <ul className="flex flex-wrap gap-2">
        {tags.map(({ name, titles }) => (
          <li key={name} lang="en">
            <LinkChip to={browsePath({ tags: [name.toLowerCase()] })}>
              {name} <span className="text-ink-faint">{formatNumber(titles)}</span>
            </LinkChip>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function YearChip({ year, isCurrent }: { year: number | null; isCurrent: boolean }) {
  const { t } = useI18n();
  return (
    <Link
      to={
        year === null ? href("/profile/statistics") : `${href("/profile/statistics")}?year=${year}`
      }
      aria-current={isCurrent ? "page" : undefined}
      preventScrollReset
      className="inline-flex min-h-11 items-center rounded-md border border-rule-strong px-3 text-sm text-ink-soft tabular-nums transition-colors hover:border-ink hover:text-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:font-semibold aria-[current=page]:text-on-accent md:min-h-9"
    >
      {year ?? t("stats.allTime")}
    </Link>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "stats.heading");
}
