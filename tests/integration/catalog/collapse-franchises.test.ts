import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import { addAnimes, addRelation, buildAnime, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { arbitraryCriteria, expectedListing, NO_CRITERIA } from "../../support/listing-oracle";

const database = await testDatabase();
const { db } = database;

const TITLES = 900;
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
/** Ids 1 to 600 are franchises of five. */
const franchiseOf = (id: number): number => (id <= 600 ? Math.floor((id - 1) / 5) : id + 10_000);

let catalog: Anime[] = [];

beforeAll(async () => {
  catalog = await addAnimes(
    db,
    ...Array.from({ length: TITLES }, (_, index) =>
      buildAnime({
        mal_id: index + 1,
        title: `Lantern ${index % 30}`,
        type: at(["TV", "Movie", "OVA", null], index),
        score: index % 11 === 0 ? null : ((index * 37) % 91) / 10 + 0.9,
        popularity: index % 13 === 0 ? null : (index * 7_919) % 887,
        year: 1990 + (index % 35),
        season: at(["Winter", "Spring", null], index),
        genres: ["Action", "Comedy", "Hentai"].filter(
          (_, place) => ((index * 7) >> place) % 3 === 0,
        ),
        themes: index % 4 === 0 ? ["Mecha"] : [],
        broadcast_day: at(["Monday", null], index),
        studios: [at(["MAPPA", "Bones"], index)],
      }),
    ),
  );
  for (const { mal_id: id } of catalog)
    if (id <= 600 && id % 5 !== 0) await addRelation(db, id, "SEQUEL", id + 1);
  await indexForSearch(db);
  await rebuildFranchises(db);
  await rebuildListingBitmaps(db);
});

const list = (search: string) =>
  listAnime(database, parseListing(new URLSearchParams(`franchises=collapse&${search}`)));

/** The most popular of each franchise, in the order of popularity. */
function mostPopular(titles: readonly Anime[]): {
  shown: Set<number>;
  others: Map<number, number>;
} {
  const first = new Map<number, number>();
  const others = new Map<number, number>();
  for (const { mal_id: id } of titles) {
    const shown = first.get(franchiseOf(id));
    if (shown === undefined) first.set(franchiseOf(id), id);
    else others.set(shown, (others.get(shown) ?? 0) + 1);
  }
  return { shown: new Set(first.values()), others };
}

describe("a listing with one title per franchise", () => {
  const compare = (numRuns: number) =>
    fc.assert(
      fc.asyncProperty(arbitraryCriteria(catalog), async ({ wish, search }) => {
        const byFame = { ...wish, order: "popularity", page: 1, limit: TITLES } as const;
        const matching = new Set(expectedListing(catalog, byFame).ids);
        const ordered = expectedListing(catalog, byFame).ids.map((id) => catalog[id - 1] as Anime);
        const { shown, others } = mostPopular(ordered.filter(({ mal_id }) => matching.has(mal_id)));
        const page = await list(search);
        expect({ ids: page.items.map(({ mal_id }) => mal_id), total: page.total }).toEqual(
          expectedListing(
            catalog.filter(({ mal_id }) => shown.has(mal_id)),
            wish,
          ),
        );
        for (const { mal_id } of page.items) expect(page.others[mal_id]).toBe(others.get(mal_id));
      }),
      { numRuns },
    );

  it("has the expected titles, total and numbers of others for any filters", () => compare(150));

  it("has them while the bitmaps are stale", async () => {
    await database.sql`UPDATE listing_bitmaps SET bits = NULL WHERE key = 'all'`;
    await compare(40);
    await rebuildListingBitmaps(db);
  });

  it("shows the best match of a search", async () => {
    const matches = await listAnime(
      database,
      parseListing(new URLSearchParams("search_query=lantern 7&limit=500")),
    );
    const { shown, others } = mostPopular(matches.items);
    const page = await list("search_query=lantern 7&limit=500");
    expect(page.items.map(({ mal_id }) => mal_id)).toEqual(
      matches.items.map(({ mal_id }) => mal_id).filter((id) => shown.has(id)),
    );
    expect(page.total).toBe(shown.size);
    expect(new Map(Object.entries(page.others).map(([id, n]) => [Number(id), n]))).toEqual(others);
  });

  it("counts no title that parental control hides", async () => {
    const all = await list("parental_control=false&limit=500");
    const safe = await list("limit=500");
    const visible = catalog.filter(({ genres }) => !genres.includes("Hentai"));
    const sum = ({ items, others }: typeof all) =>
      items.length + Object.values(others).reduce((one, other) => one + other, 0);
    expect(sum(safe)).toBe(visible.length);
    expect(sum(all)).toBe(expectedListing(catalog, { ...NO_CRITERIA, limit: TITLES }).ids.length);
  });
});
