import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ENTRIES } from "./imported-entry";
import { parseKitsu } from "./kitsu-json";

interface Attributes {
  status?: string | null;
  progress?: number;
  reconsuming?: boolean;
  reconsumeCount?: number;
  notes?: string | null;
  private?: boolean;
  ratingTwenty?: number | null;
  rating?: string | null;
  startedAt?: string | null;
  finishedAt?: string | null;
  createdAt?: string;
  updatedAt?: string;
}

const ref = (type: string, id: number) => ({ data: { type, id: String(id) } });
const entry = (id: number, attributes: Attributes, media = ref("anime", id)) => ({
  id: String(1000 + id),
  type: "libraryEntries",
  links: { self: "https://kitsu.io/api/edge/library-entries/1" },
  attributes,
  relationships: { user: { links: {} }, anime: media },
});
const anime = (id: number, title = `T${id}`) => ({
  id: String(id),
  type: "anime",
  attributes: { canonicalTitle: title, titles: { en_jp: title }, status: "finished" },
  relationships: {
    mappings: {
      data: [
        { type: "mappings", id: `x${id}` },
        { type: "mappings", id: `m${id}` },
      ],
    },
  },
});
const mappings = (id: number, malId: number) => [
  {
    id: `x${id}`,
    type: "mappings",
    attributes: { externalSite: "anilist/anime", externalId: "999" },
    relationships: { item: ref("anime", id) },
  },
  {
    id: `m${id}`,
    type: "mappings",
    attributes: { externalSite: "myanimelist/anime", externalId: String(malId) },
    relationships: { item: ref("anime", id) },
  },
];
const library = (attributes: Attributes, malId = 21) => ({
  data: [entry(7, attributes)],
  included: [anime(7, "One Piece"), ...mappings(7, malId)],
  meta: { count: 1 },
});
const one = (attributes: Attributes) => parseKitsu(library(attributes))?.[0];

