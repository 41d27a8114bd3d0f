import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import { addEpisode, type EpisodeSet } from "~/features/catalog/episodes/episode-set";
import { parseHistory, toHistoryRecord, type TransferredEvent } from "./history-format";

const micros = fc
  .tuple(
    fc.date({ min: new Date("2001-01-01"), max: new Date("2024-01-01"), noInvalidDate: true }),
    fc.integer({ min: 0, max: 999_999 }),
  )
  .map(
    ([date, fraction]) =>
      `${date.toISOString().slice(0, 19)}.${String(fraction).padStart(6, "0")}Z`,
  );
const episodes = fc
  .array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 6 })
  .map((numbers) => numbers.reduce<EpisodeSet>(addEpisode, []))
  .map((set) => set.map(([first, last]): [number, number] => [first, last]));
const day = fc.option(fc.constantFrom("2020", "2020-05", "2020-05-17"));
const score = fc.option(fc.integer({ min: 0, max: 100 }));
const plain = {
  state: fc.option(fc.constantFrom(...ENTRY_STATES)),
  seen: episodes,
  skipped: episodes,
  score,
  startedOn: day,
  finishedOn: day,
  rewatches: fc.array(
    fc.record({ startedOn: day, finishedOn: day, score, finished: fc.boolean() }),
    { maxLength: 3 },
  ),
  notes: fc.option(fc.constantFrom("hm", "a, b", "=1+1")),
  tags: fc.uniqueArray(fc.constantFrom("a", "b, c", "d")),
  priority: fc.integer({ min: 0, max: 2 }),
  private: fc.boolean(),
};
const event: fc.Arbitrary<TransferredEvent> = fc
  .record({
    malId: fc.integer({ min: 1, max: 70_000 }),
    at: micros,
    through: fc.constantFrom("site", "api", "import", "player" as const),
    batch: fc.option(fc.integer({ min: 1, max: 9 })),
    before: fc.record({ ...plain, updatedAt: micros }, { requiredKeys: ["updatedAt"] }),
    after: fc.record(plain, { requiredKeys: [] }),
    watched: fc.integer({ min: -20, max: 20 }),
    undoneAt: fc.option(micros),
  })
  .chain((one) =>
    fc.constantFrom(-1, 0, 1).map((zone): TransferredEvent => ({
      ...one,
      day: new Date(Date.parse(one.at) + zone * 86_400_000).toISOString().slice(0, 10),
      after: { ...one.after, updatedAt: one.at },
    })),
  );

