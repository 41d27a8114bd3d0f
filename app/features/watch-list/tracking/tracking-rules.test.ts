import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Invalid } from "~/errors/app-error";
import { ENTRY_STATES, typeOfState } from "~/features/watch-list/entry-states";
import { COLLECTION_TYPES } from "~/features/watch-list/collection-types";
import {
  addEpisode,
  countEpisodes,
  hasEpisode,
  lastEpisode,
  type EpisodeSet,
} from "~/features/catalog/episodes/episode-set";
import { nextEpisode, type WatchHistory } from "~/features/catalog/episodes/next-episode";
import { UNLISTED, type TrackedEntry, type TrackedTitle } from "./tracked-entry";
import {
  changeFields,
  changeSeen,
  changeType,
  countWithoutFiller,
  type EntryFields,
  type RewatchInput,
  type SeenChange,
} from "./tracking-rules";

const TODAY = "2026-03-14";
const historyOf = (
  seen: EpisodeSet,
  total: number | null,
  filler: EpisodeSet = [],
): WatchHistory => ({ seen, total, filler, halfWatched: null, lastAired: null });
const nextOf = (...history: Parameters<typeof historyOf>) => nextEpisode(historyOf(...history));
const options = { today: TODAY, field: "episodes" };
const titleOf = (total: number | null, aired = true): TrackedTitle => ({ total, aired });
const entryOf = (fields: Partial<TrackedEntry>): TrackedEntry => ({
  ...UNLISTED,
  listed: true,
  ...fields,
});
const plus: SeenChange = { kind: "step", by: 1 };
const minus: SeenChange = { kind: "step", by: -1 };
const countTo = (count: number): SeenChange => ({ kind: "count", count });
const mark = (episode: number, seen = true, again = false): SeenChange => ({
  kind: "mark",
  episode,
  seen,
  again,
});
const upTo = (episode: number): SeenChange => ({ kind: "upTo", episode });
const apply = (title: TrackedTitle, entry: TrackedEntry, ...changes: SeenChange[]): TrackedEntry =>
  changes.reduce((now, change) => changeSeen(now, title, change, options), entry);

const change = fc.oneof(
  fc.constant(plus),
  fc.constant(minus),
  fc.nat(14).map(countTo),
  fc
    .record({ episode: fc.integer({ min: 1, max: 14 }), seen: fc.boolean() })
    .map(({ episode, seen }) => mark(episode, seen)),
  fc.integer({ min: 1, max: 14 }).map(upTo),
);
const title = fc
  .oneof(fc.integer({ min: 1, max: 12 }), fc.constant(null))
  .map((total) => titleOf(total));
const episodes = fc
  .array(fc.integer({ min: 1, max: 12 }), { maxLength: 6 })
  .map((numbers) => numbers.reduce<EpisodeSet>(addEpisode, []));

function play(
  entry: TrackedEntry,
  of: TrackedTitle,
  changes: readonly SeenChange[],
): TrackedEntry[] {
  const states = [entry];
  for (const one of changes) {
    const now = states.at(-1) ?? entry;
    try {
      states.push(changeSeen(now, of, one, options));
    } catch (error) {
      expect(error).toBeInstanceOf(Invalid);
    }
  }
  return states;
}

