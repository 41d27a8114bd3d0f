import { beforeEach, describe, expect, it } from "vitest";
import {
  correctTitle,
  getTitleFacts,
  listCorrectedTitles,
  type Facts,
} from "~/features/import/corrections/correct-title.server";
import { importCatalog } from "~/features/import/import-catalog.server";
import type { ImportSource } from "~/features/import/write-result";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql } = await testDatabase();

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state CASCADE`;
});

const put = (fields: Record<string, unknown>, source: ImportSource = "file") =>
  importCatalog(db, chunks([title(1, fields)]), { source });

async function correct(changes: Partial<Facts>) {
  const { facts } = await getTitleFacts(db, 1);
  return correctTitle(db, 1, { ...facts, ...changes });
}

const stored = async () => {
  const [row] = await sql`SELECT * FROM animes WHERE mal_id = 1`;
  return row;
};

describe("a corrected fact", () => {
  it.each(["file", "jikan"] as const)("survives an import from %s", async (source) => {
    await put({ title: "Trigunn", episodes: 24, year: 1998 }, source);
    expect(await correct({ title: "Trigun", episodes: 26 })).toEqual(["title", "episodes"]);
    expect(await stored()).toMatchObject({ title: "Trigun", episodes: 26, year: 1998 });
    await put({ title: "Trigunnn", episodes: 24, year: 1999 }, source);
    expect(await stored()).toMatchObject({ title: "Trigun", episodes: 26, year: 1999 });
    expect((await getTitleFacts(db, 1)).imported).toEqual({ title: "Trigunnn", episodes: 24 });
    expect(await listCorrectedTitles(db)).toEqual([
      { id: 1, title: "Trigun", fields: ["episodes", "title"] },
    ]);
  });

  it("leaves an import without changes unchanged", async () => {
    await put({ episodes: 24 });
    await correct({ episodes: 26 });
    expect(await put({ episodes: 24 })).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it("is none any more when it equals the import", async () => {
    await put({ synopsis: "Wrong" });
    await correct({ synopsis: "Right", genres: ["Action"] });
    expect(await correct({ synopsis: "Wrong" })).toEqual(["genres"]);
    expect(await stored()).toMatchObject({ synopsis: "Wrong", genres: ["Action"] });
    await put({ synopsis: "New" });
    expect(await stored()).toMatchObject({ synopsis: "New", genres: ["Action"] });
    await correct({ genres: [] });
    expect(await listCorrectedTitles(db)).toEqual([]);
  });

  it("can be an empty one", async () => {
    await put({ title_english: "Not its name" });
    await correct({ title_english: null });
    await put({ title_english: "Not its name" });
    expect(await stored()).toMatchObject({ title_english: null });
  });

  it("takes effect in search and in parental control", async () => {
    await put({ title: "Misspelt", rating: "PG-13" });
    await correct({ title: "Haibane Renmei", rating: "rx" });
    expect(await stored()).toMatchObject({ mature: true, rating: "Rx - Hentai" });
    const found = await sql`SELECT mal_id FROM listing_entries WHERE title = 'Haibane Renmei'`;
    expect(found).toHaveLength(1);
  });

  it("leaves the other facts of a starter title to the starter", async () => {
    await put({ title: "Demo", year: 2000 }, "starter");
    await correct({ title: "My demo" });
    await put({ title: "Demo", year: 2001 }, "starter");
    expect(await stored()).toMatchObject({ title: "My demo", year: 2001 });
  });

  it.each([
    ["title", ""],
    ["type", "Podcast"],
    ["status", "Lost"],
    ["season", "Monsoon"],
    ["year", 1849],
    ["episodes", -1],
    ["rating", "Unrated"],
  ])("is refused for an invalid %s and changes nothing", async (field, value) => {
    await put({ title: "Trigun", year: 1998 });
    await expect(correct({ [field]: value, synopsis: "New" })).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: field }],
    });
    expect(await stored()).toMatchObject({ synopsis: null });
    expect(await listCorrectedTitles(db)).toEqual([]);
  });

  it("needs a title of the catalog", async () => {
    await expect(getTitleFacts(db, 1)).rejects.toMatchObject({ code: "not-found" });
  });
});
