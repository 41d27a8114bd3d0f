import { describe, expect, it } from "vitest";
import {
  importCatalog,
  importEpisodes,
  importRelations,
} from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { testDatabase } from "../support/database/test-database";
import { dataPath, hasData } from "./data";

describe.skipIf(!hasData)("the full catalog", async () => {
  const { db, sql } = await testDatabase();

  async function importAll() {
    const animes = await importCatalog(db, readNdjsonFile(dataPath("catalog.ndjson.gz")));
    const episodes = await importEpisodes(db, readNdjsonFile(dataPath("episodes.ndjson.gz")));
    const relations = await importRelations(db, readNdjsonFile(dataPath("relations.ndjson.gz")));
    return { animes, episodes, relations };
  }
  const version = () => sql`SELECT version FROM catalog_state`;

  it("imports without loss", async () => {
    const { animes, episodes, relations } = await importAll();
    expect(animes).toEqual({ added: 30_014, changed: 0, unchanged: 0, rejected: 0 });
    expect(episodes).toEqual({ added: 208_199, changed: 0, unchanged: 0, rejected: 0 });
    // Some relations are listed twice, and some titles are their own sequel.
    expect(relations).toEqual({ added: 20_357, changed: 0, unchanged: 14, rejected: 13 });
  });

  it("changes nothing on a second import", async () => {
    const before = await version();
    const { animes, episodes, relations } = await importAll();
    expect(animes).toMatchObject({ added: 0, changed: 0, unchanged: 30_014 });
    expect(episodes).toMatchObject({ added: 0, changed: 0, unchanged: 208_199 });
    expect(relations).toMatchObject({ added: 0, changed: 0 });
    expect(await version()).toEqual(before);
  });

  it("leaves no HTML entities, and derives year and season from the first airing", async () => {
    expect(
      await sql`SELECT mal_id FROM animes WHERE (title || coalesce(synopsis, '') || title_synonyms::text) ~ '&(amp|lt|gt|quot|#[0-9]+);'`,
    ).toEqual([]);
    expect(
      await sql`SELECT count(*)::int FROM animes WHERE aired_from IS NOT NULL AND (year IS NULL OR season IS NULL)`,
    ).toEqual([{ count: 0 }]);
  });
});