describe("counting", () => {
  it("starts, continues, completes, and watches again", () => {
    const begun = apply(titleOf(2), UNLISTED, plus);
    expect(begun).toMatchObject({
      listed: true,
      state: "watching",
      seen: [[1, 1]],
      startedOn: TODAY,
    });
    const ended = apply(titleOf(2), begun, plus);
    expect(ended).toMatchObject({ state: "completed", seen: [[1, 2]], finishedOn: TODAY });
    const again = apply(titleOf(2), { ...ended, finishedOn: "2020" }, plus);
    expect(again).toMatchObject({
      state: "rewatching",
      seen: [[1, 1]],
      finishedOn: "2020",
      rewatches: [{ startedOn: TODAY, finishedOn: null, finished: false }],
    });
    expect(apply(titleOf(2), again, plus)).toMatchObject({
      state: "completed",
      finishedOn: "2020",
      rewatches: [{ startedOn: TODAY, finishedOn: TODAY, finished: true }],
    });
  });

  it("of a completed film begins and ends a rewatch at once", () => {
    const seen = apply(titleOf(1), UNLISTED, plus);
    expect(apply(titleOf(1), seen, plus, plus)).toMatchObject({
      state: "completed",
      rewatches: [{ finished: true }, { finished: true }],
    });
  });

  it("takes the next episode after the last seen one, then those left out", () => {
    const left = apply(titleOf(5), UNLISTED, mark(3));
    expect(apply(titleOf(5), left, plus, plus).seen).toEqual([[3, 5]]);
    expect(apply(titleOf(5), left, plus, plus, plus).seen).toEqual([
      [1, 1],
      [3, 5],
    ]);
  });

  it("to n means the first n that are not marked otherwise", () => {
    const skipped = apply(titleOf(24), UNLISTED, countTo(12), mark(5, false));
    expect(countEpisodes(skipped.seen)).toBe(11);
    expect(apply(titleOf(24), skipped, countTo(14)).seen).toEqual([
      [1, 4],
      [6, 15],
    ]);
    expect(apply(titleOf(12), skipped, countTo(12))).toMatchObject({
      seen: [[1, 12]],
      state: "completed",
    });
    expect(apply(titleOf(24), UNLISTED, mark(7), countTo(3)).seen).toEqual([
      [1, 2],
      [7, 7],
    ]);
  });

  it("up to an episode sees all before it, those left out too, and keeps later ones", () => {
    const gaps = apply(titleOf(12), UNLISTED, mark(2), mark(3, false), mark(9));
    expect(apply(titleOf(12), gaps, upTo(4))).toMatchObject({
      state: "watching",
      seen: [
        [1, 4],
        [9, 9],
      ],
    });
    expect(apply(titleOf(4), UNLISTED, upTo(4))).toMatchObject({ state: "completed" });
    expect(apply(titleOf(4), UNLISTED, upTo(4), upTo(2))).toMatchObject({ state: "completed" });
    expect(() => apply(titleOf(4), UNLISTED, upTo(5))).toThrow(Invalid);
    expect(() => apply(titleOf(4, false), UNLISTED, upTo(4))).toThrow(Invalid);
  });

  it("drops a mark after the last seen episode", () => {
    const untilFive = apply(titleOf(12), UNLISTED, countTo(6), mark(6, false));
    expect(untilFive.skipped).toEqual([]);
    expect(apply(titleOf(12), untilFive, countTo(6)).seen).toEqual([[1, 6]]);
  });

  it.each([
    ["with all episodes seen", 3],
    ["with more episodes than were seen", 12],
    ["whose number of episodes is unknown", null],
  ])("back from a completed title %s watches it again from there", (_, total) => {
    const ended = entryOf({ state: "completed", seen: [[1, 3]], finishedOn: "2019-05" });
    expect(apply(titleOf(total), ended, minus)).toMatchObject({
      state: "watching",
      seen: [[1, 2]],
      finishedOn: null,
    });
  });

  it("back from a finished rewatch continues it, and keeps the first finish", () => {
    const again = entryOf({
      state: "completed",
      seen: [[1, 3]],
      finishedOn: "2019",
      rewatches: [
        { startedOn: null, finishedOn: null, score: null, finished: true },
        { startedOn: "2021-05", finishedOn: "2021-06", score: 80, finished: true },
      ],
    });
    const back = apply(titleOf(3), again, minus);
    expect(back).toMatchObject({
      state: "rewatching",
      seen: [[1, 2]],
      finishedOn: "2019",
      rewatches: [
        { finished: true },
        { startedOn: "2021-05", finishedOn: null, score: 80, finished: false },
      ],
    });
    expect(apply(titleOf(3), back, plus)).toMatchObject({
      state: "completed",
      finishedOn: "2019",
      rewatches: [{}, { startedOn: "2021-05", finishedOn: TODAY, finished: true }],
    });
  });

  it("never ends before its start, which may be tomorrow in another time zone", () => {
    const started = entryOf({ state: "watching", startedOn: "2026-03-15", seen: [[1, 1]] });
    expect(apply(titleOf(2), started, plus).finishedOn).toBe("2026-03-15");
    expect(changeFields(started, titleOf(2), { state: "completed" }, TODAY).finishedOn).toBe(
      "2026-03-15",
    );
  });

  it("takes nothing back from a title that is not on the list", () => {
    for (const change of [minus, countTo(0), mark(3, false)])
      expect(apply(titleOf(12), UNLISTED, change)).toEqual(UNLISTED);
  });

  it("counts neither episode 0 nor one beyond the title's number", () => {
    for (const one of [mark(0), upTo(0), mark(13), upTo(13)])
      expect(() => apply(titleOf(12), UNLISTED, one)).toThrow(Invalid);
    expect(() => apply(titleOf(null), UNLISTED, upTo(0))).toThrow(Invalid);
    expect(apply(titleOf(null), UNLISTED, mark(13)).seen).toEqual([[13, 13]]);
  });

  it("completes a title by a count of all that were seen before", () => {
    const watching = entryOf({ state: "watching", seen: [[1, 10]] });
    expect(apply(titleOf(10), watching, countTo(10))).toMatchObject({
      state: "completed",
      finishedOn: TODAY,
    });
    const completed = apply(titleOf(10), watching, countTo(10));
    expect(apply(titleOf(10), completed, countTo(10))).toEqual(completed);
  });

  it("refuses one more where all are seen, paused or watching", () => {
    for (const state of ["paused", "watching"] as const)
      expect(() => apply(titleOf(12), entryOf({ state, seen: [[1, 12]] }), plus)).toThrow(Invalid);
  });

  it("marks an episode that is seen already without beginning a rewatch", () => {
    const ended = apply(titleOf(3), UNLISTED, countTo(3));
    expect(apply(titleOf(3), ended, mark(2))).toEqual(ended);
    expect(apply(titleOf(3), ended, mark(2, true, true))).toMatchObject({
      state: "rewatching",
      seen: [[2, 2]],
    });
  });

  it.each([countTo(13), mark(13), mark(100_001)])("refuses %j for twelve episodes", (one) => {
    expect(() => apply(titleOf(12), UNLISTED, one)).toThrow(Invalid);
  });

  it("leaves paused and dropped titles in their state until they are complete", () => {
    for (const state of ["paused", "dropped"] as const) {
      const entry = entryOf({ state, seen: [[1, 1]] });
      expect(apply(titleOf(3), entry, plus).state).toBe(state);
      expect(apply(titleOf(3), entry, plus, plus).state).toBe("completed");
    }
  });

  it("keeps its rules whatever the order of changes", () => {
    fc.assert(
      fc.property(title, fc.array(change, { maxLength: 20 }), (of, changes) => {
        for (const entry of play(UNLISTED, of, changes)) {
          const count = countEpisodes(entry.seen);
          if (of.total !== null) expect(count).toBeLessThanOrEqual(of.total);
          expect(entry.state === "completed" ? count : 0).toBe(
            entry.state === "completed" ? (of.total ?? count) : 0,
          );
          expect(entry.rewatches.filter(({ finished }) => !finished)).toHaveLength(
            entry.state === "rewatching" ? 1 : 0,
          );
          expect(entry.state === "planned").toBe(false);
          if (count > 0) expect(entry.state).not.toBeNull();
          if (entry.state === "completed") expect(entry.finishedOn).toBe(TODAY);
          for (const [first, last] of entry.skipped) {
            expect(last).toBeLessThan(lastEpisode(entry.seen) ?? 0);
            for (let number = first; number <= last; number += 1)
              expect(hasEpisode(entry.seen, number)).toBe(false);
          }
        }
      }),
    );
  });

  it("up and down again sees the same episodes", () => {
    fc.assert(
      fc.property(fc.nat(10), (count) => {
        const entry = apply(titleOf(12), UNLISTED, countTo(count));
        expect(apply(titleOf(12), entry, plus, minus).seen).toEqual(entry.seen);
      }),
    );
  });

  it("to a number always sees that many", () => {
    fc.assert(
      fc.property(episodes, episodes, fc.nat(12), (seen, skipped, count) => {
        const entry = entryOf({ state: "watching", seen, skipped });
        expect(countEpisodes(apply(titleOf(12), entry, countTo(count)).seen)).toBe(count);
        expect(countEpisodes(apply(titleOf(null), entry, countTo(count)).seen)).toBe(count);
      }),
    );
  });

  it("names as next what +1 marks", () => {
    fc.assert(
      fc.property(title, episodes, (of, seen) => {
        const next = nextOf(seen, of.total);
        if (next === null) expect(countEpisodes(seen)).toBeGreaterThanOrEqual(of.total ?? Infinity);
        else {
          const entry = entryOf({ state: "watching", seen });
          expect(hasEpisode(seen, next)).toBe(false);
          expect(hasEpisode(apply(of, entry, plus).seen, next)).toBe(true);
        }
      }),
    );
  });
});

