// @module-tag rest
import { beforeAll, describe, expect, it } from "vitest";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { listFacets } from "~/features/listing/list-facets.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();

const TITLES = 6_000;
const GENRES = [
  "Action",
  "Comedy",
  "Drama",
  "Fantasy",
  "Horror",
  "Mystery",
  "Romance",
  "Sci-Fi",
  "Sports",
  "Hentai",
];
const TYPES = ["TV", "Movie", "OVA", "ONA", "Music"];
const RATINGS = [
  "G - All Ages",
  "PG - Children",
  "PG-13 - Teens 13 or older",
  "R - 17+ (violence & profanity)",
  "R+ - Mild Nudity",
];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

beforeAll(async () => {
  // Statistics that change during the tests would change plans.
  await database.sql`ALTER TABLE listing_entries SET (autovacuum_enabled = false)`;
  const animes = Array.from({ length: TITLES }, (_, index) => ({
    mal_id: index + 1,
    title: `Title ${(index * 7_919) % TITLES}`,
    genres: [at(GENRES, index), at(GENRES, Math.floor(index / 7) + 3)].filter(
      (genre, place, all) => all.indexOf(genre) === place,
    ),
    themes: index % 11 === 0 ? ["Mecha"] : [],
    studios: [`Studio ${index % 300}`],
    source: at(["Manga", "Original", "Light novel"], Math.floor(index / 17)),
    producers: [`Producer ${index % 200}`],
    type: at(TYPES, Math.floor(index / 3)),
    status: index % 40 === 0 ? "Currently Airing" : "Finished Airing",
    rating: at(RATINGS, Math.floor(index / 5)),
    score: index % 3 === 0 ? null : ((index * 31) % 900) / 100,
    popularity: (index * 17) % TITLES,
    year: 1980 + (index % 45),
    season: at(["Winter", "Spring", "Summer", "Fall"], Math.floor(index / 13)),
    broadcast_day: index % 6 === 0 ? at(DAYS, Math.floor(index / 6)) : null,
    banner_image: index % 9 === 0 ? "https://images.test/b.jpg" : null,
    episodes: index % 30,
    aired_from: new Date(Date.UTC(1980 + (index % 45), index % 12, 1)).toISOString(),
    synopsis: "A page of text. ".repeat(40),
  }));
  await addAnimes(database.db, ...animes);
  await rebuildListingBitmaps(database.db);
  await database.sql`VACUUM (ANALYZE) animes`;
  await database.sql`VACUUM (ANALYZE) listing_bitmaps`;
  await database.sql`VACUUM (ANALYZE) listing_entries`;
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Loops"?: number;
  "Shared Hit Blocks"?: number;
  "Shared Read Blocks"?: number;
  Plans?: PlanNode[];
}

type Question = (database: CatalogDatabase, query: ListingQuery) => Promise<unknown>;

/**
 * The plans of the listing's statements (or another endpoint's), the outermost node first;
 * intercepted on their way to the database. They return nothing, so pages are walked.
 */
async function planOf(search: string, endpoint: Question = listAnime): Promise<PlanNode[]> {
  return (await plansOf(search, endpoint)).flatMap(flatten);
}

/** Returns a plan for each statement. */
async function plansOf(search: string, endpoint: Question): Promise<PlanNode[]> {
  const { db } = database;
  const plans: PlanNode[] = [];
  const explaining = {
    ...database,
    db: Object.assign(Object.create(db) as typeof db, {
      async execute(statement: Parameters<typeof db.execute>[0]) {
        const { sql } = await import("drizzle-orm");
        const [row] = await db.execute<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
          sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement as ReturnType<typeof sql>}`,
        );
        if (row !== undefined) plans.push(row["QUERY PLAN"][0].Plan);
        return [];
      },
    }),
  };
  await endpoint(explaining, parseListing(new URLSearchParams(search)));
  expect(plans.length).toBeGreaterThan(0);
  return plans;
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

/** Relations with titles that were scanned completely. */
function scanned(nodes: readonly PlanNode[]): (string | undefined)[] {
  const scans = nodes
    .filter((node) => node["Node Type"] === "Seq Scan" && node["Actual Loops"] !== 0)
    .map((node) => node["Relation Name"]);
  return scans.filter((name) => name === "animes" || name === "listing_entries");
}

/** Database pages that a query touches: its cost, independent of the machine's load. */
async function pagesRead(search: string): Promise<number> {
  const plans = await plansOf(search, listAnime);
  return plans.reduce(
    (pages, plan) => pages + (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0),
    0,
  );
}

describe("the listing's statement", () => {
  it.each([
    "",
    "page_number=190",
    "parental_control=false",
    "order_by=score_asc",
    "order_by=title",
    "order_by=title_asc&page=100",
    "order_by=popularity",
    "order_by=newest",
    "genre_filter=Action",
    "genre_filter=Action,Comedy&page=20",
    "genre_filter=Action&genre_exclude=Horror",
    "genre_filter=-Horror",
    "genre_exclude=Action,Comedy&order_by=newest&page=40",
    "theme_filter=Mecha",
    "theme_filter=Mecha&genre_exclude=Action",
    "studio_filter=studio_7",
    "studio_filter=studio_7,studio_8&genre_exclude=Action",
    "producer_filter=producer_7&order_by=popularity",
    "source_filter=light_novel",
    "source_filter=manga,original&order_by=title_asc",
    "type_filter=Movie",
    "type_filter=Movie&page=30",
    "status_filter=currently_airing",
    "status_filter=finished_airing&page=150",
    "rating_filter=pg-13",
    "rating_filter=r%2B,rx&parental_control=false",
    "season_filter=fall",
    "year_filter=2001",
    "year_filter=2001,2003,2005",
    "year_filter=2001&season_filter=fall",
    "year_min=1990&year_max=1995",
    "year_min=2020",
    "year_max=1981",
    "aired_day_filter=friday",
    "banners_filter=true",
    "score_filter=8.5",
    "score_max=2",
    "score_filter=4&score_max=4.5&order_by=title",
    "episodes_min=12&episodes_max=13",
    "episodes_min=29",
    "episodes_max=1&order_by=newest",
    "genre_filter=Action&type_filter=TV&year_min=2000&score_filter=7&order_by=newest",
    "genre_filter=nothing&studio_filter=nobody&theme_filter=none",
  ])("scans no table for %j, neither for the page nor for facets", async (search) => {
    expect(scanned(await planOf(search))).toEqual([]);
    expect(scanned(await planOf(search, listFacets))).toEqual([]);
  });

  it("counts no rows when bitmaps give the total", async () => {
    const nodes = await planOf("genre_exclude=Action&score_filter=3&year_min=1990&limit=1");
    const over = (node: PlanNode, name: string): boolean =>
      flatten(node).some((inner) => inner["Relation Name"] === name);
    const counted = nodes.filter(
      (node) =>
        node["Node Type"] === "Aggregate" && over(node, "listing_entries") && !over(node, "animes"),
    );
    expect(counted.map((node) => node["Actual Loops"])).toEqual([0]);
  });

  it.each([
    "",
    "order_by=title",
    "order_by=title_asc",
    "order_by=popularity",
    "order_by=newest",
    "order_by=score_asc",
    "parental_control=false",
    "status_filter=finished_airing",
  ])(
    "reads for page 900 of %j, a middle page and past the end at most 3 times page 1",
    async (search) => {
      const first = await pagesRead(`${search}&limit=6`);
      for (const page of [450, 900, 4_000])
        expect(await pagesRead(`${search}&limit=6&page=${page}`)).toBeLessThanOrEqual(first * 3);
    },
  );

  it("finds pages near the end as cheaply as near the start, exclusions included", async () => {
    const search = "genre_exclude=horror&limit=6&page=";
    expect(await pagesRead(`${search}780`)).toBeLessThanOrEqual(
      (await pagesRead(`${search}${170}`)) * 3,
    );
  });

  it.each(["page=1", "page=190", "genre_filter=Action&page=20"])(
    "fetches only the page's titles for %j",
    async (search) => {
      const read = (await planOf(search)).filter((node) => node["Relation Name"] === "animes");
      expect(read.length).toBeGreaterThan(0);
      for (const node of read)
        expect(node).toMatchObject({
          "Node Type": expect.stringMatching(/Index Scan|Bitmap Heap Scan/) as string,
        });
    },
  );

  it.each([
    "",
    "type_filter=TV",
    "status_filter=finished_airing&rating_filter=g,pg",
    "year_min=1990&episodes_min=3",
  ])("walks one index for deep pages of %j", async (search) => {
    const nodes = await planOf(`${search}&page=20`);
    expect(
      nodes
        .filter((node) => node["Relation Name"] === "listing_entries")
        .map((node) => node["Node Type"]),
    ).toContain("Index Only Scan");
  });
});
