import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { importCatalog } from "~/features/import/import-catalog.server";
import {
  ensureSearchIndex,
  searchIndexVersion,
} from "~/features/search/title-index/rebuild-search-index.server";
import { MAX_NAMED } from "~/features/search/candidates.server";
import { AgeLimit, type ParentalControl } from "~/features/catalog/parental-control";
import { candidatesQuery, matchTitles } from "~/features/search/search-titles.server";
import { openDatabase } from "~db/client.server";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const database = await testDatabase();
const { db } = database;

const result = async (query: string, parentalControl: ParentalControl = true): Promise<number[]> =>
  (await matchTitles(database.sql, query, { parentalControl })).map(({ malId }) => malId);
const stored = async (): Promise<unknown[]> => [
  ...(await db.execute(
    sql`SELECT mal_id, key, kind, popularity, mature FROM anime_title_keys ORDER BY mal_id, key, kind, raw`,
  )),
  ...(await db.execute(
    sql`SELECT mal_id, names, words::text, popularity, mature FROM anime_title_words ORDER BY mal_id`,
  )),
  ...(await db.execute(
    sql`SELECT word, titles FROM title_vocabulary WHERE titles > 0 ORDER BY word`,
  )),
];

/** The number of names that a search has sent to it. */
async function rowsOf(
  query: string,
  parentalControl: ParentalControl,
  limit?: number,
): Promise<number> {
  let rows = 0;
  const counting = new Proxy(database.sql, {
    apply(target, self, parts: Parameters<typeof database.sql>) {
      const sent = Reflect.apply(target, self, parts) as Promise<{ lines?: string | null }[]>;
      return sent.then((found) => {
        for (const { lines } of found) rows += lines?.split("\n").length ?? 0;
        return found;
      });
    },
  });
  await matchTitles(counting, query, { parentalControl, ...(limit !== undefined && { limit }) });
  return rows;
}

const CATALOG = [
  title(16498, {
    title: "Shingeki no Kyojin",
    title_english: "Attack on Titan",
    title_japanese: "進撃の巨人",
    title_synonyms: ["AoT"],
    popularity: 1,
    type: "TV",
    members: 4_000_000,
  }),
  title(25777, {
    title: "Shingeki no Kyojin Season 2",
    title_english: "Attack on Titan Season 2",
    title_japanese: "進撃の巨人 Season2",
    popularity: 13,
    type: "TV",
    members: 3_000_000,
  }),
  title(18397, {
    title: "Shingeki no Kyojin OVA",
    title_english: "Attack on Titan OAD",
    popularity: 513,
    type: "OVA",
  }),
  title(31240, {
    title: "Re:Zero kara Hajimeru Isekai Seikatsu",
    title_japanese: "Re:ゼロから始める異世界生活",
    popularity: 23,
    type: "TV",
  }),
  title(20, { title: "Naruto", title_japanese: "ナルト", popularity: 9, type: "TV" }),
  title(5680, { title: "K-On!", popularity: 157 }),
  title(7791, { title: "K-On!!", popularity: 307 }),
  title(900, { title: "100% Wolf", popularity: 9_000 }),
  title(901, { title: "Naruto no Yoru", genres: ["Hentai"], popularity: 12_000 }),
  title(902, { title: "Akira", popularity: 209 }),
];

async function importTitles(...rows: Record<string, unknown>[]): Promise<void> {
  await importCatalog(db, chunks(rows));
}

