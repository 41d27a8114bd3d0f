import {
  heatLevels,
  type HeatLevel,
  type HeatMonth,
} from "~/features/watch-list/statistics/heat-levels";
import type { StatisticsDay } from "~/features/watch-list/statistics/statistics";
import { useI18n } from "~/i18n/i18n-context";
import { ChartHead } from "~/ui/charts/chart-head";
import { ChartTable } from "~/ui/charts/chart-table";
import { formatHours } from "./format-statistics";

const LONG_DAY = { dateStyle: "long", timeZone: "UTC" } as const;
const CELL = 10;
const STEP = 13;
const WEEKS = 6;

const FILLS = [
  "fill-rule",
  "fill-accent-text opacity-35",
  "fill-accent-text opacity-55",
  "fill-accent-text opacity-75",
  "fill-accent-text",
] as const;

interface YearHeatmapProps {
  months: readonly HeatMonth[];
  days: readonly StatisticsDay[];
}

export function YearHeatmap({ months, days }: YearHeatmapProps) {
  const i18n = useI18n();
  const { t, formatDate, formatNumber } = i18n;
  const levels = heatLevels(days);
  const formatEpisodes = memoize((count: number) => t("stats.episodeCount", { count }));
  const formatTime = memoize((minutes: number) =>
    t("stats.hoursOf", { hours: formatHours(i18n, minutes) }),
  );
  const named = days.map((day) => ({
    ...day,
    name: formatDate(day.date, LONG_DAY),
  }));
  const titles = new Map(
    named.map(({ date, name, episodes }) => [date, `${name}: ${formatEpisodes(episodes)}`]),
  );
  return (
    <figure>
      <ul className="grid grid-cols-3 gap-x-4 gap-y-5 sm:grid-cols-4 md:grid-cols-6 xl:grid-cols-12">
        {months.map(({ year, month }) => {
          const first = `${year}-${String(month).padStart(2, "0")}-01`;
          const format = { month: "short", timeZone: "UTC" } as const;
          return (
            <li key={first}>
              <p className="mb-1.5 text-xs text-ink-soft">
                {formatDate(first, month === 1 ? { ...format, year: "numeric" } : format)}
              </p>
              <MonthBlock
                first={first}
                levels={levels}
                label={t("stats.heatmap.of", {
                  month: formatDate(first, { month: "long", year: "numeric", timeZone: "UTC" }),
                })}
                titles={titles}
              />
            </li>
          );
        })}
      </ul>
      <p aria-hidden className="mt-4 flex items-center justify-end gap-1.5 text-xs text-ink-soft">
        {t("stats.heatmap.less")}
        <svg viewBox={`0 0 ${STEP * FILLS.length - 3} ${CELL}`} className="h-2.5">
          {FILLS.map((fill, level) => (
            <rect key={fill} x={level * STEP} width={CELL} height={CELL} rx={2} className={fill} />
          ))}
        </svg>
        {t("stats.heatmap.more")}
      </p>
      <ChartTable
        caption={t("stats.heatmap.caption")}
        head={<ChartHead heads={[t("stats.date"), t("stats.episodes"), t("stats.time")]} />}
      >
        {named.map(({ date, name, episodes, minutes }) => (
          <tr key={date}>
            <th scope="row">{name}</th>
            <td>{formatNumber(episodes)}</td>
            <td>{formatTime(minutes)}</td>
          </tr>
        ))}
      </ChartTable>
    </figure>
  );
}

/** Days of a year repeat their counts, and messages take longer than a look-up. */
function memoize(format: (count: number) => string): (count: number) => string {
  const known = new Map<number, string>();
  return (count) => {
    const text = known.get(count) ?? format(count);
    known.set(count, text);
    return text;
  };
}

interface MonthBlockProps {
  /** YYYY-MM-01 */
  first: string;
  levels: ReadonlyMap<string, HeatLevel>;
  label: string;
  titles: ReadonlyMap<string, string>;
}

function MonthBlock({ first, levels, label, titles }: MonthBlockProps) {
  const start = new Date(first);
  const offset = (start.getUTCDay() + 6) % 7;
  const length = new Date(
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0),
  ).getUTCDate();
  const days = Array.from({ length }, (_, index) => ({
    date: `${first.slice(0, 8)}${String(index + 1).padStart(2, "0")}`,
    x: Math.floor((offset + index) / 7) * STEP,
    y: ((offset + index) % 7) * STEP,
  }));
  const empty = days.filter(({ date }) => !levels.has(date));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WEEKS * STEP} ${7 * STEP}`}
      className="w-full max-w-28"
    >
      <path
        className={FILLS[0]}
        d={empty.map(({ x, y }) => `M${x} ${y}h${CELL}v${CELL}h-${CELL}z`).join("")}
      />
      {FILLS.slice(1).map((fill, index) => (
        <g key={fill} className={`${fill} forced-colors:fill-[CanvasText]`}>
          {days
            .filter(({ date }) => levels.get(date) === index + 1)
            .map(({ date, x, y }) => (
              <rect key={date} x={x} y={y} width={CELL} height={CELL} rx={2}>
                <title>{titles.get(date)}</title>
              </rect>
            ))}
        </g>
      ))}
    </svg>
  );
}
