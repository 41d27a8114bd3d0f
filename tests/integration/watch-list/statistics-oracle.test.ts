// @module-tag rest
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { getTrackingStatistics } from "~/features/watch-list/statistics/tracking-statistics.server";
import {
  getYearReview,
  listActiveYears,
} from "~/features/watch-list/statistics/year-review.server";
import { listEvents, rewatches, seenEpisodes, users, watchListEntries } from "~db/schema";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const RUNS = 60;
const YEARS = [2023, 2024, 2025];

const TITLES = [
  {
    mal_id: 1,
    episodes: 12,
    duration: "24 min per ep",
    minutes: 24,
    genres: ["Drama"],
    studios: ["Bones"],
  },
  {
    mal_id: 2,
    episodes: 1,
    duration: "1 hr 40 min",
    minutes: 100,
    genres: ["Drama", "Action"],
    studios: [],
  },
  {
    mal_id: 3,
    episodes: null,
    duration: null,
    minutes: 24,
    genres: [],
    studios: ["Bones", "Sunrise"],
  },
  {
    mal_id: 4,
    episodes: 120,
    duration: "12 min per ep",
    minutes: 12,
    genres: ["Action"],
    studios: ["Toei"],
    mature: true,
  },
] as const;

beforeAll(() =>
  addAnimes(
    db,
    ...TITLES.map(({ mal_id, episodes, duration, genres, studios, ...title }) => ({
      mal_id,
      episodes,
      duration,
      genres: [...genres],
      studios: [...studios],
      ...("mature" in title ? { rating: "Rx - Hentai" } : {}),
    })),
  ),
);

const date = fc
  .record({
    year: fc.constantFrom(...YEARS),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    precision: fc.constantFrom(4, 7, 10),
  })
  .map(({ year, month, day, precision }) =>
    `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`.slice(0, precision),
  );
const wholeDay = date.filter((text) => text.length === 10);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const history = fc.tuple(
  ...TITLES.map(({ mal_id }) =>
    maybe(
      fc.record({
        id: fc.constant(mal_id),
        state: maybe(fc.constantFrom("watching", "completed", "dropped", "rewatching")),
        score: maybe(fc.nat(100)),
        startedOn: maybe(date),
        finishedOn: maybe(date),
        private: fc.boolean(),
        seen: fc.nat(14),
        rewatches: fc.array(fc.record({ finishedOn: maybe(date), finished: fc.boolean() }), {
          maxLength: 3,
        }),
        events: fc.array(
          fc.record({
            day: wholeDay,
            watched: fc.integer({ min: -6, max: 9 }),
            undone: fc.boolean(),
          }),
          { maxLength: 12 },
        ),
      }),
    ),
  ),
);
type Entry = Exclude<(typeof history extends fc.Arbitrary<infer H> ? H : never)[number], null>;

async function store(entries: readonly Entry[]): Promise<string> {
  const email = `${randomUUID()}@akari.test`;
  const [user] = await db
    .insert(users)
    .values({ email, emailKey: email, userName: "oracle" })
    .returning({ id: users.id });
  const userId = user?.id ?? "";
  for (const entry of entries) {
    const key = { userId, animeMalId: entry.id };
    await db.insert(watchListEntries).values({
      ...key,
      state: entry.state,
      score: entry.score,
      startedOn: entry.startedOn,
      finishedOn: entry.finishedOn,
      private: entry.private,
    });
    if (entry.seen > 0)
      await db.insert(seenEpisodes).values({ ...key, episodes: `{[1,${entry.seen + 1})}` });
    for (const [index, again] of entry.rewatches.entries())
      await db.insert(rewatches).values({ ...key, number: index + 1, ...again });
    for (const event of entry.events)
      await db.insert(listEvents).values({
        ...key,
        at: new Date(`${event.day}T12:00:00Z`),
        day: event.day,
        via: "site",
        before: {},
        after: {},
        watched: event.watched,
        undoneAt: event.undone ? new Date() : null,
      });
  }
  return userId;
}

