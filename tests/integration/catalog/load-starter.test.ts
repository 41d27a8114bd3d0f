import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importCatalog, importEpisodes } from "~/features/import/import-catalog.server";
import { loadStarter } from "~/features/import/load-starter.server";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql } = await testDatabase();
let folder = "";

function write(file: string, ...rows: unknown[]): void {
  writeFileSync(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state CASCADE`;
  folder = mkdtempSync(join(tmpdir(), "akari-starter-"));
  mkdirSync(join(folder, "animes"));
  write("animes/2010s.ndjson", title(1), title(2));
  write("demo.ndjson", title(2_000_000_001));
  write("episodes.ndjson", { mal_id: 1, number: 1, title: "Dawn" });
  write("demo-episodes.ndjson", {
    mal_id: 2_000_000_001,
    number: 1,
    title: "Light",
    video_source: "/media/demo/1/master.m3u8",
  });
  write("relations.ndjson", { mal_id: 1, related_mal_id: 2, relation: "SEQUEL" });
  write("README.md");
});

afterEach(() => rmSync(folder, { recursive: true }));

const ids = async () =>
  (await sql<{ mal_id: number }[]>`SELECT mal_id FROM animes ORDER BY 1`).map((row) => row.mal_id);
const titles = async () =>
  (await sql<{ title: string }[]>`SELECT title FROM animes ORDER BY mal_id`).map(
    (row) => row.title,
  );

describe("loadStarter", () => {
  it("fills an empty catalog with titles, episodes and relations, including the demo series", async () => {
    const load = await loadStarter(db, folder);
    expect(load?.rejections).toEqual([]);
    expect(load?.counts).toMatchObject({
      animes: { added: 3 },
      episodes: { added: 2 },
      relations: { added: 1 },
    });
    expect(await ids()).toEqual([1, 2, 2_000_000_001]);
    expect(await sql`SELECT version > 0 AS raised FROM catalog_state`).toEqual([{ raised: true }]);
  });

  it("does nothing on the next start", async () => {
    await loadStarter(db, folder);
    const before = await sql`SELECT * FROM catalog_state`;
    expect(await loadStarter(db, folder)).toBeNull();
    expect(await sql`SELECT * FROM catalog_state`).toEqual(before);
  });

  it("does not restore deleted titles", async () => {
    await loadStarter(db, folder);
    await sql`DELETE FROM animes WHERE mal_id = 2`;
    await loadStarter(db, folder);
    expect(await ids()).toEqual([1, 2_000_000_001]);
  });

  it("loads once when several instances start together", async () => {
    const loads = await Promise.all([
      loadStarter(db, folder),
      loadStarter(db, folder),
      loadStarter(db, folder),
    ]);
    expect(loads.filter((load) => load !== null)).toHaveLength(1);
  });

  it("leaves an imported catalog untouched", async () => {
    await importCatalog(db, chunks([title(7)]));
    expect(await loadStarter(db, folder)).toBeNull();
    expect(await ids()).toEqual([7]);
  });

  it("updates its own titles when its files change, but never imported ones", async () => {
    await loadStarter(db, folder);
    await importCatalog(db, chunks([title(1, { title: "Imported" })]));
    await importEpisodes(db, chunks([{ mal_id: 1, number: 1, title: "Imported dawn" }]));
    write(
      "animes/2010s.ndjson",
      title(1, { title: "Starter again" }),
      title(2, { title: "Renewed" }),
      title(3, { title: "New" }),
    );
    write(
      "episodes.ndjson",
      { mal_id: 1, number: 1, title: "Dawn again", minutes: 24 },
      { mal_id: 1, number: 2, title: "Noon" },
    );
    expect((await loadStarter(db, folder))?.counts.animes).toEqual({
      added: 1,
      changed: 1,
      unchanged: 2,
      rejected: 0,
    });
    expect(await titles()).toEqual(["Imported", "Renewed", "New", "Title 2000000001"]);
    expect(
      await sql`SELECT title, duration FROM episodes WHERE anime_mal_id = 1 ORDER BY number`,
    ).toEqual([
      { title: "Imported dawn", duration: 24 },
      { title: "Noon", duration: null },
    ]);
  });

  it("gives a title up to the first import that contains it, even unchanged", async () => {
    await loadStarter(db, folder);
    expect(await importCatalog(db, chunks([title(1)]))).toMatchObject({ changed: 1 });
    expect(await importCatalog(db, chunks([title(1)]))).toMatchObject({ unchanged: 1 });
    write("animes/2010s.ndjson", title(1, { title: "Starter again" }));
    await loadStarter(db, folder);
    expect(await titles()).toEqual(["Title 1", "Title 2", "Title 2000000001"]);
  });

  it("loads everything or nothing", async () => {
    rmSync(join(folder, "relations.ndjson"));
    mkdirSync(join(folder, "relations.ndjson"));
    await expect(loadStarter(db, folder)).rejects.toThrow();
    expect(await ids()).toEqual([]);
  });

  it("names invalid rows of its files", async () => {
    write("animes/2010s.ndjson", title(1), title(2, { score: 99 }));
    expect((await loadStarter(db, folder))?.rejections).toMatchObject([
      { kind: "animes", at: { line: 2 }, reason: "score must be a number from 0 to 10" },
    ]);
  });

  it("works without a folder", async () => {
    expect(await loadStarter(db, join(folder, "missing"))).toBeNull();
  });
});
