// @module-tag rest
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importCatalog, importIds } from "~/features/import/import-catalog.server";
import { listTitleLinks } from "~/features/title/list-links.server";
import { createCommandRunner } from "../../support/server/operator-commands";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql, options } = await testDatabase();
let folder = "";

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state CASCADE`;
  await importCatalog(
    db,
    chunks([title(1, { url: "https://myanimelist.net/anime/1/Bebop" }), title(2)]),
  );
  folder = mkdtempSync(join(tmpdir(), "akari-ids-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const FULL = {
  mal_id: 1,
  type: "TV",
  anilist_id: 1,
  kitsu_id: 1,
  anidb_id: 23,
  tvdb_id: 76_885,
  themoviedb_id: { tv: 30_991 },
  imdb_id: ["tt0213338"],
};

const names = async (id: number) => (await listTitleLinks(db, id)).map(({ name }) => name);

describe("ids of other sites", () => {
  it("become links of the title, beside MyAnimeList", async () => {
    await importIds(db, chunks([FULL]));
    expect(await listTitleLinks(db, 1)).toEqual([
      { name: "MyAnimeList", url: "https://myanimelist.net/anime/1/Bebop" },
      { name: "AniList", url: "https://anilist.co/anime/1" },
      { name: "Kitsu", url: "https://kitsu.app/anime/1" },
      { name: "AniDB", url: "https://anidb.net/anime/23" },
      { name: "TheTVDB", url: "https://thetvdb.com/dereferrer/series/76885" },
      { name: "TMDB", url: "https://www.themoviedb.org/tv/30991" },
      { name: "IMDb", url: "https://www.imdb.com/title/tt0213338" },
    ]);
    expect(await listTitleLinks(db, 2)).toEqual([]);
  });

  it("keep the season that is stored when a new one cannot be read", async () => {
    const row = { mal_id: 1, tvdb_id: 5 };
    await importIds(db, chunks([{ ...row, season: { tvdb: 2 } }]));
    const counts = await importIds(db, chunks([{ ...row, season: { tvdb: "x" } }]));
    expect(counts).toMatchObject({ changed: 0, unchanged: 1, unreadable: 1 });
    expect(await sql`SELECT season FROM external_ids`).toEqual([{ season: 2 }]);
    await importIds(db, chunks([row]));
    expect(await sql`SELECT season FROM external_ids`).toEqual([{ season: null }]);
  });

  it("are counted, unknown titles too, and the same file again changes nothing", async () => {
    const rows = [FULL, { mal_id: 7, anidb_id: 5 }, { anidb_id: 6 }, { mal_id: 2, anidb_id: -1 }];
    const rejected: unknown[] = [];
    const load = () =>
      importIds(db, chunks(rows), { onRejected: (rejection) => rejected.push(rejection) });
    expect(await load()).toEqual({ added: 1, changed: 0, unchanged: 0, rejected: 1, unknown: 2 });
    expect(rejected).toEqual([
      {
        kind: "ids",
        at: { line: 4 },
        reason: expect.stringContaining("anidb_id") as string,
        row: '{"mal_id":2,"anidb_id":-1}',
      },
    ]);
    expect(await load()).toEqual({ added: 0, changed: 0, unchanged: 1, rejected: 1, unknown: 2 });
  });

  it("are replaced by site, so that lists of different sites add up", async () => {
    await importIds(db, chunks([FULL]));
    expect(await importIds(db, chunks([{ mal_id: 1, anidb_id: 24 }]))).toMatchObject({
      changed: 1,
    });
    expect((await listTitleLinks(db, 1)).find(({ name }) => name === "AniDB")?.url).toBe(
      "https://anidb.net/anime/24",
    );
    expect(await names(1)).toContain("Kitsu");
    await importIds(db, chunks([{ mal_id: 1 }]));
    expect(await names(1)).toContain("AniDB");
  });

  it.each([[[0, 1]], [[1, 0]]])("add up in rows of one title, in the order %j", async (order) => {
    const rows = [
      { mal_id: 1, anidb_id: 23, tvdb_id: 5, season: { tvdb: 2 } },
      { mal_id: 1, anidb_id: 24, tvdb_id: 5 },
    ];
    const ordered = order.map((index) => rows[index]);
    await importIds(db, chunks([{ mal_id: 1, anidb_id: 9 }]));
    // The rows come in one chunk, and in two.
    for (const parts of [[ordered], ordered.map((row) => [row])]) {
      await importIds(db, chunks(...parts));
      expect(await sql`SELECT site, id, season FROM external_ids ORDER BY site, id`).toEqual([
        { site: "anidb", id: "23", season: null },
        { site: "anidb", id: "24", season: null },
        { site: "tvdb", id: "5", season: 2 },
      ]);
    }
  });

  it("survive an import of the title", async () => {
    await importIds(db, chunks([FULL]));
    await importCatalog(db, chunks([title(1, { episodes: 26 })]));
    expect(await names(1)).toContain("AniDB");
  });

  it("are imported from a JSON array by command, twice with the same result", async () => {
    const path = join(folder, "anime-list-full.json.gz");
    const rows = [FULL, { mal_id: 2, anilist_id: "x" }, { mal_id: 9_999, anidb_id: 1 }];
    writeFileSync(path, gzipSync(JSON.stringify(rows, null, 2)));
    const run = (args: string[]) => createCommandRunner(options, folder)("catalog-ids", args);
    const first = await run([path, "--json"]);
    expect(first.code).toBe(0);
    expect(JSON.parse(first.out)).toMatchObject({
      ok: true,
      counts: { ids: { added: 1, changed: 0, unchanged: 0, rejected: 1, unknown: 1 } },
    });
    const report = readFileSync(join(folder, "anime-list-full.rejected.ndjson"), "utf8");
    expect(JSON.parse(report)).toMatchObject({ kind: "ids", line: 16 });
    const again = await run([path]);
    expect(again.out.replace(/ +/g, " ")).toContain("rejected unknown\nids 0 0 1 1 1");
  });

  it("come from no file that is cut or has no row of use", async () => {
    const path = join(folder, "ids.json");
    const run = () => createCommandRunner(options, folder)("catalog-ids", [path]);
    writeFileSync(path, `[${JSON.stringify(FULL)}, {"mal_id`);
    expect(await run()).toMatchObject({
      code: 1,
      err: expect.stringMatching(/ends early/) as string,
    });
    expect(await names(1)).toContain("AniDB");
    writeFileSync(path, "<html></html>");
    expect((await run()).code).toBe(1);
  });
});
