import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import { uniteSets, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import { UNLISTED, type TrackedEntry } from "~/features/watch-list/tracking/tracked-entry";
import { changeSeen } from "~/features/watch-list/tracking/tracking-rules";
import type { ImportedEntry } from "./imported-entry";
import { mergeEntry } from "./merge-entry";

const state = fc.option(fc.constantFrom(...ENTRY_STATES));
const date = fc.option(fc.constantFrom("2019", "2019-05", "2019-05-17"));
const score = fc.option(fc.integer({ min: 1, max: 100 }));
const spans = fc
  .array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 })
  .map((numbers): EpisodeSet =>
    numbers.reduce<EpisodeSet>((set, number) => uniteSets(set, [[number, number]]), []),
  );
const rewatch = fc.record({
  startedOn: date,
  finishedOn: date,
  score,
  finished: fc.boolean(),
});

/** What marks and counts on this site lead to. */
const stored = fc
  .record({
    marks: fc.array(fc.record({ episode: fc.integer({ min: 1, max: 12 }), seen: fc.boolean() }), {
      maxLength: 6,
    }),
    listed: fc.boolean(),
    state,
    rewatches: fc.array(rewatch, { maxLength: 2 }),
  })
  .map(({ marks, listed, state: ownState, rewatches }): TrackedEntry => {
    let entry = UNLISTED;
    for (const { episode, seen } of marks)
      entry = changeSeen(
        entry,
        { total: 12, aired: true },
        { kind: "mark", episode, seen },
        { today: "2026-01-01", field: "episode" },
      );
    const { seen, skipped } = entry;
    const finished = rewatches.map((one) => ({ ...one, finished: true }));
    return listed
      ? { ...UNLISTED, listed, state: ownState, seen, skipped, rewatches: finished }
      : { ...UNLISTED, seen, skipped };
  });

const imported = fc
  .record(
    {
      episodesSeen: fc.option(fc.integer({ min: 1, max: 30 })),
      seen: spans,
      skipped: spans,
      score,
      startedOn: date,
      finishedOn: date,
      timesRewatched: fc.option(fc.integer({ min: 1, max: 3 })),
      rewatches: fc.array(rewatch, { maxLength: 3 }),
      notes: fc.option(fc.constant("hm")),
      tags: fc.array(fc.constantFrom("a", "b"), { maxLength: 1 }),
    },
    { requiredKeys: [] },
  )
  .chain((fields) =>
    state.map((theirState) => ({
      malId: 1,
      title: null,
      ...fields,
      state: theirState,
    })),
  );

describe("merging an imported entry", () => {
  it("that replaces changes nothing the second time, whatever the format says", () => {
    fc.assert(
      fc.property(
        stored,
        imported,
        fc.constantFrom(12, 24, null),
        (ours, theirs: ImportedEntry & { state: TrackedEntry["state"] }, total) => {
          const title = { total, aired: true };
          const once = mergeEntry(ours, title, theirs, "replace");
          expect(mergeEntry(once, title, theirs, "replace")).toEqual(once);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("keeps a rewatch where the file cannot be read to say whether there is one", () => {
    const open = { startedOn: "2024", finishedOn: null, score: null, finished: false };
    const ours = {
      ...UNLISTED,
      ...{ listed: true, state: "rewatching" as const, seen: [[1, 5]] as const, rewatches: [open] },
    };
    const merged = (state: "completed" | "dropped", isRewatchUnread: boolean) =>
      mergeEntry(
        ours,
        { total: 26, aired: true },
        { malId: 1, title: null, state, episodesSeen: 26, isRewatchUnread },
        "replace",
      );
    expect(merged("completed", true)).toEqual(ours);
    expect(merged("completed", false)).toMatchObject({ state: "completed", seen: [[1, 26]] });
    expect(merged("dropped", true)).toMatchObject({ state: "dropped" });
  });

  it.each([
    ["keep", [[1, 3] as const, [5, 5] as const]],
    ["newest", [[1, 3] as const, [5, 5] as const]],
    ["replace", [[1, 2] as const, [5, 5] as const]],
  ] as const)("with %s has the marks of a title that was not on the list", (policy, seen) => {
    const ours = { ...UNLISTED, seen: [[5, 5]] as const };
    const theirs = { malId: 1, title: null, state: "watching", episodesSeen: 3 } as const;
    expect(mergeEntry(ours, { total: 12, aired: true }, theirs, policy)).toMatchObject({ seen });
  });
});