describe("skipping filler", () => {
  const FILLER = [
    [3, 4],
    [8, 8],
    [12, 12],
  ] as const;

  it("passes over filler to the next episode", () => {
    expect(nextOf([], 12, FILLER)).toBe(1);
    expect(nextOf([[1, 2]], 12, FILLER)).toBe(5);
    expect(nextOf([[1, 7]], 12, FILLER)).toBe(9);
    expect(nextOf([[1, 7]], null, FILLER)).toBe(9);
    expect(nextOf([], 12, [[1, 2]])).toBe(3);
  });

  it("goes back to what was left out, but for filler", () => {
    expect(nextOf([[6, 11]], 12, FILLER)).toBe(1);
    expect(
      nextOf(
        [
          [1, 5],
          [7, 11],
        ],
        12,
        FILLER,
      ),
    ).toBe(6);
  });

  it("has nothing next when only filler is left", () => {
    expect(
      nextOf(
        [
          [1, 2],
          [5, 7],
          [9, 11],
        ],
        12,
        FILLER,
      ),
    ).toBeNull();
    expect(nextOf([[1, 11]], 12, FILLER)).toBeNull();
  });

  it("counts without filler, seen or not", () => {
    expect(countWithoutFiller(historyOf([], 12, FILLER))).toEqual({ seen: 0, total: 8 });
    expect(countWithoutFiller(historyOf([[1, 4]], 12, FILLER))).toEqual({ seen: 2, total: 8 });
    expect(countWithoutFiller(historyOf([[1, 12]], 12, FILLER))).toEqual({ seen: 8, total: 8 });
  });

  it("counts nothing without filler or a total", () => {
    expect(countWithoutFiller(historyOf([[1, 4]], 12, []))).toBeNull();
    expect(countWithoutFiller(historyOf([[1, 4]], null, FILLER))).toBeNull();
    expect(countWithoutFiller(historyOf([[1, 4]], 12, [[13, 14]]))).toBeNull();
  });

  it("names a next episode that is unseen and no filler", () => {
    fc.assert(
      fc.property(title, episodes, episodes, (of, seen, filler) => {
        const next = nextOf(seen, of.total, filler);
        if (next === null) return;
        expect(hasEpisode(seen, next) || hasEpisode(filler, next)).toBe(false);
      }),
    );
  });
});

