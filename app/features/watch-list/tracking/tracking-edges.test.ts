import type { EpisodeSet } from "~/features/catalog/episodes/episode-set";
import { nextEpisode } from "~/features/catalog/episodes/next-episode";
import { describe, expect, it } from "vitest";
import { Invalid } from "~/errors/app-error";
import { MAX_EPISODES } from "./extra-episodes";
import { UNLISTED, type TrackedEntry, type TrackedTitle } from "./tracked-entry";
import {
  changeFields,
  changeSeen,
  changeType,
  completeIfAllSeen,
  withCount,
  type EntryFields,
  type SeenChange,
} from "./tracking-rules";

const TODAY = "2026-03-14";
const TOMORROW = "2026-03-15";
const TITLE: TrackedTitle = { total: 12, aired: true };
const NOT_AIRED = { ...TITLE, aired: false };
const UNKNOWN = { ...TITLE, total: null };
const plus: SeenChange = { kind: "step", by: 1 };
const mark = (episode: number): SeenChange => ({ kind: "mark", episode, seen: true });

const entryOf = (fields: Partial<TrackedEntry>): TrackedEntry => ({
  ...UNLISTED,
  listed: true,
  ...fields,
});
const see = (entry: TrackedEntry, change: SeenChange, title = TITLE) =>
  changeSeen(entry, title, change, { today: TODAY, field: "episodes" });
const set = (entry: TrackedEntry, fields: EntryFields, title = TITLE) =>
  changeFields(entry, title, fields, TODAY);

const open = { startedOn: TODAY, finishedOn: null, score: null, finished: false };
const again = entryOf({ state: "rewatching", finishedOn: "2015", rewatches: [open] });

describe("a refused change", () => {
  const futureDate = (field: string) => ({ key: "list.futureDate", values: { field } });
  const atLeastOne = (max: number) => ({
    key: "field.integerBetween",
    values: { field: "episodes", min: 1, max },
  });
  const tooMany = (field: string, max: number) => ({
    key: "list.tooManyEpisodes",
    values: { field, max },
  });
  const rewatch = (startedOn: string | null, finishedOn: string | null) => [
    null,
    { startedOn, finishedOn, score: null },
  ];

  it.each<[string, () => unknown, string, unknown]>([
    [
      "a start in the future",
      () => set(UNLISTED, { startedOn: TOMORROW }),
      "startedOn",
      futureDate("startedOn"),
    ],
    [
      "a finish in the future",
      () => set(UNLISTED, { finishedOn: TOMORROW }),
      "finishedOn",
      futureDate("finishedOn"),
    ],
    [
      "a start behind the finish",
      () => set(entryOf({ finishedOn: "2020-05" }), { startedOn: "2020-06" }),
      "startedOn",
      "list.finishBeforeStart",
    ],
    [
      "a finish before the start",
      () => set(entryOf({ startedOn: "2020-05" }), { finishedOn: "2020-04" }),
      "finishedOn",
      "list.finishBeforeStart",
    ],
    [
      "both",
      () => set(UNLISTED, { startedOn: "2020-05", finishedOn: "2020-04" }),
      "finishedOn",
      "list.finishBeforeStart",
    ],
    [
      "a rewatch of the future",
      () => set(again, { rewatches: rewatch(TOMORROW, null) }),
      "rewatches.1.startedOn",
      futureDate("startedOn"),
    ],
    [
      "a rewatch that ends before its start",
      () => set(again, { rewatches: rewatch("2020", "2019") }),
      "rewatches.1.finishedOn",
      "list.finishBeforeStart",
    ],
    [
      "too many episodes",
      () => set(UNLISTED, { episodesSeen: 13 }),
      "episodesSeen",
      tooMany("episodesSeen", 12),
    ],
    ["episode 13 of 12", () => see(UNLISTED, mark(13)), "episodes", tooMany("episodes", 12)],
    [
      "an episode of none",
      () => see(UNLISTED, mark(1), { ...TITLE, total: 0 }),
      "episodes",
      tooMany("episodes", 0),
    ],
    ["episode 0", () => see(UNLISTED, mark(0)), "episodes", atLeastOne(12)],
    [
      "episode 0 of any number",
      () => see(UNLISTED, mark(0), UNKNOWN),
      "episodes",
      atLeastOne(MAX_EPISODES),
    ],
    [
      "more than any title has",
      () => see(entryOf({ seen: [[1, MAX_EPISODES]] }), plus, UNKNOWN),
      "episodes",
      tooMany("episodes", MAX_EPISODES),
    ],
    [
      "completed before it aired",
      () => set(UNLISTED, { state: "completed" }, NOT_AIRED),
      "state",
      "list.notAired",
    ],
    [
      "rewatching before it aired",
      () => set(UNLISTED, { state: "rewatching" }, NOT_AIRED),
      "state",
      "list.notAired",
    ],
    [
      "the type of completed ones",
      () => changeType(UNLISTED, NOT_AIRED, "Completed", TODAY),
      "type",
      "list.notAired",
    ],
    [
      "all seen before it aired",
      () => see(UNLISTED, { kind: "upTo", episode: 12 }, NOT_AIRED),
      "episodes",
      "list.notAired",
    ],
  ])("names its field and the reason: %s", (_, change, path, message) => {
    expect(change).toThrow(expect.objectContaining({ issues: [{ path, message }] }));
  });

  it("is none at the limits", () => {
    expect(set(UNLISTED, { startedOn: TODAY, finishedOn: TODAY })).toMatchObject({
      startedOn: TODAY,
      finishedOn: TODAY,
    });
    expect(set(UNLISTED, { state: "watching" }, NOT_AIRED).state).toBe("watching");
    const seen = [[1, MAX_EPISODES - 1]] as const;
    expect(see(entryOf({ seen }), plus, UNKNOWN).seen).toEqual([[1, MAX_EPISODES]]);
  });
});

