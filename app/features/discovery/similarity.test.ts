import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createSimilarity,
  keepOnePerFranchise,
  rankSimilar,
  distinctiveTerms,
  type TermCounts,
  type Traits,
  WEIGHTS,
} from "./similarity";

const terms: TermCounts = {
  titles: 10_000,
  counts: new Map([
    ["genre:comedy", 4_000],
    ["genre:suspense", 300],
    ["theme:time travel", 100],
    ["theme:school", 2_000],
    ["studio:white fox", 40],
    ["source:manga", 5_000],
  ]),
};

function traits(malId: number, fields: Partial<Traits> = {}): Traits {
  return {
    malId,
    title: `Title of ${malId}`,
    termKeys: [],
    year: null,
    ratingCode: null,
    popularity: null,
    ...fields,
  };
}

const similarity = (subject: Traits, other: Traits) => createSimilarity(subject, terms)(other);
const ids = (ranked: { malId: number }[]): number[] => ranked.map(({ malId }) => malId);

describe("similarity", () => {
  const steins = traits(1, {
    termKeys: ["genre:suspense", "theme:time travel", "studio:white fox", "source:visual novel"],
    year: 2011,
    ratingCode: "pg-13",
    popularity: 14,
  });

  it("weighs a rare theme more than a common genre", () => {
    const rare = similarity(steins, traits(2, { termKeys: ["theme:time travel"] }));
    const common = similarity(
      traits(3, { termKeys: ["genre:comedy", "theme:time travel"] }),
      traits(4, { termKeys: ["genre:comedy"] }),
    );
    expect(rare.similarity).toBeGreaterThan(common.similarity);
  });

  it("weighs no theme more than all else that the title is about", () => {
    const subject = traits(1, {
      termKeys: ["genre:comedy", "theme:school", "theme:never counted"],
    });
    const all = similarity(subject, traits(2, { termKeys: ["genre:comedy", "theme:school"] }));
    const one = similarity(subject, traits(3, { termKeys: ["theme:never counted"] }));
    expect(one.similarity).toBeCloseTo(all.similarity, 10);
  });

  it("weighs themes of fewer than one title in fifty alike", () => {
    const shared = (key: string) =>
      similarity(traits(1, { termKeys: [key, "theme:school"] }), traits(2, { termKeys: [key] }))
        .similarity;
    expect(shared("theme:time travel")).toBeCloseTo(shared("theme:never counted"), 10);
    expect(shared("genre:suspense")).toBeLessThan(shared("theme:time travel"));
  });

  it("lists reasons with the strongest first, adding up to the total", () => {
    const { similarity: whole, reasons } = similarity(
      steins,
      traits(2, { ...steins, malId: 2, popularity: 100 }),
    );
    expect(reasons.map(({ kind, key }) => `${kind} ${key}`.trim())).toEqual([
      "theme time travel",
      "genre suspense",
      "studio white fox",
      "era 2011",
      "rating pg-13",
      "popularity",
      "source visual novel",
    ]);
    expect(reasons.reduce((sum, { contribution }) => sum + contribution, 0)).toBeCloseTo(whole, 10);
  });

  it("decreases with what the other title has besides", () => {
    const only = similarity(steins, traits(2, { termKeys: ["theme:time travel"] }));
    const among = similarity(
      steins,
      traits(2, { termKeys: ["theme:time travel", "genre:comedy", "theme:school"] }),
    );
    expect(among.similarity).toBeLessThan(only.similarity);
  });

  it("decreases with the years apart until 15, and with the steps between ratings", () => {
    const era = (year: number | null) => similarity(steins, traits(2, { year })).similarity;
    expect(era(2011)).toBeCloseTo(WEIGHTS.era);
    expect(era(2020)).toBeLessThan(era(2012));
    expect(era(2025)).toBeGreaterThan(0);
    expect(era(2026)).toBe(0);
    expect(era(null)).toBe(0);
    const rating = (ratingCode: string | null) =>
      similarity(steins, traits(2, { ratingCode })).similarity;
    expect(rating("pg-13")).toBeCloseTo(WEIGHTS.rating);
    expect(rating("r")).toBeCloseTo(WEIGHTS.rating / 2);
    expect(rating("rx")).toBe(0);
    expect(rating(null)).toBe(0);
  });

  it("does not count an award, which says nothing about what a title is about", () => {
    const awarded = { termKeys: ["genre:award winning"] };
    expect(similarity(traits(1, awarded), traits(2, awarded))).toMatchObject({
      similarity: 0,
      reasons: [],
    });
    expect(distinctiveTerms(traits(1, awarded), terms)).toEqual([]);
  });

  it("does not match two unknown sources", () => {
    const unknown = { termKeys: ["source:unknown"] };
    expect(similarity(traits(1, unknown), traits(2, unknown))).toMatchObject({
      similarity: 0,
      reasons: [],
    });
  });

  it("stays between 0 and 1 for any titles, and is near 1 only for near-identical ones", () => {
    const keys = fc.subarray([
      "genre:comedy",
      "genre:suspense",
      "theme:time travel",
      "theme:school",
      "studio:white fox",
      "source:manga",
      "genre:never counted",
    ]);
    const any = fc.record({
      malId: fc.constant(1),
      title: fc.constant("Any"),
      termKeys: keys,
      year: fc.option(fc.integer({ min: 1917, max: 2030 })),
      ratingCode: fc.option(fc.constantFrom("g", "r+", "odd")),
      popularity: fc.option(fc.integer({ min: 0, max: 1e9 })),
    });
    fc.assert(
      fc.property(any, any, (one, other) => {
        const { similarity: value } = similarity(one, other);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1 + 1e-9);
      }),
      { numRuns: 300 },
    );
  });
});