describe("changing fields", () => {
  const set = (entry: TrackedEntry, fields: EntryFields, of = titleOf(12)) =>
    changeFields(entry, of, fields, TODAY);

  it("to completed sees all episodes, today unless a date is named", () => {
    expect(set(UNLISTED, { state: "completed" })).toMatchObject({
      seen: [[1, 12]],
      startedOn: null,
      finishedOn: TODAY,
    });
    expect(set(UNLISTED, { state: "completed", finishedOn: "2019" }).finishedOn).toBe("2019");
    expect(set(UNLISTED, { state: "completed", finishedOn: null }).finishedOn).toBeNull();
    expect(set(UNLISTED, { state: "completed" }, titleOf(null)).seen).toEqual([]);
  });

  it("to completed still refuses more episodes than the title has", () => {
    const fields = (episodesSeen: number) => ({ state: "completed", episodesSeen }) as const;
    expect(() => set(UNLISTED, fields(13))).toThrow(Invalid);
    expect(set(UNLISTED, fields(12)).seen).toEqual([[1, 12]]);
    expect(set(UNLISTED, fields(5)).seen).toEqual([[1, 12]]);
  });

  it("keeps a state that is named whatever is seen", () => {
    expect(set(UNLISTED, { state: "paused", episodesSeen: 12 })).toMatchObject({
      state: "paused",
      seen: [[1, 12]],
    });
    expect(set(UNLISTED, { episodesSeen: 12 }).state).toBe("completed");
  });

  it("drops a rewatch that is not finished, unless it is paused", () => {
    const again = set(entryOf({ state: "completed", seen: [[1, 12]] }), { state: "rewatching" });
    expect(again).toMatchObject({ seen: [], rewatches: [{ finished: false }] });
    expect(set(again, { state: "paused" }).rewatches).toHaveLength(1);
    expect(set(set(again, { state: "paused" }), { state: "rewatching" }).rewatches).toHaveLength(1);
    expect(set(again, { state: "watching" }).rewatches).toEqual([]);
    expect(set(again, { state: "completed" }).rewatches).toMatchObject([
      { finished: true, finishedOn: TODAY },
    ]);
  });

  it("refuses a finish before the start, whichever of them is new", () => {
    const started = entryOf({ startedOn: "2020-05-02" });
    expect(() => set(started, { finishedOn: "2020-05-01" })).toThrow(Invalid);
    expect(() => set(started, { finishedOn: "2019" })).toThrow(Invalid);
    expect(set(started, { finishedOn: "2020-05" }).finishedOn).toBe("2020-05");
    expect(() => set(entryOf({ finishedOn: "2020-05-02" }), { startedOn: "2020-06" })).toThrow(
      Invalid,
    );
  });

  it("lets a date that follows from others give way to a named one", () => {
    expect(set(UNLISTED, { episodesSeen: 12, finishedOn: "2020" })).toMatchObject({
      startedOn: null,
      finishedOn: "2020",
    });
  });

  it("leaves dates of elsewhere alone that contradict each other", () => {
    const odd = entryOf({ startedOn: "2021", finishedOn: "2020" });
    expect(set(odd, { score: 5 })).toEqual({ ...odd, score: 5 });
  });
});