describe("the history in our JSON", () => {
  it("round-trips without loss", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 5 }), (events) => {
        const file: unknown = JSON.parse(
          JSON.stringify({ success: true, data: { history: events.map(toHistoryRecord) } }),
        );
        expect(parseHistory(file)).toEqual({ events, unread: [] });
      }),
    );
  });

  it("keeps the stamps of a title that was added or removed", () => {
    const at = "2020-01-02T03:04:05.000001Z";
    const added: TransferredEvent = {
      malId: 1,
      at,
      day: "2020-01-02",
      through: "import",
      batch: 1,
      before: { listed: false, addedAt: null, updatedAt: null },
      after: { listed: true, state: null, addedAt: "2010-01-01T00:00:00.000000Z", updatedAt: at },
      watched: 0,
      undoneAt: null,
    };
    const record = toHistoryRecord(added);
    expect(parseHistory({ history: [record] })).toEqual({ events: [added], unread: [] });
    expect(parseHistory({ history: [record, record] }).events).toEqual([added]);
  });

  it("needs few values for the most frequent change", () => {
    const at = "2020-01-02T03:04:05.000001Z";
    const record = toHistoryRecord({
      malId: 1,
      at,
      day: "2020-01-02",
      through: "site",
      batch: null,
      before: { seen: [[1, 4]], addedAt: at, updatedAt: "2019-01-02T03:04:05.000001Z" },
      after: { seen: [[1, 5]], addedAt: at, updatedAt: at },
      watched: 1,
      undoneAt: null,
    });
    expect(record).toEqual({
      mal_id: 1,
      at,
      through: "site",
      watched: 1,
      before: { episodes: "1-4", updated_at: "2019-01-02T03:04:05.000001Z" },
      after: { episodes: "1-5" },
    });
  });

  it.each([
    ["no title", { mal_id: 0 }, { malId: null, field: "history.mal_id", value: "0" }],
    ["no time", { at: "yesterday" }, { malId: 1, field: "history.at", value: "yesterday" }],
    [
      "a day that does not exist",
      { at: "2020-02-30T00:00:00Z" },
      { malId: 1, field: "history.at", value: "2020-02-30T00:00:00Z" },
    ],
    [
      "a time to come",
      { at: "2999-01-01T00:00:00Z" },
      { malId: 1, field: "history.at", value: "2999-01-01T00:00:00Z" },
    ],
    [
      "fields that are no object",
      { before: [] },
      { malId: 1, field: "history.before", value: "[]" },
    ],
  ])("leaves out a change with %s, and names it", (_, wrong, unread) => {
    const right = { mal_id: 1, at: "2020-01-01T00:00:00Z", before: {}, after: { score: 5 } };
    expect(parseHistory({ history: [right] })).toMatchObject({ events: [{}], unread: [] });
    expect(parseHistory({ history: [{ ...right, ...wrong }] })).toEqual({
      events: [],
      unread: [unread],
    });
  });

  it.each([
    ["state", "nonsense", "paused"],
    ["score", 101, 50],
    ["started_on", "2020-13", "2020"],
    ["episodes", "5-1", "1-5"],
    ["episodes", "0-999999", "1-5"],
    ["skipped_episodes", "x", "1"],
    ["priority", 7, 1],
    ["tags", 5, ["a"]],
    ["private", "maybe", true],
    ["listed", "maybe", true],
    ["rewatches", [{ score: "x" }], []],
    ["added_at", "x", null],
  ])("leaves out %s of a change with %j on one side, and names it", (name, wrong, right) => {
    const read = (before: object, after: object) =>
      parseHistory({
        history: [
          { mal_id: 1, at: "2020-01-01T00:00:00Z", before, after: { notes: "n", ...after } },
        ],
      });
    const rest = [{ before: {}, after: { notes: "n", updatedAt: "2020-01-01T00:00:00Z" } }];
    const unread = [
      {
        malId: 1,
        field: `history.${name}`,
        value: typeof wrong === "string" ? wrong : JSON.stringify(wrong),
      },
    ];
    for (const sides of [
      read({ [name]: right }, { [name]: wrong }),
      read({ [name]: wrong }, { [name]: right }),
    ]) {
      expect(sides.unread).toEqual(unread);
      expect(sides.events.map(({ before, after }) => ({ before, after }))).toEqual(rest);
    }
  });

  it.each([
    ["day", "soon", { day: "2020-01-01" }],
    ["through", "magic", { through: "api" }],
    ["batch", "x", { batch: null }],
    ["watched", "many", { watched: 0 }],
    ["undone_at", "never", { undoneAt: null }],
  ])("names a %s of a change that cannot be read", (name, value, read) => {
    const change = { mal_id: 1, at: "2020-01-01T00:00:00Z", before: {}, after: { score: 5 } };
    expect(parseHistory({ history: [{ ...change, [name]: value }] })).toMatchObject({
      events: [read],
      unread: [{ malId: 1, field: `history.${name}`, value }],
    });
  });

  it("never crashes the parser", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        const at = "2020-01-01T00:00:00Z";
        expect(
          Array.isArray(
            parseHistory({ history: [before, { mal_id: 1, at, before, after }] }).events,
          ),
        ).toBe(true);
      }),
    );
  });
});
