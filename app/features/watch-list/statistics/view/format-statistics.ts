import { HONOUR } from "~/features/catalog/vocabulary";
import { scoreRanges, type ScoreRange, type ScoreScale } from "~/features/catalog/score-scale";
import type { TrackingStatistics } from "~/features/watch-list/statistics/statistics";
import { formatOwnScore } from "~/features/watch-list/view/format-entry";
import type { I18n } from "~/i18n/i18n";

const WHOLE = { maximumFractionDigits: 0 };
const UP_TO_ONE_DECIMAL = { maximumFractionDigits: 1 };
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function chartGenres<Group extends { name: string | null }>(genres: readonly Group[]) {
  return genres.filter(({ name }) => name !== HONOUR);
}

export function formatHours({ formatNumber }: I18n, minutes: number): string {
  const hours = minutes / 60;
  return formatNumber(hours, hours < 10 ? UP_TO_ONE_DECIMAL : WHOLE);
}

/** A stored mean on the user's scale, with one decimal; faces show the stored mean. */
export function formatMean({ t, formatNumber }: I18n, mean: number, scale: ScoreScale): string {
  const value = formatNumber(mean / divisorOf(scale), ONE_DECIMAL);
  return scale === "5" ? t("score.stars", { stars: value }) : value;
}

export function formatSpread({ t, formatNumber }: I18n, spread: number, scale: ScoreScale): string {
  return t("stats.spread", { spread: formatNumber(spread / divisorOf(scale), ONE_DECIMAL) });
}

export function meanScoreFacts(
  i18n: I18n,
  { mean_score, score_deviation }: TrackingStatistics["totals"],
  scale: ScoreScale,
): { label: string; value: string; note: string }[] {
  if (mean_score === null) return [];
  return [
    {
      label: i18n.t("stats.meanScore"),
      value: formatMean(i18n, mean_score, scale),
      note: formatSpread(i18n, score_deviation ?? 0, scale),
    },
  ];
}

function divisorOf(scale: ScoreScale): number {
  if (scale === "5") return 20;
  return scale === "10" || scale === "10.0" ? 10 : 1;
}

export interface ScoreColumn extends ScoreRange {
  titles: number;
}

export function toScoreColumns(
  scores: TrackingStatistics["scores"],
  scale: ScoreScale,
): ScoreColumn[] {
  if (scores.length === 0) return [];
  const columns = scoreRanges(scale).map((range) => ({
    ...range,
    titles: scores
      .filter(({ score }) => score >= range.from && score <= range.to)
      .reduce((sum, { titles }) => sum + titles, 0),
  }));
  const [lowest, ...rest] = columns;
  // Hardly used, and not offered on most scales.
  return lowest === undefined || lowest.value !== 0 || lowest.titles > 0 ? columns : rest;
}

export function formatScoreColumn(i18n: I18n, { value, to }: ScoreColumn, scale: ScoreScale) {
  return scale === "5" || scale === "3"
    ? formatOwnScore(i18n, to, scale)
    : i18n.formatNumber(value);
}