describe("matchTitles", () => {
  const catalogIds = CATALOG.map(({ mal_id }) => Number(mal_id));
  const removeAdded = () =>
    db.execute(sql`DELETE FROM animes WHERE mal_id <> ALL(${sql.param(catalogIds)}::int4[])`);
  beforeAll(async () => {
    await db.execute(sql`TRUNCATE animes CASCADE`);
    await importTitles(...CATALOG);
  });
  afterEach(async () => {
    await removeAdded();
  });

  it.each([
    ["re zero", 31240],
    ["rezero", 31240],
    ["shingeki no kyogin", 16498],
    ["titan attack", 16498],
    ["attack titan", 16498],
    ["attack on ti", 16498],
    ["attack on titan s2", 25777],
    ["aot 2nd season", 25777],
    ["snk", 16498],
    ["進撃の巨人", 16498],
    ["シンゲキノキョジン", 16498],
    ["なると", 20],
    ["ＮＡＲＵＴＯ", 20],
    ["naurto", 20],
    ["k-on!", 5680],
    ["k-on!!", 7791],
  ])("finds for %s", async (query, malId) => {
    expect((await result(query))[0]).toBe(malId);
  });

  it("ranks the main title before its special", async () => {
    expect(await result("shingeki")).toEqual([16498, 25777, 18397]);
  });

  it.each(["shingeki no kyogin", "attac on titan"])(
    "finds the sequels of a misspelt name too, after it: %s",
    async (query) => {
      expect(await result(query)).toEqual([16498, 25777, 18397]);
    },
  );

  it("takes the beginning of another word after a name for no misspelling of it", async () => {
    await importTitles(
      title(7_000, { title: "Boku no Hero Academia", popularity: 2 }),
      title(7_001, { title: "Boku no Hero Academia 2nd Season", popularity: 6 }),
      title(7_002, { title: "Boku no Hero Academia the Movie: Futari no Hero", popularity: 400 }),
    );
    const found = await result("boku no hero academia fu");
    expect(found.indexOf(7_002)).toBeLessThan(found.indexOf(7_001) >>> 0);
    expect((await result("boku no hero acadenia")).slice(0, 2)).toEqual([7_000, 7_001]);
  });

  it("corrects names that are equally alike in the same order, whatever that of their rows", async () => {
    const names = ["Nova", "Nora", "Nona", "Nola"];
    const found = async (order: readonly string[]) => {
      await importTitles(
        ...order.flatMap((name) => {
          const id = 7_000 + names.indexOf(name);
          const popularity = null;
          return [
            title(id, { title: `Quixotic ${name}`, popularity }),
            title(id + 100, { title: `Quixotic ${name} Encore`, popularity }),
          ];
        }),
      );
      const ids = await result("quixotic noma");
      await removeAdded();
      return ids;
    };
    const ids = await found(names);
    expect(ids).toHaveLength(7);
    expect(await found(names.toReversed())).toEqual(ids);
  });

  it("does not add titles that have only some words of a misspelt name", async () => {
    await importTitles(
      title(7_000, { title: "Chainsaw Man", popularity: 60 }),
      title(7_001, { title: "Chainsaw Man Movie", popularity: 700 }),
      title(7_002, { title: "Chainsaw Maid", popularity: 8_000 }),
    );
    expect(await result("chainsow man")).toEqual([7_000, 7_001]);
  });

  it("finds all titles with a word, of which the most popular are ordered by their names", async () => {
    const ids = Array.from({ length: MAX_NAMED + 10 }, (_, index) => 7_001 + index);
    await importTitles(
      ...ids.map((id, index) =>
        title(id, { title: `Tale ${id} Quokkatelier`, popularity: 100 + index }),
      ),
      title(7_000, { title: "Quokkatelier", popularity: 9_000 }),
    );
    for (const query of ["quokkatelier", "quokkatelyer"])
      expect(await result(query)).toEqual([7_000, ...ids]);
    await importTitles(
      title(7_000 + MAX_NAMED, { title: "Quokkatelier Tale", popularity: 98 + MAX_NAMED }),
      title(7_001 + MAX_NAMED, { title: "Tale Quokkateliers", popularity: 99 + MAX_NAMED }),
    );
    const found = await result("quokkatelier");
    expect(found.indexOf(7_000 + MAX_NAMED)).toBe(1);
    expect(found).toHaveLength(MAX_NAMED + 11);
  });

  it("suggests a misspelt name that is less popular than hundreds that begin alike", async () => {
    const letters = [..."bcdfghjklmnpqrstvwxz"];
    const others = letters.flatMap((one) => letters.map((other) => `Itadaki ${one}a${other}ara`));
    await importTitles(
      ...others.map((name, index) =>
        title(7_001 + index, { title: name, popularity: 1_000 + index }),
      ),
      title(7_000, { title: "Itadaki Seieki", popularity: 9_000 }),
    );
    const [best] = await matchTitles(database.sql, "itadaki seieku", {
      parentalControl: true,
      limit: 5,
    });
    expect(best?.malId).toBe(7_000);
  });

  it.each([
    "xqzwvkj",
    "%",
    "%%%",
    "_",
    "___",
    "!!!",
    "purple mortgage",
    "'",
    "\\",
    "a & b | c:*",
    "'; drop table animes; --",
  ])("finds nothing for %j without an error", async (query) => {
    expect(await result(query)).toEqual([]);
  });

  it("matches one and two characters as prefixes and whole words", async () => {
    expect(await result("a")).toEqual([16498, 25777, 902, 18397]);
    expect(await result("ak")).toEqual([902]);
    expect(await result("ir")).toEqual([]);
    expect(await result("no")).toEqual([16498, 25777, 18397]);
  });

  it.each([
    ["巨", [16498, 25777]],
    ["人", [16498, 25777]],
    ["巨人", [16498, 25777]],
    ["の巨人", [16498, 25777]],
    ["異世界", [31240]],
    ["活", [31240]],
    ["ゼロ", [31240]],
    ["ぜろ", [31240]],
    ["ルト", [20]],
    ["人巨", []],
  ])("finds %s anywhere in a name, for lists and suggestions", async (query, ids) => {
    expect(await result(query)).toEqual(ids);
    const suggested = await matchTitles(database.sql, query, { parentalControl: true, limit: 10 });
    expect(suggested.map(({ malId }) => malId)).toEqual(ids);
  });

  it("prefers an exact name of symbols to more popular ones that begin with it", async () => {
    await importTitles(
      title(7_000, { title: "☆", popularity: 9_000 }),
      title(7_001, { title: "☆☆☆", popularity: 100 }),
      title(7_002, { title: "......", popularity: 200 }),
    );
    expect(await result("☆")).toEqual([7_000, 7_001]);
    expect((await result("☆☆☆"))[0]).toBe(7_001);
    expect(await result("......")).toEqual([7_002]);
  });

  it("finds season words that numbering leaves out of a name", async () => {
    expect(await result("season")).toEqual([25777]);
    expect(await result("season 2")).toEqual([25777]);
    expect(await result("2nd season")).toEqual([25777]);
  });

  it("finds titles of every popularity, the most popular first", async () => {
    const ranks = [400, 2_500, 9_999, 39_999, 40_000, 159_999, 160_000, 2_000_000, null];
    const ids = ranks.map((_, index) => 7_000 + index);
    await importTitles(
      ...ranks.map((popularity, index) =>
        title(7_000 + index, { title: `Quixotic ${"abcdefghi"[index]}xyz`, popularity }),
      ),
    );
    for (const query of ["quixotic", "quix", "qu", "quixotci"]) {
      expect((await result(query)).toSorted((a, b) => a - b)).toEqual(ids);
      for (const limit of [1, 5, 9]) {
        const best = await matchTitles(database.sql, query, { parentalControl: true, limit });
        expect(best.map(({ malId }) => malId)).toEqual((await result(query)).slice(0, limit));
      }
    }
    expect(await result("quixotic hxyz")).toEqual([7_007]);
  });

  it("never returns a mature title under parental control, for any query", async () => {
    for (const query of [
      "naruto no yoru",
      "naruto no yor",
      "naruto no yuro",
      "yoru naruto",
      "n",
      "na",
    ]) {
      expect(await result(query)).not.toContain(901);
      expect(await result(query, false)).toContain(901);
    }
  });

  it("looks for names like a query that only a withheld title has", async () => {
    await importTitles(
      title(7_000, { title: "Quokka Tides", rating: "R+ - Mild Nudity", popularity: 50 }),
      title(7_001, { title: "Quokka Tiles", rating: "PG - Children", popularity: 900 }),
      title(7_002, { title: "Quokka Tildes", rating: null, popularity: 800 }),
      title(7_003, { title: "Marmot Tides", genres: ["Hentai"], popularity: 60 }),
      title(7_004, { title: "Marmot Tiles", popularity: 900 }),
    );
    const exceptions = { allowed: [7_000], blocked: [7_001] };
    for (const limit of [undefined, 7]) {
      const found = async (query: string, parentalControl: ParentalControl) =>
        (
          await matchTitles(database.sql, query, {
            parentalControl,
            ...(limit !== undefined && { limit }),
          })
        ).map(({ malId }) => malId);
      expect(await found("quokka tides", new AgeLimit("pg"))).toEqual([7_001]);
      expect(await found("quokka tides", new AgeLimit("pg", exceptions))).toEqual([7_000]);
      expect(await found("quokka tides", new AgeLimit("g"))).toEqual([]);
      expect((await found("quokka tides", true))[0]).toBe(7_000);
      expect(await found("marmot tides", true)).toEqual([7_004]);
      expect((await found("marmot tides", false))[0]).toBe(7_003);
    }
  });

  it("reads as few rows for an age limit as for others, past any number that it withholds", async () => {
    const withheld = Array.from({ length: 600 }, (_, index) => 7_100 + index);
    await importTitles(
      ...withheld.map((id, index) =>
        title(id, { title: `Quokka ${id}`, rating: "R - 17+", popularity: 100 + index }),
      ),
      ...Array.from({ length: 300 }, (_, index) =>
        title(8_000 + index, {
          title: `Quokka Pup ${8_000 + index}`,
          rating: "G - All Ages",
          popularity: 5_000 + index,
        }),
      ),
    );
    const counted = (parentalControl: ParentalControl) => rowsOf("quokka", parentalControl, 7);
    const child = new AgeLimit("g");
    const best = await matchTitles(database.sql, "quokka", { parentalControl: child, limit: 7 });
    expect(best.map(({ malId }) => malId)).toEqual(
      Array.from({ length: 7 }, (_, index) => 8_000 + index),
    );
    expect(await counted(child)).toBeLessThanOrEqual(await counted(true));
    expect(await rowsOf("quokka", child)).toBeGreaterThan(2 * (await counted(child)));
  });

  it("respects the limit", async () => {
    expect(
      await matchTitles(database.sql, "shingeki", { parentalControl: true, limit: 2 }),
    ).toEqual([
      { malId: 16498, rank: 1 },
      { malId: 25777, rank: 2 },
    ]);
  });

  it("has each of its statements planned once per connection", async () => {
    const client = openDatabase(database.options, { poolSize: 1 });
    onTestFinished(() => client.close());
    for (let round = 0; round < 8; round += 1)
      for (const query of ["naruto", "shingeki no kyogin", "no titna", "na", "進撃"])
        for (const limit of [undefined, 10])
          await matchTitles(client.sql, query, {
            parentalControl: round % 2 === 0,
            ...(limit !== undefined && { limit }),
          });
    const statements = await client.sql<{ generic: number; custom: number }[]>`
      SELECT generic_plans::int AS generic, custom_plans::int AS custom
      FROM pg_prepared_statements WHERE parameter_types <> '{}'`;
    // Postgres plans the first five executions for their values, to compare.
    expect(statements.length).toBeGreaterThanOrEqual(8);
    for (const { generic, custom } of statements) {
      expect(custom).toBe(5);
      expect(generic).toBeGreaterThan(0);
    }
  });

  it("accepts a query of the maximum length", async () => {
    expect(await result("x".repeat(256))).toEqual([]);
    expect(await result("ab ".repeat(85))).toEqual([]);
    expect(await result("進".repeat(256))).toEqual([]);
  });
});