describe("a library from Kitsu", () => {
  it.each([
    ["in the order of their ids", [3, 21, 40]],
    ["in another order", [40, 3, 21]],
  ])("names the lowest of several ids of MyAnimeList, and the others: %s", (_, ids) => {
    const own = ids.map((malId, index) => ({
      id: `n${index}`,
      type: "mappings",
      attributes: { externalSite: "myanimelist/anime", externalId: String(malId) },
      relationships: { item: ref("anime", 7) },
    }));
    const read = parseKitsu({ data: [entry(7, { status: "current" })], included: own });
    expect(read).toMatchObject([{ malId: 3, otherMalIds: [21, 40] }]);
  });

  it("is parsed with its fields, and names the title by MyAnimeList's id", () => {
    expect(
      parseKitsu(
        library({
          status: "on_hold",
          progress: 12,
          reconsuming: false,
          reconsumeCount: 2,
          notes: " hm ",
          private: true,
          ratingTwenty: 17,
          startedAt: "2020-01-02T23:00:00.000Z",
          finishedAt: null,
          createdAt: "2020-01-01T00:00:00.000Z",
          updatedAt: "2021-02-03T04:05:06.000Z",
        }),
      ),
    ).toEqual([
      {
        malId: 21,
        title: "One Piece",
        state: "paused",
        episodesSeen: 12,
        score: 85,
        startedOn: "2020-01-02",
        finishedOn: null,
        timesRewatched: 2,
        notes: "hm",
        private: true,
        addedAt: new Date("2020-01-01T00:00:00Z"),
        updatedAt: new Date("2021-02-03T04:05:06Z"),
      },
    ]);
  });

  it.each([
    ["current", false, "watching"],
    ["current", true, "rewatching"],
    ["completed", true, "rewatching"],
    ["planned", false, "planned"],
    ["completed", false, "completed"],
    ["on_hold", false, "paused"],
    ["dropped", true, "dropped"],
    ["constructor", false, undefined],
    [null, false, undefined],
  ])("maps %s (again: %s) to %s", (status, reconsuming, state) => {
    expect(one({ status, reconsuming })?.state).toBe(state);
  });

  it.each(["on_hold", "dropped"])("leaves a rewatch open that is %s", (status) => {
    expect(one({ status, reconsuming: true })?.hasOpenRewatch).toBe(true);
    expect(one({ status, reconsuming: false })?.hasOpenRewatch).toBeUndefined();
  });

  it.each([
    [{ ratingTwenty: 2 }, 10],
    [{ ratingTwenty: 20 }, 100],
    [{ ratingTwenty: null }, null],
    [{ rating: "4.5" }, 90],
    [{ rating: "0.5" }, 10],
    [{ rating: "good" }, undefined],
    [{}, null],
  ])("maps the rating %j to %j", (rating, score) => {
    expect(one({ status: "completed", ...rating })?.score).toBe(score);
  });

  it("may be several pages, and mappings may name their title only", () => {
    const { mappings: _, ...relationships } = anime(8).relationships;
    const page = {
      data: [entry(8, { status: "planned" })],
      included: [...mappings(8, 22), { ...anime(8), relationships }],
    };
    expect(parseKitsu([library({ status: "current" }), page])).toMatchObject([
      { malId: 21, title: "One Piece" },
      { malId: 22, title: "T8" },
    ]);
  });

  it("keeps an entry without a mapping, to be reported, and leaves manga out", () => {
    expect(
      parseKitsu({
        data: [entry(1, { status: "planned" }), entry(2, {}, ref("manga", 2))],
        included: [anime(1)],
      }),
    ).toMatchObject([{ malId: null, title: "T1", state: "planned" }]);
  });

  it("is rejected as anything else", () => {
    for (const value of [
      null,
      [],
      {},
      { data: [] },
      { data: [{ mal_id: 1 }] },
      { data: { entries: [] } },
      [{ mal_id: 1, type: "Watching" }],
      { data: [{ type: "users", id: "1" }] },
    ])
      expect(parseKitsu(value)).toBeNull();
  });

  it("is read up to the first entry over the limit", () => {
    const many = (count: number) =>
      parseKitsu({ data: Array.from({ length: count }, () => entry(1, {})) });
    expect(many(MAX_ENTRIES)).toHaveLength(MAX_ENTRIES);
    expect(many(MAX_ENTRIES + 10)).toHaveLength(MAX_ENTRIES + 1);
  });

  it("keeps all that its format can say", () => {
    const day = fc
      .date({ min: new Date("1960-01-01"), max: new Date("2024-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString());
    fc.assert(
      fc.property(
        fc.record({
          status: fc.constantFrom("current", "planned", "completed", "on_hold", "dropped"),
          progress: fc.integer({ min: 1, max: 5_000 }),
          reconsumeCount: fc.integer({ min: 1, max: 50 }),
          ratingTwenty: fc.integer({ min: 2, max: 20 }),
          startedAt: day,
          finishedAt: day,
          private: fc.boolean(),
        }),
        fc.integer({ min: 1, max: 70_000 }),
        (attributes, malId) => {
          expect(parseKitsu(library(attributes, malId))?.[0]).toMatchObject({
            malId,
            episodesSeen: attributes.progress,
            timesRewatched: attributes.reconsumeCount,
            score: attributes.ratingTwenty * 5,
            startedOn: attributes.startedAt.slice(0, 10),
            finishedOn: attributes.finishedAt.slice(0, 10),
            private: attributes.private,
          });
        },
      ),
    );
  });

  it("never crashes the parser", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (attributes, relationships) => {
        const value = {
          data: [{ type: "libraryEntries", id: "1", attributes, relationships }],
          included: [{ type: "mappings", id: "1", attributes, relationships }],
        };
        expect(Array.isArray(parseKitsu(value))).toBe(true);
      }),
    );
  });
});
