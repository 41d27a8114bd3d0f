import { describe, expect, it } from "vitest";
import { importCatalog } from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { testDatabase } from "../support/database/test-database";
import { dataPath, hasData } from "./data";
import { CATALOG_TEMPLATE } from "./support/setup";

describe.skipIf(!hasData)("the full catalog", async () => {
  const { db, sql } = await testDatabase({ template: CATALOG_TEMPLATE });

  const importTitles = () => importCatalog(db, readNdjsonFile(dataPath("catalog.ndjson.gz")));
  const version = () => sql`SELECT version FROM catalog_state`;

  it("has every title, and a second import changes none", async () => {
    const before = await version();
    expect(await importTitles()).toEqual({ added: 0, changed: 0, unchanged: 30_014, rejected: 0 });
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