it("has weights that add up to one", () => {
  expect(Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1);
});

it("finds candidates by genres, themes and studios, the rarest first", () => {
  const subject = traits(1, {
    termKeys: [
      "genre:comedy",
      "source:manga",
      "theme:time travel",
      "producer:x",
      "studio:white fox",
    ],
  });
  expect(distinctiveTerms(subject, terms)).toEqual([
    "studio:white fox",
    "theme:time travel",
    "genre:comedy",
  ]);
});

describe("rankSimilar", () => {
  const subject = traits(1, { termKeys: ["genre:comedy", "theme:time travel"], year: 2011 });

  it("drops titles that share only era or popularity", () => {
    expect(
      ids(
        rankSimilar(
          subject,
          [traits(2, { year: 2011, popularity: 1 }), traits(3, { termKeys: ["genre:comedy"] })],
          terms,
        ),
      ),
    ).toEqual([3]);
  });

  it("breaks ties by popularity, then id", () => {
    const same = { termKeys: ["genre:comedy"] };
    expect(
      ids(
        rankSimilar(
          subject,
          [traits(9, same), traits(4, same), traits(7, { ...same, popularity: 9_999 })],
          terms,
        ),
      ),
    ).toEqual([7, 4, 9]);
  });
});

describe("onePerFranchise", () => {
  const ranked = [2, 3, 4, 5, 6].map((malId) => ({ malId, franchise: `name ${malId}` }));
  const subject = traits(1);

  it("keeps the best of each franchise, related directly or through a common relative", () => {
    const relatives = new Map([
      [2, [3]],
      [4, [99]],
      [5, [99]],
    ]);
    expect(ids(keepOnePerFranchise(subject, ranked, relatives, 9))).toEqual([2, 4, 6]);
  });

  it("also recognises a franchise by name, the subject's included", () => {
    const named = [
      { malId: 2, franchise: "title of" },
      { malId: 3, franchise: "one" },
      { malId: 4, franchise: "one" },
      { malId: 5, franchise: "two" },
    ];
    expect(ids(keepOnePerFranchise(subject, named, new Map(), 9))).toEqual([3, 5]);
  });

  it("stops at the limit", () => {
    expect(ids(keepOnePerFranchise(subject, ranked, new Map(), 2))).toEqual([2, 3]);
    expect(keepOnePerFranchise(subject, ranked, new Map(), 0)).toEqual([]);
  });
});