describe("the start of a title", () => {
  it.each<[string, Partial<TrackedEntry>, Partial<TrackedEntry>]>([
    ["begins a planned one", { state: "planned" }, { state: "watching", startedOn: TODAY }],
    ["is today in a paused one, too", { state: "paused" }, { state: "paused", startedOn: TODAY }],
    ["stays as it is", { startedOn: "2020" }, { startedOn: "2020" }],
    ["is the first episode's", { state: "watching", seen: [[1, 3]] }, { startedOn: null }],
    [
      "is not that of a rewatch",
      { ...again, finishedOn: null },
      { state: "rewatching", startedOn: null },
    ],
    ["is not after the finish", { finishedOn: "2020" }, { startedOn: null }],
    ["may be before the finish", { finishedOn: TOMORROW }, { startedOn: TODAY }],
  ])("%s", (_, before, after) => {
    expect(see(entryOf(before), plus)).toMatchObject(after);
  });

  it("that follows yields to a finish that is given", () => {
    expect(set(UNLISTED, { episodesSeen: 3, finishedOn: "2020" }).startedOn).toBeNull();
  });
});

describe("a rewatch", () => {
  it("begins with one more of a title of unknown length", () => {
    const completed = entryOf({ state: "completed", seen: [[1, 5]] });
    expect(see(completed, plus, UNKNOWN)).toMatchObject({ state: "rewatching", seen: [[1, 1]] });
  });

  it("begins anew with one more after all episodes", () => {
    const all = set(again, { state: "rewatching", episodesSeen: 12 });
    expect(all).toMatchObject({ state: "rewatching", seen: [[1, 12]] });
    expect(see(all, plus)).toMatchObject({
      state: "rewatching",
      seen: [[1, 1]],
      rewatches: [open],
    });
  });

  it("does not begin with an episode that was added to a completed title", () => {
    const completed = entryOf({ state: "completed", seen: [[1, 11]] });
    expect(see(completed, plus)).toEqual({
      ...completed,
      seen: [[1, 12]],
      startedOn: null,
      finishedOn: null,
    });
  });

  it.each(["paused", "dropped"] as const)("stays open while it is %s, and continues", (state) => {
    const stopped = set(again, { state });
    expect(stopped).toEqual({ ...again, state });
    expect(set(stopped, { state: "rewatching" })).toEqual(again);
  });

  it.each(["watching", "planned", null] as const)("is discarded by %s", (state) => {
    expect(set(again, { state }).rewatches).toEqual([]);
  });

  it("under way is the marked one, whichever place it has", () => {
    const current = { startedOn: "2026-03-01", finishedOn: null, score: null, open: true };
    const past = { startedOn: "2020", finishedOn: null, score: null };
    const rewatches = [
      { ...past, finished: true },
      { startedOn: "2026-03-01", finishedOn: null, score: null, finished: false },
    ];
    for (const given of [
      [current, past],
      [past, current],
    ])
      expect(set(again, { rewatches: given }).rewatches).toEqual(rewatches);
  });

  it("stands by its date", () => {
    const given = ["2021-05", "2019", "2021", null].map((startedOn) => ({
      startedOn,
      finishedOn: "2022",
      score: null,
    }));
    const dates = set(entryOf({ state: "completed" }), { rewatches: given }).rewatches;
    expect(dates.map(({ startedOn }) => startedOn)).toEqual(["2019", "2021", "2021-05", null]);
  });
});