describe("changing rewatches", () => {
  const rewatch = (fields: Partial<RewatchInput> = {}): RewatchInput => ({
    startedOn: null,
    finishedOn: null,
    score: null,
    ...fields,
  });
  const completed = entryOf({ state: "completed", seen: [[1, 12]], finishedOn: "2015-01-02" });
  const again = changeFields(completed, titleOf(12), { state: "rewatching" }, TODAY);
  const set = (
    entry: TrackedEntry,
    rewatches: EntryFields["rewatches"],
    fields: EntryFields = {},
  ) => changeFields(entry, titleOf(12), { ...fields, rewatches }, TODAY);

  it("replaces them, oldest first, and leaves the rest alone", () => {
    const next = set(completed, [
      rewatch({ startedOn: "2021", score: 70 }),
      null,
      rewatch({ finishedOn: "2018-05" }),
      rewatch(),
    ]);
    expect(next).toEqual({
      ...completed,
      rewatches: [
        { startedOn: null, finishedOn: null, score: null, finished: true },
        { startedOn: null, finishedOn: "2018-05", score: null, finished: true },
        { startedOn: "2021", finishedOn: null, score: 70, finished: true },
      ],
    });
    expect(set(next, []).rewatches).toEqual([]);
  });

  it("keeps the one under way, marked or the last", () => {
    const open = rewatch({ startedOn: "2026-03-01", open: true });
    const past = rewatch({ startedOn: "2020", open: false });
    const rewatches = [
      { startedOn: "2020", finishedOn: null, score: null, finished: true },
      { startedOn: "2026-03-01", finishedOn: null, score: null, finished: false },
    ];
    for (const given of [
      [open, past],
      [rewatch({ startedOn: "2020" }), rewatch({ startedOn: "2026-03-01" })],
    ])
      expect(set(again, given)).toMatchObject({ state: "rewatching", seen: [], rewatches });
    const paused = changeFields(again, titleOf(12), { state: "paused" }, TODAY);
    expect(set(paused, [past, open])).toMatchObject({ state: "paused", rewatches });
  });

  it("ends with the one under way, by its finish or its removal", () => {
    const ended = set(again, [rewatch({ startedOn: "2020", finishedOn: "2020", open: true })]);
    expect(ended).toMatchObject({
      state: "completed",
      seen: [[1, 12]],
      finishedOn: "2015-01-02",
      rewatches: [{ finishedOn: "2020", finished: true }],
    });
    expect(set(again, [null])).toMatchObject({
      state: "completed",
      seen: [[1, 12]],
      finishedOn: "2015-01-02",
      rewatches: [],
    });
  });

  it("agrees with a state that comes with them", () => {
    const open = rewatch({ startedOn: "2026-03-01", open: true });
    expect(set(again, [open], { state: "completed" })).toMatchObject({
      state: "completed",
      rewatches: [{ startedOn: "2026-03-01", finishedOn: TODAY, finished: true }],
    });
    expect(set(again, [open], { state: "watching" }).rewatches).toEqual([]);
    expect(
      set(completed, [rewatch({ finishedOn: "2020" })], { state: "rewatching" }),
    ).toMatchObject({
      state: "rewatching",
      rewatches: [
        { finishedOn: "2020", finished: true },
        { startedOn: TODAY, finishedOn: null, finished: false },
      ],
    });
  });

  it.each([
    ["rewatches.1.finishedOn", { startedOn: "2020-05", finishedOn: "2020-04-30" }],
    ["rewatches.1.startedOn", { startedOn: "2026-03-15" }],
    ["rewatches.1.finishedOn", { finishedOn: "2026-04" }],
  ])("names %s when it is wrong", (path, fields) => {
    const change = () => set(completed, [null, rewatch(fields)]);
    expect(change).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path })] }),
    );
  });
});

describe("writing a type", () => {
  it("keeps a state that belongs to it, else sets the type's own", () => {
    const state = fc.option(fc.constantFrom(...ENTRY_STATES));
    fc.assert(
      fc.property(state, fc.constantFrom(...COLLECTION_TYPES), (before, type) => {
        const entry = entryOf({ state: before });
        const after = changeType(entry, titleOf(12), type, TODAY);
        expect(typeOfState(after.state)).toBe(type);
        if (typeOfState(before) === type) expect(after).toEqual(entry);
        else
          expect(after.state).toBe(
            {
              Watching: "watching",
              "To Watch": "planned",
              Completed: "completed",
              Collection: null,
            }[type],
          );
      }),
    );
  });
});
