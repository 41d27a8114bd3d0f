import { beforeAll, describe, expect, it } from "vitest";
import { parseListing } from "~/features/catalog/listing/listing-filters";
import { searchAnime } from "~/features/catalog/listing/search-anime.server";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/test-database";

const database = await testDatabase();

const TITLES = 6_000;
const GENRES = ["Action", "Comedy", "Drama", "Fantasy", "Horror", "Mystery", "Romance", "Sci-Fi", "Sports", "Hentai"];
const TYPES = ["TV", "Movie", "OVA", "ONA", "Music"];
const RATINGS = ["G - All Ages", "PG - Children", "PG-13 - Teens 13 or older", "R - 17+ (violence & profanity)", "R+ - Mild Nudity"];
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

beforeAll(async () => {
  // Figures that change during the tests would change plans.
  await database.sql`alter table listing_entries set (autovacuum_enabled = false)`;
  const animes = Array.from({ length: TITLES }, (_, index) => ({
    mal_id: index + 1,
    title: `Title ${(index * 7_919) % TITLES}`,
    genres: [at(GENRES, index), at(GENRES, Math.floor(index / 7) + 3)].filter((genre, place, all) => all.indexOf(genre) === place),
    themes: index % 11 === 0 ? ["Mecha"] : [],
    studios: [`Studio ${index % 300}`],
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
  await database.sql`vacuum (analyze) animes`;
  await database.sql`vacuum (analyze) listing_entries`;
});

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows"?: number;
  Plans?: PlanNode[];
}

/** The plan of the listing's own statement, which the server explains to its log; here it is caught on the way. */
async function planOf(search: string): Promise<PlanNode[]> {
  const { db } = database;
  const nodes: PlanNode[] = [];
  const explaining = {
    ...database,
    db: Object.assign(Object.create(db) as typeof db, {
      async execute(statement: Parameters<typeof db.execute>[0]) {
        const { sql } = await import("drizzle-orm");
        const [row] = await db.execute<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement as ReturnType<typeof sql>}`);
        if (row !== undefined) nodes.push(...flatten(row["QUERY PLAN"][0].Plan));
        return [];
      },
    }),
  };
  await searchAnime(explaining, parseListing(new URLSearchParams(search)));
  expect(nodes.length).toBeGreaterThan(0);
  return nodes;
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
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
    "theme_filter=Mecha",
    "studio_filter=studio_7",
    "producer_filter=producer_7&order_by=popularity",
    "type_filter=Movie",
    "type_filter=Movie&page=30",
    "status_filter=currently_airing",
    "status_filter=finished_airing&page=150",
    "rating_filter=pg-13",
    "season_filter=fall",
    "year_filter=2001",
    "year_filter=2001&season_filter=fall",
    "year_min=1990&year_max=1995",
    "aired_day_filter=friday",
    "banners_filter=true",
    "score_filter=8.5",
    "score_max=2",
    "episodes_min=12&episodes_max=13",
    "genre_filter=Action&type_filter=TV&year_min=2000&score_filter=7&order_by=newest",
  ])("reads no table from end to end for %j", async (search) => {
    const scanned = (await planOf(search)).filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"]);
    expect(scanned).toEqual([]);
  });

  it.each(["page=1", "page=190", "genre_filter=Action&page=20"])("reads in full only the titles of the page for %j", async (search) => {
    const read = (await planOf(search)).filter((node) => node["Relation Name"] === "animes");
    expect(read.length).toBeGreaterThan(0);
    for (const node of read) expect(node).toMatchObject({ "Node Type": expect.stringMatching(/Index Scan|Bitmap Heap Scan/) as string });
  });

  it.each(["", "type_filter=TV", "status_filter=finished_airing&rating_filter=g,pg", "year_min=1990&episodes_min=3"])("walks deep into an order inside one index for %j", async (search) => {
    const nodes = await planOf(`${search}&page=20`);
    expect(nodes.filter((node) => node["Relation Name"] === "listing_entries").map((node) => node["Node Type"])).toContain("Index Only Scan");
  });
});