describe("a count", () => {
  it("completes a title of which all were seen before", () => {
    const watching = entryOf({ state: "watching", seen: [[1, 12]] });
    expect(set(watching, { episodesSeen: 12 }).state).toBe("completed");
  });

  it("is refused beyond the title's number, also where as many are marked", () => {
    const longer = entryOf({ state: "watching", seen: [[1, 14]] });
    expect(() => set(longer, { episodesSeen: 14 })).toThrow(Invalid);
    expect(() => set(longer, { episodesSeen: 13 })).toThrow(Invalid);
    expect(see(longer, { kind: "step", by: -1 }).seen).toEqual([[1, 13]]);
  });

  it("of all episodes completes a title of which more are marked, and leaves it so", () => {
    const seen = [[1, 14]] as const;
    for (const state of ["watching", "completed"] as const)
      expect(set(entryOf({ state, seen }), { episodesSeen: 12 })).toMatchObject({
        state: "completed",
        seen: [[1, 12]],
      });
    const unmarked = see(entryOf({ state: "completed", seen }), {
      kind: "mark",
      episode: 14,
      seen: false,
    });
    expect(unmarked).toMatchObject({ state: "completed", seen: [[1, 13]] });
  });

  it("takes back what was seen, unless the title becomes completed with it", () => {
    const paused = entryOf({ state: "paused", seen: [[1, 12]] });
    expect(set(paused, { episodesSeen: 5 }).seen).toEqual([[1, 5]]);
    expect(set(paused, { episodesSeen: 5, state: "dropped" }).seen).toEqual([[1, 5]]);
    expect(set(paused, { episodesSeen: 5, state: "completed" }).seen).toEqual([[1, 12]]);
  });

  it("leaves out skipped episodes while the others suffice", () => {
    const marks = {
      seen: [
        [1, 4],
        [6, 11],
      ],
      skipped: [[5, 5]],
    } as const;
    expect(withCount(marks, 12, 11)).toEqual({
      seen: [
        [1, 4],
        [6, 12],
      ],
      skipped: [[5, 5]],
    });
    expect(withCount(marks, 12, 12)).toEqual({ seen: [[1, 12]], skipped: [] });
    expect(withCount(marks, 12, 4)).toEqual({ seen: [[1, 4]], skipped: [] });
  });
});

describe("completing", () => {
  const marks = {
    state: "watching",
    seen: [
      [1, 1],
      [3, 3],
    ],
    skipped: [[2, 2]],
  } as const;

  it("sees the skipped episodes, where their number is known", () => {
    expect(set(entryOf(marks), { state: "completed" })).toMatchObject({
      seen: [[1, 12]],
      skipped: [],
    });
    expect(set(entryOf(marks), { state: "completed" }, UNKNOWN)).toMatchObject({
      seen: marks.seen,
      skipped: marks.skipped,
    });
  });

  it.each<[string, Partial<TrackedEntry>, TrackedTitle, boolean]>([
    ["what is watched", { state: "watching" }, TITLE, true],
    ["what is watched again", { state: "rewatching", rewatches: [open] }, TITLE, true],
    ["nothing that is paused", { state: "paused" }, TITLE, false],
    ["nothing that is planned", { state: "planned" }, TITLE, false],
    ["nothing that is not listed", { state: "watching", listed: false }, TITLE, false],
    ["nothing that has not aired", { state: "watching" }, NOT_AIRED, false],
    ["nothing of unknown length", { state: "watching" }, UNKNOWN, false],
    ["nothing that is not all seen", { state: "watching", seen: [[1, 11]] }, TITLE, false],
  ])("after a change of the catalog concerns %s", (_, fields, title, completes) => {
    const entry = entryOf({ seen: [[1, 12]], ...fields });
    const after = completeIfAllSeen(entry, title, TODAY);
    if (completes) expect(after).toMatchObject({ state: "completed" });
    else expect(after).toBe(entry);
  });
});

it("has nothing next when as many were seen as there are, extras too", () => {
  const nextOf = (seen: EpisodeSet) =>
    nextEpisode({ seen, total: 12, halfWatched: null, lastAired: null, filler: [] });
  expect(nextOf([[2, 13]])).toBeNull();
  expect(nextOf([[2, 12]])).toBe(1);
});