/** Unmarks episodes from the latest days, as one would by hand. */
function watchedByDay(entry: Entry, year: number): Map<string, number> {
  const nets = new Map<string, number>();
  for (const { day, watched, undone } of entry.events)
    if (!undone && day.startsWith(`${year}-`)) nets.set(day, (nets.get(day) ?? 0) + watched);
  const days: { day: string; episodes: number }[] = [];
  for (const [day, net] of [...nets].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (net > 0) days.push({ day, episodes: net });
    for (let back = -net; back > 0;) {
      const last = days.at(-1);
      if (last === undefined) break;
      const taken = Math.min(back, last.episodes);
      back -= taken;
      last.episodes -= taken;
      if (last.episodes === 0) days.pop();
    }
  }
  return new Map(days.map(({ day, episodes }) => [day, episodes]));
}

const titleOf = (entry: Entry) => {
  const title = TITLES.find(({ mal_id }) => mal_id === entry.id);
  if (title === undefined) throw new Error("no such title");
  return title;
};

interface Counted {
  entry: Entry;
  episodes: number;
  minutes: number;
  rewatches: number;
}

function countAll(entries: readonly Entry[]): Counted[] {
  return entries.map((entry) => {
    const { episodes: length, minutes } = titleOf(entry);
    const episodes = entry.seen + entry.rewatches.length * (length ?? entry.seen);
    return {
      entry,
      episodes,
      minutes: episodes * minutes,
      rewatches: entry.rewatches.filter(({ finished }) => finished).length,
    };
  });
}

/** The episodes that whole finish dates stand for where a year has no events of the title. */
function finishedByDay(entry: Entry, year: number): [day: string, episodes: number][] {
  const { events, rewatches: again, finishedOn, seen } = entry;
  const hasEvents = events.some(
    ({ day, watched, undone }) => !undone && watched !== 0 && day.startsWith(`${year}-`),
  );
  const episodes = titleOf(entry).episodes ?? seen;
  if (hasEvents || episodes === 0) return [];
  const dates = [finishedOn, ...again.flatMap((one) => (one.finished ? one.finishedOn : []))];
  return dates.flatMap((day): [string, number][] =>
    day?.length === 10 && day.startsWith(`${year}-`) ? [[day, episodes]] : [],
  );
}

