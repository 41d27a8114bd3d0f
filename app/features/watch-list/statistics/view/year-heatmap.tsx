import { type PointerEvent, useState } from "react";
import {
  dateOf,
  dayNumber,
  heatLevels,
  weekday,
  type HeatLevel,
  type HeatMonth,
  type HeatWeek,
} from "~/features/watch-list/statistics/heat-levels";
import { useI18n } from "~/i18n/i18n-context";
import { ChartHead } from "~/ui/charts/chart-head";
import { ChartTable } from "~/ui/charts/chart-table";
import { formatHours } from "./format-statistics";

const SHORT_MONTH = { month: "short", timeZone: "UTC" } as const;
const JANUARY = { ...SHORT_MONTH, year: "numeric" } as const;
const LONG_MONTH = { month: "long", year: "numeric", timeZone: "UTC" } as const;
const LONG_DAY = { dateStyle: "long", timeZone: "UTC" } as const;
const MEDIUM_DAY = { dateStyle: "medium", timeZone: "UTC" } as const;
const WEEKDAY = { weekday: "short", timeZone: "UTC" } as const;
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
/** Rounds the corners of the cells, which a path has no radius for. */
const ROUNDED =
  "stroke-accent-text stroke-[4px] [stroke-linejoin:round] forced-colors:fill-[CanvasText] forced-colors:stroke-[CanvasText]";

interface YearHeatmapProps {
  months: readonly HeatMonth[];
  weeks: readonly HeatWeek[];
}

export function YearHeatmap({ months, weeks }: YearHeatmapProps) {
  const i18n = useI18n();
  const { t, formatDate, formatNumber } = i18n;
  const counts = new Map(
    weeks.flatMap(({ monday, episodes }) =>
      episodes.map((count, index) => [monday + index, count] as const),
    ),
  );
  const levelOf = heatLevels([...counts.values()]);
  const firstMonday = weeks[0]?.monday ?? 0;
  return (
    <figure>
      <ul className="grid grid-cols-3 gap-x-4 gap-y-5 sm:grid-cols-4 md:grid-cols-6 xl:grid-cols-12">
        {months.map(({ year, month }) => (
          <MonthBlock key={month} year={year} month={month} counts={counts} levelOf={levelOf} />
        ))}
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
        head={
          <ChartHead
            heads={[
              t("stats.week"),
              ...Array.from({ length: 7 }, (_, index) =>
                formatDate(dateOf(firstMonday + index), WEEKDAY),
              ),
              t("stats.time"),
            ]}
          />
        }
      >
        {weeks.map(({ monday, episodes, minutes }) => (
          <tr key={monday}>
            <th scope="row">{formatDate(dateOf(monday), MEDIUM_DAY)}</th>
            {episodes.map((count, index) => (
              <td key={index}>{count === 0 ? "–" : formatNumber(count)}</td>
            ))}
            <td>{t("stats.hoursOf", { hours: formatHours(i18n, minutes) })}</td>
          </tr>
        ))}
      </ChartTable>
    </figure>
  );
}

interface MonthBlockProps extends HeatMonth {
  /** How many episodes each day has, by day number. */
  counts: ReadonlyMap<number, number>;
  levelOf: (episodes: number) => HeatLevel;
}

/** A path per level. The day under the pointer is named where it has episodes. */
function MonthBlock({ year, month, counts, levelOf }: MonthBlockProps) {
  const { t, formatDate } = useI18n();
  const [pointed, setPointed] = useState<number | null>(null);
  const start = dayNumber(`${year}-${String(month).padStart(2, "0")}-01`);
  const offset = weekday(start);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const paths = FILLS.map(() => "");
  for (let index = 0; index < length; index += 1) {
    const x = Math.floor((offset + index) / 7) * STEP;
    const y = ((offset + index) % 7) * STEP;
    const level = levelOf(counts.get(start + index) ?? 0);
    paths[level] += level === 0 ? `M${x} ${y}h10v10h-10z` : `M${x + 2} ${y + 2}h6v6h-6z`;
  }
  const point = ({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const column = Math.floor(((clientX - left) / width) * WEEKS);
    const index = column * 7 + Math.floor(((clientY - top) / height) * 7) - offset;
    setPointed(index >= 0 && index < length ? start + index : null);
  };
  const episodes = pointed === null ? 0 : (counts.get(pointed) ?? 0);
  const date = dateOf(start);
  return (
    <li>
      <p className="mb-1.5 text-xs text-ink-soft">
        {formatDate(date, month === 1 ? JANUARY : SHORT_MONTH)}
      </p>
      <svg
        role="img"
        aria-label={t("stats.heatmap.of", { month: formatDate(date, LONG_MONTH) })}
        viewBox={`0 0 ${WEEKS * STEP} ${7 * STEP}`}
        className="w-full max-w-28"
        onPointerMove={point}
      >
        {pointed === null || episodes === 0 ? null : (
          <title>
            {`${formatDate(dateOf(pointed), LONG_DAY)}: ${t("stats.episodeCount", { count: episodes })}`}
          </title>
        )}
        {FILLS.map((fill, level) =>
          paths[level] === "" ? null : (
            <path
              key={fill}
              className={level === 0 ? fill : `${fill} ${ROUNDED}`}
              d={paths[level]}
            />
          ),
        )}
      </svg>
    </li>
  );
}
