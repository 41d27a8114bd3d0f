import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { parseListing } from "~/features/listing/parse-listing.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { arbitraryCriteria, expectedListing, NO_CRITERIA } from "../support/listing-oracle";
import { testDatabase } from "../support/database/test-database";
import { dataPath, hasData } from "./data";
import { CATALOG_TEMPLATE } from "./support/setup";

const ENTITIES: Record<string, string> = {
  amp: "&",
  quot: '"',
  lt: "<",
  gt: ">",
  apos: "'",
  nbsp: "\u00a0",
};
const SEASONS = ["Winter", "Spring", "Summer", "Fall"];

/** Decodes entities, and derives year and season from the first day where they are missing. */
function readCatalog(): Anime[] {
  const lines = gunzipSync(readFileSync(dataPath("catalog.ndjson.gz")))
    .toString("utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const anime = JSON.parse(line) as Anime;
    const first = anime.aired_from === null ? null : new Date(anime.aired_from);
    return {
      ...anime,
      title: decoded(anime.title),
      studios: anime.studios.map(decoded),
      year: anime.year ?? first?.getUTCFullYear() ?? null,
      season:
        anime.season ??
        (first === null ? null : (SEASONS[Math.floor(first.getUTCMonth() / 3)] ?? null)),
    };
  });
}

function decoded(text: string): string {
  return text
    .replace(/&(#x?)?(\w+);/g, (whole, numeric: string | undefined, name: string) => {
      if (numeric === undefined) return ENTITIES[name] ?? whole;
      return String.fromCodePoint(parseInt(name, numeric === "#x" ? 16 : 10));
    })
    .trim();
}

describe.skipIf(!hasData)("the listing of the full catalog", async () => {
  const database = await testDatabase({ template: CATALOG_TEMPLATE });
  const catalog = hasData ? readCatalog() : [];

  const list = async (search: string): Promise<{ ids: number[]; total: number }> => {
    const { items, total } = await listAnime(database, parseListing(new URLSearchParams(search)));
    return { ids: items.map((anime) => anime.mal_id), total };
  };

  const compare = async (numRuns: number) => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryCriteria(catalog), async ({ wish: criteria, search }) => {
        const response = await list(search);
        expect(response).toEqual(expectedListing(catalog, criteria));
        if (response.ids.length > 0) hits += 1;
      }),
      { numRuns },
    );
    expect(hits).toBeGreaterThan(numRuns / 12);
  };

  it("matches the catalog file for any filters, sort and page", () => compare(150));
  it("matches the catalog file for many of them", { tags: "nightly" }, () => compare(600));

  it("lists the whole file without filters, in every sort and on deep pages", async () => {
    for (const order of [
      "score",
      "score_asc",
      "title",
      "title_asc",
      "popularity",
      "newest",
    ] as const) {
      for (const [mature, page] of [
        [true, 1],
        [false, 1],
        [false, 900],
        [true, 60],
      ] as const) {
        const limit = page === 60 ? 500 : 30;
        const response = await list(
          `order_by=${order}&parental_control=${!mature}&page=${page}&limit=${limit}`,
        );
        expect(response).toEqual(
          expectedListing(catalog, { ...NO_CRITERIA, mature, order, page, limit }),
        );
      }
    }
  });
});
