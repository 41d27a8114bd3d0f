import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { moodsOf } from "./mood";
import { rankSuggestions, type RankOptions } from "./rank-suggestions";
import type { Signal } from "./taste";
import { compareTo, createTasteCatalogBuilder, type TasteTitle } from "./taste-catalog";

function title(malId: number, fields: Partial<TasteTitle> = {}): TasteTitle {
  return {
    malId,
    termKeys: [],
    popularity: malId,
    score: 7,
    mature: false,
    ratingCode: "g",
    hasAired: true,
    franchise: null,
    isMinor: false,
    prequels: [],
    moods: 0,
    ...fields,
  };
}

function build(titles: readonly TasteTitle[]) {
  const builder = createTasteCatalogBuilder();
  titles.forEach((one) => builder.add(one));
  return builder.finish();
}

function signal(malId: number, fields: Partial<Signal> = {}): Signal {
  return { malId, state: "completed", score: null, ageDays: 0, origin: "list", ...fields };
}

function rank(
  titles: readonly TasteTitle[],
  signals: readonly Signal[],
  options: Partial<RankOptions> = {},
) {
  return rankSuggestions(build(titles), {
    signals,
    namedTerms: [],
    ownTitles: new Set(signals.map(({ malId }) => malId)),
    completed: new Set(
      signals.filter(({ state }) => state === "completed").map(({ malId }) => malId),
    ),
    refused: new Set(),
    likedByOthers: new Map(),
    parentalControl: true,
    limit: 20,
    ...options,
  });
}

const ids = async (suggestions: ReturnType<typeof rank>) =>
  (await suggestions).map(({ malId }) => malId);

/** Other titles, so many that terms are neither rare nor everywhere. */
const OTHERS = Array.from({ length: 60 }, (_, index) =>
  title(1_000 + index, { termKeys: [`genre:other ${index % 6}`], popularity: 500 + index }),
);
const MYSTERY = ["genre:mystery", "theme:detective"];
const HAREM = ["genre:comedy", "theme:harem"];

