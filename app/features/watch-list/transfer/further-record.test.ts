import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import { furtherRecord, isSameRecord, type UsableEntry } from "./further-record";

const record = (fields: Partial<UsableEntry>): UsableEntry => ({
  malId: 1,
  title: "Cowboy Bebop",
  state: null,
  ...fields,
});

describe("of two records of a title", () => {
  it.each<[string, Partial<UsableEntry>, Partial<UsableEntry>]>([
    [
      "the completed one",
      { state: "completed", episodesSeen: 26, score: 90 },
      { state: "watching", episodesSeen: 5, score: 70 },
    ],
    [
      "more episodes, whatever the state",
      { state: "dropped", episodesSeen: 7 },
      { state: "watching", episodesSeen: 5 },
    ],
    [
      "more marks",
      {
        state: "watching",
        seen: [
          [1, 2],
          [4, 6],
        ],
      },
      { state: "watching", seen: [[1, 4]] },
    ],
    [
      "completed without a number, which is all episodes",
      { state: "completed", episodesSeen: null },
      { state: "completed", episodesSeen: 25 },
    ],
    [
      "the rewatch, of which less is seen",
      { state: "rewatching", episodesSeen: 5 },
      { state: "completed", episodesSeen: 26 },
    ],
    [
      "the rewatch, also where it is paused",
      { state: "paused", episodesSeen: 5, hasOpenRewatch: true },
      { state: "paused", episodesSeen: 5 },
    ],
    [
      "more rewatches",
      { state: "completed", episodesSeen: 26, timesRewatched: 2 },
      { state: "rewatching", episodesSeen: 5, timesRewatched: 1 },
    ],
    [
      "the later change of what is equally far",
      { state: "watching", episodesSeen: 5, updatedAt: new Date("2024-01-02") },
      { state: "dropped", episodesSeen: 5, updatedAt: new Date("2024-01-01") },
    ],
    ["the state that comes later", { state: "watching" }, { state: "planned" }],
    ["the one that says more", { state: "planned", score: 10 }, { state: "planned", score: null }],
  ])("%s is further", (_, further, other) => {
    const [one, two] = [record(further), record(other)];
    expect(furtherRecord(one, two)).toBe(one);
    expect(furtherRecord(two, one)).toBe(one);
  });

  it("their order never decides", () => {
    const any = fc
      .record(
        {
          episodesSeen: fc.option(fc.integer({ min: 1, max: 3 })),
          score: fc.option(fc.integer({ min: 1, max: 3 })),
          timesRewatched: fc.option(fc.integer({ min: 1, max: 2 })),
          hasOpenRewatch: fc.constant(true),
          notes: fc.option(fc.constantFrom("a", "b")),
        },
        { requiredKeys: [] },
      )
      .chain((fields) =>
        fc.option(fc.constantFrom(...ENTRY_STATES)).map((state) => record({ ...fields, state })),
      );
    fc.assert(
      fc.property(any, any, any, (one, two, three) => {
        const furthest = [one, two, three].reduce(furtherRecord);
        for (const order of [
          [one, three, two],
          [two, one, three],
          [two, three, one],
          [three, one, two],
          [three, two, one],
        ])
          expect(isSameRecord(order.reduce(furtherRecord), furthest)).toBe(true);
      }),
    );
  });
});