function countYear(entries: readonly Entry[], year: number): Counted[] {
  const isIn = (text: string | null) => text?.startsWith(String(year)) ?? false;
  return entries.flatMap((entry) => {
    const { episodes: length, minutes } = titleOf(entry);
    const hasEvents = entry.events.some(
      ({ day, watched, undone }) => !undone && watched !== 0 && day.startsWith(`${year}-`),
    );
    const again = entry.rewatches.filter(
      ({ finished, finishedOn }) => finished && isIn(finishedOn),
    ).length;
    const times = again + (isIn(entry.finishedOn) ? 1 : 0);
    const episodes = hasEvents
      ? [...watchedByDay(entry, year).values()].reduce((sum, count) => sum + count, 0)
      : times * (length ?? entry.seen);
    return episodes > 0 || again > 0 || isIn(entry.finishedOn) || isIn(entry.startedOn)
      ? [{ entry, episodes, minutes: episodes * minutes, rewatches: again }]
      : [];
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const round = (value: number) => Math.round(value * 100) / 100;

function groupBy(counted: readonly Counted[], namesOf: (entry: Entry) => readonly string[]) {
  const groups: Record<string, { titles: number; episodes: number; minutes: number }> = {};
  for (const { entry, episodes, minutes } of counted)
    for (const name of namesOf(entry)) {
      const group = (groups[name] ??= { titles: 0, episodes: 0, minutes: 0 });
      group.titles += 1;
      group.episodes += episodes;
      group.minutes += minutes;
    }
  return groups;
}

type Statistics = Awaited<ReturnType<typeof getTrackingStatistics>>;
const asObject = (groups: Statistics["by_genre"]) =>
  Object.fromEntries(
    groups.map(({ name, titles, episodes, minutes }) => [
      name ?? "",
      { titles, episodes, minutes },
    ]),
  );

function expectAgreement(statistics: Statistics, counted: readonly Counted[]): void {
  const scores = counted.flatMap(({ entry }) => entry.score ?? []);
  const mean = sum(scores) / scores.length;
  const minutes = sum(counted.map((one) => one.minutes));
  expect(statistics.totals).toEqual({
    titles: counted.length,
    episodes: sum(counted.map(({ episodes }) => episodes)),
    minutes,
    hours: round(minutes / 60),
    days: round(minutes / 1440),
    rewatches: sum(counted.map((one) => one.rewatches)),
    scored: scores.length,
    mean_score: statistics.totals.mean_score,
    score_deviation: statistics.totals.score_deviation,
  });
  if (scores.length === 0)
    expect(statistics.totals).toMatchObject({ mean_score: null, score_deviation: null });
  else {
    const deviation = Math.sqrt(sum(scores.map((one) => (one - mean) ** 2)) / scores.length);
    expect(statistics.totals.mean_score).toBeCloseTo(mean, 1);
    expect(statistics.totals.score_deviation).toBeCloseTo(deviation, 1);
  }
  expect(asObject(statistics.by_genre)).toEqual(groupBy(counted, (entry) => titleOf(entry).genres));
  expect(asObject(statistics.by_studio)).toEqual(
    groupBy(counted, (entry) => titleOf(entry).studios),
  );
  expect(asObject(statistics.by_state)).toEqual(groupBy(counted, ({ state }) => [state ?? ""]));
  expect(asObject(statistics.by_score)).toEqual(
    groupBy(counted, ({ score }) => (score === null ? [] : [String(Math.floor(score / 10) * 10)])),
  );
  expect(sum(statistics.scores.map(({ titles }) => titles))).toBe(scores.length);
}

it("agrees with plain counting over generated histories, for every reader and year", async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(null, ...YEARS),
      async (generated, hidePrivate, parentalControl, year) => {
        const entries = generated.filter((entry) => entry !== null);
        const userId = await store(entries);
        const reader = { hidePrivate, parentalControl };
        const shown = entries.filter(
          (entry) =>
            !(hidePrivate && entry.private) && !(parentalControl && "mature" in titleOf(entry)),
        );
        const statistics = await getTrackingStatistics(db, userId, {
          ...reader,
          year: year ?? undefined,
          timeZone: "UTC",
          now: new Date("2031-06-01T00:00:00Z"),
        });
        if (year === null) {
          expectAgreement(statistics, countAll(shown));
          expect(statistics.days).toEqual([]);
          return;
        }
        const counted = countYear(shown, year);
        expectAgreement(statistics, counted);
        const days: Record<string, Omit<Statistics["days"][number], "date">> = {};
        const add = (entry: Entry, day: string, episodes: number, finished: number) => {
          const none = { episodes: 0, minutes: 0, finished_episodes: 0, finished_minutes: 0 };
          const total = (days[day] ??= none);
          total.episodes += episodes;
          total.minutes += episodes * titleOf(entry).minutes;
          total.finished_episodes += finished;
          total.finished_minutes += finished * titleOf(entry).minutes;
        };
        for (const entry of shown) {
          for (const [day, episodes] of watchedByDay(entry, year)) add(entry, day, episodes, 0);
          for (const [day, episodes] of finishedByDay(entry, year))
            add(entry, day, episodes, episodes);
        }
        const dated = sum(Object.values(days).map(({ episodes }) => episodes));
        expect(dated).toBeLessThanOrEqual(statistics.totals.episodes);
        expect(statistics.days).toEqual(
          Object.entries(days)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([day, total]) => ({ date: day, ...total })),
        );
        const review = await getYearReview(db, userId, { ...reader, year });
        expect(review === null).toBe(counted.length === 0);
        expect(review?.statistics ?? null).toEqual(review === null ? null : statistics);
        expect(review?.summary.completed ?? 0).toBe(
          counted.filter(({ entry }) => entry.finishedOn?.startsWith(String(year))).length,
        );
        if (counted.length > 0) expect(await listActiveYears(db, userId, reader)).toContain(year);
      },
    ),
    { numRuns: RUNS },
  );
});

it("counts more minutes than an integer holds", async () => {
  const userId = await store([]);
  await db.insert(watchListEntries).values({ userId, animeMalId: 3, state: "completed" });
  await db.insert(seenEpisodes).values({ userId, animeMalId: 3, episodes: "{[1,2000000000)}" });
  const { totals } = await getTrackingStatistics(db, userId, {
    parentalControl: true,
    hidePrivate: false,
    timeZone: "UTC",
  });
  expect(totals.minutes).toBe(1_999_999_999 * 24);
});
