import type { ReactNode } from "react";
import type { ScoreRange, ScoreScale } from "~/features/catalog/score-scale";
import type {
  StatisticsGroup,
  TrackingStatistics,
} from "~/features/watch-list/statistics/statistics";
import { useI18n } from "~/i18n/i18n-context";
import { ColumnChart } from "~/ui/charts/column-chart";
import { GroupTable } from "~/ui/charts/group-table";
import { Section } from "~/ui/section";
import { formatHours, formatMean, formatScoreColumn, toScoreColumns } from "./format-statistics";
import { filterPath, lengthPath, ownScorePath, statePath, typePath } from "./list-filter-path";

/** Labels beyond this number would overlap on a phone. */
const MAX_LABELS = 6;
const SHOWN_GROUPS = 10;

export type StatisticsCharts = Pick<
  TrackingStatistics,
  "by_state" | "by_genre" | "by_studio" | "by_year" | "by_type" | "by_length" | "scores"
>;

export function StatisticsCharts({
  statistics,
  scale,
}: {
  statistics: StatisticsCharts;
  scale: ScoreScale;
}) {
  const { t, label } = useI18n();
  return (
    <div className="grid gap-x-12 lg:grid-cols-2">
      <GroupSection
        title={t("stats.byState")}
        caption={t("stats.chart.state")}
        head={t("stats.state")}
        groups={statistics.by_state}
        scale={scale}
        name={(state) => label("entryState", state ?? "none")}
        to={statePath}
      />
      <ScoreSection scores={statistics.scores} scale={scale} to={ownScorePath} />
      <GroupSection
        title={t("stats.byGenre")}
        caption={t("stats.chart.genre")}
        head={t("profile.genre")}
        groups={statistics.by_genre}
        scale={scale}
        name={(genre) => label("genre", genre ?? "")}
        to={(genre) => (genre === null ? undefined : filterPath({ genres: [genre] }))}
      />
      <GroupSection
        title={t("stats.byStudio")}
        caption={t("stats.chart.studio")}
        head={t("stats.studio")}
        groups={statistics.by_studio}
        scale={scale}
        name={(studio) => studio}
        to={(studio) => (studio === null ? undefined : filterPath({ studios: [studio] }))}
      />
      <GroupSection
        title={t("stats.byType")}
        caption={t("stats.chart.type")}
        head={t("stats.type")}
        groups={statistics.by_type}
        scale={scale}
        name={(type) => label("type", type ?? "")}
        to={typePath}
      />
      <GroupSection
        title={t("stats.byLength")}
        caption={t("stats.chart.length")}
        head={t("stats.length")}
        groups={statistics.by_length}
        scale={scale}
        name={(length) => t("stats.episodesOf", { count: length ?? "" })}
        to={lengthPath}
      />
      <YearSection
        years={statistics.by_year}
        className="lg:col-span-2"
        to={(year) => filterPath({ years: [year] })}
      />
    </div>
  );
}

interface GroupSectionProps {
  title: string;
  caption: string;
  head: string;
  groups: readonly StatisticsGroup[];
  scale: ScoreScale;
  name: (name: string | null) => ReactNode;
  to?: (name: string | null) => string | undefined;
}

/** Titles, hours and mean score of each group; renders nothing without groups. */
export function GroupSection({ title, caption, head, groups, scale, name, to }: GroupSectionProps) {
  const i18n = useI18n();
  const { t, formatNumber } = i18n;
  if (groups.length === 0) return null;
  return (
    <Section title={title}>
      <GroupTable
        caption={caption}
        heads={[head, t("stats.titles"), t("stats.hours"), t("stats.meanShort")]}
        shown={SHOWN_GROUPS}
        rows={groups.map((group) => ({
          key: group.name ?? "",
          name: name(group.name),
          count: group.titles,
          text: formatNumber(group.titles),
          more: [
            formatHours(i18n, group.minutes),
            group.mean_score === null ? null : formatMean(i18n, group.mean_score, scale),
          ],
          to: to?.(group.name),
        }))}
      />
    </Section>
  );
}

export function ScoreSection({
  scores,
  scale,
  to,
}: {
  scores: TrackingStatistics["scores"];
  scale: ScoreScale;
  /** Links to the user's own list, on their own pages. */
  to?: (range: ScoreRange) => string;
}) {
  const i18n = useI18n();
  const { t } = i18n;
  const columns = toScoreColumns(scores, scale);
  if (columns.length === 0) return null;
  return (
    <Section title={t("stats.byScore")}>
      <ColumnChart
        caption={t(scale === "100" ? "stats.chart.score.tens" : "stats.chart.score")}
        heads={[t("stats.score"), t("stats.titles")]}
        columns={columns.map((column) => ({
          name: formatScoreColumn(i18n, column, scale),
          count: column.titles,
          text: t("profile.titleCount", { count: column.titles }),
          to: to?.(column),
        }))}
        labelEvery={1}
      />
    </Section>
  );
}

export function YearSection({
  years,
  className,
  to,
}: {
  years: readonly StatisticsGroup[];
  className?: string;
  to?: (year: number) => string;
}) {
  const { t } = useI18n();
  const titles = new Map(years.map((year) => [Number(year.name), year.titles]));
  if (titles.size === 0) return null;
  const first = Math.min(...titles.keys());
  const all = Array.from(
    { length: Math.max(...titles.keys()) - first + 1 },
    (_, index) => first + index,
  );
  return (
    <Section title={t("stats.byYear")} className={className}>
      <ColumnChart
        caption={t("stats.chart.year")}
        heads={[t("profile.year"), t("stats.titles")]}
        columns={all.map((year) => ({
          name: String(year),
          count: titles.get(year) ?? 0,
          text: t("profile.titleCount", { count: titles.get(year) ?? 0 }),
          to: to?.(year),
        }))}
        labelEvery={Math.max(1, Math.ceil(all.length / MAX_LABELS))}
      />
    </Section>
  );
}