describe("rankSuggestions", () => {
  it("prefers what is like titles that were rated high to what is like dropped ones", async () => {
    const titles = [
      title(1, { termKeys: MYSTERY }),
      title(2, { termKeys: HAREM }),
      title(3, { termKeys: MYSTERY, popularity: 400 }),
      title(4, { termKeys: HAREM, popularity: 300 }),
      ...OTHERS,
    ];
    const found = await ids(
      rank(titles, [signal(1, { score: 90 }), signal(2, { state: "dropped" })]),
    );
    expect(found[0]).toBe(3);
    expect(found.slice(0, 5)).not.toContain(4);
  });

  it("counts staff that titles share", async () => {
    const titles = [
      title(1, { termKeys: [...MYSTERY, "staff:7", "staff:8"] }),
      title(2, { termKeys: [...MYSTERY, "staff:7"], popularity: 400 }),
      title(3, { termKeys: MYSTERY, popularity: 399 }),
      ...OTHERS,
    ];
    const found = await rank(titles, [signal(1, { score: 90 })]);
    expect(found.slice(0, 2).map(({ malId }) => malId)).toEqual([2, 3]);
    expect(found[0]?.reasons[0]).toEqual({ kind: "like", malId: 1 });
  });

  it("finds titles no less alike for staff that only one of them has", () => {
    const alike = (staff: readonly string[]) => {
      const one = title(1, { termKeys: [...MYSTERY, ...staff] });
      return compareTo(build([one, title(2, { termKeys: ["genre:mystery"] }), ...OTHERS]), 0)(1);
    };
    expect(alike([])).toBeGreaterThan(0);
    expect(alike(["staff:7", "staff:8"])).toBe(alike([]));
  });

  it("names liked titles, and neither a dropped one nor an award", async () => {
    const titles = [
      title(1, { termKeys: [...MYSTERY, "genre:drama"] }),
      title(2, { termKeys: ["genre:drama", "theme:harem"] }),
      title(3, { termKeys: [...MYSTERY, "genre:drama"] }),
      ...OTHERS,
    ];
    const [first] = await rank(titles, [signal(1, { score: 90 }), signal(2, { state: "dropped" })]);
    expect(first?.malId).toBe(3);
    expect(first?.reasons).toEqual([{ kind: "like", malId: 1 }]);
    const awarded = [
      title(1, { termKeys: ["genre:award winning", "genre:drama"] }),
      title(3, { termKeys: ["genre:award winning", "genre:comedy"] }),
      ...OTHERS,
    ];
    const found = await rank(awarded, [signal(1, { score: 90 })], {
      namedTerms: ["genre:award winning"],
    });
    expect(found.find(({ malId }) => malId === 3)?.reasons).toEqual([]);
  });

  it("suggests by favourite genres and studios alone", async () => {
    const titles = [
      title(1, { termKeys: ["genre:mystery"], popularity: 300 }),
      title(2, { termKeys: ["studio:bones"], popularity: 301 }),
      ...OTHERS,
    ];
    const found = await rank(titles, [], { namedTerms: ["genre:mystery", "studio:bones"] });
    expect(
      found
        .slice(0, 2)
        .map(({ malId }) => malId)
        .sort(),
    ).toEqual([1, 2]);
    expect(found.find(({ malId }) => malId === 2)?.reasons).toEqual([
      { kind: "taste", term: "studio:bones" },
    ]);
  });

  it("suggests nothing to a user of whom nothing is known", async () => {
    expect(await rank(OTHERS, [])).toEqual([]);
  });

  it("suggests a sequel after its prequel only, and says so", async () => {
    const titles = [
      title(1, { termKeys: MYSTERY, franchise: 1 }),
      title(2, { termKeys: MYSTERY, franchise: 1, prequels: [1] }),
      title(3, { termKeys: MYSTERY, franchise: 1, prequels: [2] }),
      ...OTHERS,
    ];
    expect(await ids(rank(titles, [signal(1, { state: "watching" })]))).not.toContain(2);
    const [sequel] = await rank(titles, [signal(1, { score: 90 })]);
    expect(sequel).toMatchObject({ malId: 2 });
    expect(sequel?.reasons[0]).toEqual({ kind: "sequel", malId: 1 });
    expect(await ids(rank(titles, [signal(1, { score: 90 })]))).not.toContain(3);
  });

  it("suggests no sequel whose prequel the catalog does not have", async () => {
    const titles = [
      title(1, { termKeys: MYSTERY }),
      title(2, { termKeys: MYSTERY, prequels: [99] }),
    ];
    expect(await ids(rank(titles, [signal(1)]))).toEqual([]);
  });

  it("leaves out the whole franchise of a refused title", async () => {
    const titles = [
      title(1, { termKeys: MYSTERY }),
      title(2, { termKeys: MYSTERY, franchise: 7 }),
      title(3, { termKeys: MYSTERY, franchise: 7 }),
      ...OTHERS,
    ];
    expect(await ids(rank(titles, [signal(1)], { refused: new Set([2]) }))).not.toContain(3);
  });

  it("raises what users with like taste liked", async () => {
    const plain = await ids(rank(OTHERS, [signal(1_000)]));
    const last = plain.at(-1) ?? 0;
    const raised = await rank(OTHERS, [signal(1_000)], { likedByOthers: new Map([[last, 1]]) });
    expect(raised[0]?.malId).toBe(last);
    expect(raised[0]?.reasons).toContainEqual({ kind: "others" });
  });

  it("alternates between kinds of equal worth", async () => {
    const titles = [
      title(1, { termKeys: MYSTERY }),
      title(2, { termKeys: HAREM }),
      ...[10, 11, 12].map((id) => title(id, { termKeys: MYSTERY, popularity: 50 })),
      ...[20, 21, 22].map((id) => title(id, { termKeys: HAREM, popularity: 50 })),
    ];
    const found = await ids(rank(titles, [signal(1), signal(2)], { limit: 6 }));
    expect(new Set(found.slice(0, 2).map((id) => Math.floor(id / 10)))).toEqual(new Set([1, 2]));
    expect(found).toHaveLength(6);
  });

  it("adds titles of moods that the best do not suit", async () => {
    const film = moodsOf({ episodes: 1, minutes: 100, year: 1_990, status: null, termKeys: [] });
    const titles = [
      ...Array.from({ length: 30 }, (_, index) => title(index + 1, { termKeys: MYSTERY })),
      title(900, { termKeys: ["genre:other 1"], popularity: 900, moods: film }),
    ];
    const found = await ids(rank(titles, [signal(1)], { limit: 10 }));
    expect(found).toHaveLength(11);
    expect(found.at(-1)).toBe(900);
  });

  it("obeys its rules for any catalog and list", async () => {
    const keys = ["genre:a", "genre:b", "theme:c", "studio:d"];
    const anyTitle = fc.record({
      termKeys: fc.subarray(keys),
      popularity: fc.option(fc.integer({ min: 1, max: 50 })),
      score: fc.option(fc.double({ min: 0, max: 10, noNaN: true })),
      mature: fc.boolean(),
      hasAired: fc.boolean(),
      isMinor: fc.boolean(),
      franchise: fc.option(fc.integer({ min: 1, max: 5 })),
      prequels: fc.uniqueArray(fc.integer({ min: 1, max: 42 }), { maxLength: 2 }),
      moods: fc.nat(0xffff),
    });
    const anySignal = fc.record({
      malId: fc.integer({ min: 1, max: 42 }),
      state: fc.constantFrom(
        "watching" as const,
        "planned" as const,
        "completed" as const,
        "dropped" as const,
        null,
      ),
      score: fc.option(fc.integer({ min: 0, max: 100 })),
      ageDays: fc.integer({ min: 0, max: 5_000 }),
      origin: fc.constantFrom("list" as const, "favorite" as const, "less-like-this" as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyTitle, { minLength: 1, maxLength: 40 }),
        fc.uniqueArray(anySignal, { selector: ({ malId }) => malId, maxLength: 12 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
        async (facts, signals, refusedIds) => {
          const titles = facts.map((fields, index) => title(index + 1, fields));
          const refused = new Set(refusedIds);
          const completed = new Set(
            signals.filter(({ state }) => state === "completed").map(({ malId }) => malId),
          );
          const found = await rank(titles, signals, { refused });
          const byId = new Map(titles.map((one) => [one.malId, one]));
          const suggested = found.map(({ malId }) => byId.get(malId));
          expect(new Set(found.map(({ malId }) => malId)).size).toBe(found.length);
          const franchises = suggested.flatMap((one) => one?.franchise ?? []);
          expect(new Set(franchises).size).toBe(franchises.length);
          for (const one of suggested) {
            expect(one).toMatchObject({ mature: false, hasAired: true, isMinor: false });
            expect(signals.some(({ malId }) => malId === one?.malId)).toBe(false);
            expect(refused.has(one?.malId ?? 0)).toBe(false);
            expect(one?.prequels.every((id) => completed.has(id))).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
