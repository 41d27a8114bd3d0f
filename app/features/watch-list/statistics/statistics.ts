import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";

const MIN_YEAR = 1900;
const MAX_YEAR = 9999;
const invalidYear = zodMessage({
  key: "field.integerBetween",
  values: { field: "year", min: MIN_YEAR, max: MAX_YEAR },
});

const yearSchema = z
  .string()
  .regex(/^\d{4}$/, invalidYear)
  .transform(Number)
  .refine((year) => year >= MIN_YEAR && year <= MAX_YEAR, invalidYear);

export const statisticsQuerySchema = z.object({ year: yearSchema.optional() });

export function parseYear(text: string): number | null {
  return yearSchema.safeParse(text).data ?? null;
}

/** The mean counts only scored titles; episodes include rewatches. */
const groupSchema = z.object({
  name: z.string().nullable(),
  titles: z.int(),
  episodes: z.int(),
  minutes: z.int(),
  mean_score: z.number().nullable(),
});
export type StatisticsGroup = z.output<typeof groupSchema>;

const daySchema = z.object({
  date: z.string(),
  episodes: z.int(),
  minutes: z.int(),
  finished_episodes: z.int().meta({
    description: "How many of `episodes` are known only from a finish date, such as an import’s.",
  }),
  finished_minutes: z.int(),
});
export type StatisticsDay = z.output<typeof daySchema>;
export type WatchedDay = Pick<StatisticsDay, "date" | "episodes" | "minutes">;

export const statisticsSchema = z
  .object({
    year: z.int().nullable(),
    totals: z.object({
      titles: z.int(),
      episodes: z.int(),
      minutes: z.int(),
      hours: z.number(),
      days: z.number(),
      rewatches: z.int(),
      scored: z.int(),
      mean_score: z.number().nullable(),
      score_deviation: z.number().nullable(),
    }),
    by_state: z.array(groupSchema),
    by_score: z.array(groupSchema),
    by_genre: z.array(groupSchema),
    by_studio: z.array(groupSchema),
    by_year: z.array(groupSchema),
    by_type: z.array(groupSchema),
    by_length: z.array(groupSchema),
    days: z.array(daySchema),
    scores: z.array(z.object({ score: z.int(), titles: z.int() })),
  })
  .meta({ id: "Statistics" });
export type TrackingStatistics = z.output<typeof statisticsSchema>;

export interface StatisticsRow extends Record<string, unknown> {
  dimension: "state" | "score" | "genre" | "studio" | "year" | "type" | "length" | "total" | "days";
  name: string | null;
  titles: number;
  episodes: number;
  minutes: number;
  mean_score: number | null;
  rewatches: number;
  scored: number;
  deviation: number | null;
}

const LENGTHS = ["1", "2–6", "7–16", "17–28", "29–55", "56–100", "101+"] as const;

export function toStatistics(
  year: number | null,
  rows: readonly StatisticsRow[],
  days: StatisticsDay[],
): TrackingStatistics {
  const of = (dimension: StatisticsRow["dimension"], isNullKept = false) =>
    rows
      .filter((row) => row.dimension === dimension && (isNullKept || row.name !== null))
      .map(toGroup);
  const total = rows.find((row) => row.dimension === "total");
  const minutes = total?.minutes ?? 0;
  const scores = of("score").sort(byNumber);
  return {
    year,
    totals: {
      titles: total?.titles ?? 0,
      episodes: total?.episodes ?? 0,
      minutes,
      hours: round(minutes / 60) ?? 0,
      days: round(minutes / 1440) ?? 0,
      rewatches: total?.rewatches ?? 0,
      scored: total?.scored ?? 0,
      mean_score: round(total?.mean_score ?? null),
      score_deviation: round(total?.deviation ?? null),
    },
    by_state: of("state", true),
    by_score: byTens(scores),
    by_genre: of("genre"),
    by_studio: of("studio"),
    by_year: of("year").sort(byNumber),
    by_type: of("type"),
    by_length: of("length").sort((one, other) => lengthRank(one) - lengthRank(other)),
    days,
    scores: scores.map(({ name, titles }) => ({ score: Number(name), titles })),
  };
}

function toGroup({ name, titles, episodes, minutes, mean_score }: StatisticsRow): StatisticsGroup {
  return { name, titles, episodes, minutes, mean_score: round(mean_score) };
}

const byNumber = (one: StatisticsGroup, other: StatisticsGroup) =>
  Number(one.name) - Number(other.name);

const lengthRank = ({ name }: StatisticsGroup) => LENGTHS.findIndex((length) => length === name);

function byTens(scores: readonly StatisticsGroup[]): StatisticsGroup[] {
  const groups = new Map<string, StatisticsGroup & { points: number }>();
  for (const { name, titles, episodes, minutes } of scores) {
    const score = Number(name);
    const tens = String(Math.floor(score / 10) * 10);
    const sum = groups.get(tens) ?? { titles: 0, episodes: 0, minutes: 0, points: 0 };
    groups.set(tens, {
      name: tens,
      titles: sum.titles + titles,
      episodes: sum.episodes + episodes,
      minutes: sum.minutes + minutes,
      points: sum.points + score * titles,
      mean_score: null,
    });
  }
  return [...groups.values()].map(({ points, ...group }) => ({
    ...group,
    mean_score: round(points / group.titles),
  }));
}

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