describe("candidatesTable", () => {
  it("is a statement of ids and ranks, empty without a match", async () => {
    const rows = await db.execute(
      candidatesQuery([
        { malId: 5, rank: 1 },
        { malId: 3, rank: 2 },
      ]),
    );
    expect([...rows]).toEqual([
      { mal_id: 5, rank: 1 },
      { mal_id: 3, rank: 2 },
    ]);
    expect([...(await db.execute(candidatesQuery([])))]).toEqual([]);
  });
});

describe("the search index", () => {
  beforeEach(async () => {
    await db.execute(sql`TRUNCATE animes CASCADE`);
    await db.execute(sql`TRUNCATE title_vocabulary, search_state`);
  });

  it("follows a renamed title", async () => {
    await importTitles(title(1, { title: "Cowboy Bebop" }));
    await importTitles(title(1, { title: "Trigun Stampede" }));
    expect(await result("cowboy bebop")).toEqual([]);
    expect(await result("trigun")).toEqual([1]);
  });

  it("follows a title that becomes mature", async () => {
    await importTitles(title(1, { title: "Cowboy Bebop" }));
    await importTitles(title(1, { title: "Cowboy Bebop", rating: "Rx - Hentai" }));
    expect(await result("cowboy bebop")).toEqual([]);
  });

  it("is the same after one import, several changes, or a rebuild", { tags: "rest" }, async () => {
    await importTitles(...CATALOG);
    const atOnce = await stored();
    for (const row of CATALOG) await importTitles({ ...row, title: "Something Else" });
    for (const row of CATALOG) await importTitles(row);
    expect(await stored()).toEqual(atOnce);
    await ensureSearchIndex(db);
    expect(await stored()).toEqual(atOnce);
  });

  it("is rebuilt once per version, also when instances start together", async () => {
    await importTitles(...CATALOG);
    const together = await Promise.all([
      ensureSearchIndex(db),
      ensureSearchIndex(db),
      ensureSearchIndex(db),
    ]);
    expect(together.filter(Boolean)).toHaveLength(1);
    expect(await ensureSearchIndex(db)).toBe(false);
    await db.execute(sql`UPDATE search_state SET version = 'older'`);
    await db.execute(sql`DELETE FROM anime_title_keys`);
    expect(await ensureSearchIndex(db)).toBe(true);
    expect(await result("naruto")).toEqual([20]);
    const [state] = await db.execute<{ version: string }>(sql`SELECT version FROM search_state`);
    expect(state?.version).toBe(searchIndexVersion());
  });

  it("is rebuilt after an import that is under way", async () => {
    await importTitles(...CATALOG);
    await db.execute(sql`UPDATE search_state SET version = 'older'`);
    let rebuilding: Promise<boolean> | undefined;
    await db.transaction(async (tx) => {
      const trigun = title(21, { title: "Trigun" });
      await importCatalog(tx, chunks([trigun]), { skipVacuum: true });
      rebuilding = ensureSearchIndex(db);
      await expect
        .poll(
          async () =>
            (
              await db.execute(sql`
                SELECT FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'`)
            ).length,
          { interval: 10 },
        )
        .toBe(1);
    });
    expect(await rebuilding).toBe(true);
    expect(await result("trigun")).toEqual([21]);
    expect(await result("naruto")).toEqual([20]);
  });

  it("drops deleted titles", async () => {
    await importTitles(...CATALOG);
    await db.execute(sql`DELETE FROM animes WHERE mal_id = 20`);
    expect(await result("naruto")).toEqual([]);
  });

  it("accepts titles of any length and script", async () => {
    const oddQueries = [
      "語".repeat(600),
      "ab".repeat(300),
      "a".repeat(600),
      "🎌 ".repeat(100),
      "?!",
      "'\\:*&|<>",
    ];
    await importTitles(
      ...oddQueries.map((name, index) =>
        title(index + 1, { title: name, title_synonyms: oddQueries }),
      ),
    );
    expect(await result("語".repeat(250))).not.toEqual([]);
  });
});
