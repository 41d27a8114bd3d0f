import { describe, expect, it } from "vitest";
import { BitmapBuilder, type Bitmap, type BitmapEntry } from "./build-bitmaps.server";

const entry = (fields: Partial<BitmapEntry> = {}): BitmapEntry => ({
  ...{
    mal_id: 1,
    popularity: null,
    mature: false,
    has_banner: false,
    type: "TV",
    status: null,
    season: null,
    rating_code: null,
    broadcast_day: null,
  },
  ...{ year: null, episodes: null, score: null, genres: [], term_keys: [] },
  ...fields,
});

function rowsOf(...entries: BitmapEntry[]): Bitmap[] {
  const builder = new BitmapBuilder();
  for (const one of entries) builder.add(one);
  return [...builder.rows()];
}

const bitsOf = (rows: readonly Bitmap[], key: string, value = 0) =>
  rows.find((row) => row.key === key && row.value === value)?.bits;

describe("BitmapBuilder", () => {
  it("has a bit per title in order of arrival, padded to whole bytes", () => {
    const rows = rowsOf(
      entry(),
      entry({ mature: true, type: "Movie" }),
      entry({ has_banner: true }),
    );
    expect([
      bitsOf(rows, "all"),
      bitsOf(rows, "safe"),
      bitsOf(rows, "banner"),
      bitsOf(rows, "type:Movie"),
      bitsOf(rows, "none"),
    ]).toEqual(["e0", "a0", "20", "40", "00"]);
    expect(bitsOf(rowsOf(...Array.from({ length: 9 }, () => entry())), "all")).toBe("ff80");
  });

  it("accumulates years and episodes from zero titles on", () => {
    const rows = rowsOf(
      entry({ year: 2001 }),
      entry({ year: 1999 }),
      entry({ year: null }),
      entry({ year: 2001 }),
    );
    expect([
      bitsOf(rows, "year", -Infinity),
      bitsOf(rows, "year", 1999),
      bitsOf(rows, "year", 2001),
    ]).toEqual(["00", "40", "d0"]);
  });

  it("counts the titles before the end of each score", () => {
    const rows = rowsOf(entry({ score: 9 }), entry({ score: 8 }), entry({ score: 8 }), entry());
    expect(
      rows.filter(({ key }) => key === "score").map(({ value, titles }) => [value, titles]),
    ).toEqual([
      [Infinity, 0],
      [9, 1],
      [8, 3],
    ]);
  });

  it("records the most popular titles of a name, and as many visible under parental control", () => {
    const titles = Array.from({ length: 500 }, (_, index) =>
      entry({
        mal_id: index,
        popularity: index === 499 ? null : 500 - index,
        mature: index > 200,
        term_keys: ["theme:mecha", "producer:p"],
      }),
    );
    const rows = rowsOf(...titles);
    const best = rows.find(({ key }) => key === "theme:mecha")?.best_known ?? [];
    expect(best.slice(0, 3)).toEqual([498, 497, 496]);
    expect(best.slice(200, 203)).toEqual([200, 199, 198]);
    expect(best).toHaveLength(400);
    expect(rows.find(({ key }) => key === "producer:p")?.best_known).toBeNull();
  });

  it("records the spelling of a genre, and has bits for every genre but for no rare names", () => {
    const rows = rowsOf(
      entry({ genres: ["Sci-Fi"], term_keys: ["genre:sci fi", "studio:few", "licensor:left out"] }),
    );
    expect(rows.find(({ key }) => key === "genre:sci fi")).toMatchObject({
      name: "Sci-Fi",
      bits: "80",
      titles: 1,
    });
    expect(rows.find(({ key }) => key === "studio:few")).toMatchObject({ bits: null, titles: 1 });
    expect(rows.some(({ key }) => key.startsWith("licensor:"))).toBe(false);
    expect(
      bitsOf(
        rowsOf(...Array.from({ length: 31 }, () => entry({ term_keys: ["studio:many"] }))),
        "studio:many",
      ),
    ).toBeNull();
    expect(
      bitsOf(
        rowsOf(...Array.from({ length: 32 }, () => entry({ term_keys: ["studio:many"] }))),
        "studio:many",
      ),
    ).toBe("ffffffff");
  });
});
