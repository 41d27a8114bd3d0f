import { beforeAll, describe, expect, it } from "vitest";
import { importRelations } from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { databaseTitles } from "~/features/library/matching/title-source.server";
import { testDatabase } from "../support/database/test-database";
import { dataPath, hasData } from "./data";
import { evaluateMatching, readReleaseNames } from "../../scripts/support/evaluate-matching";
import { CATALOG_TEMPLATE } from "./support/setup";

describe.skipIf(!hasData)("release names against the full catalog", async () => {
  const database = await testDatabase({ template: CATALOG_TEMPLATE, timeouts: null });

  beforeAll(async () => {
    await importRelations(database.db, readNdjsonFile(dataPath("relations.ndjson.gz")));
  });

  it("finds title and episode, and is hardly ever sure of a wrong one", async () => {
    const names = readReleaseNames();
    expect(names.length).toBeGreaterThanOrEqual(1_080);
    const result = await evaluateMatching(databaseTitles(database.sql), names);
    process.stdout.write(`\nMistakes:\n${result.mistakes.join("\n")}\n`);
    expect(result.rightTitle / result.names).toBeGreaterThanOrEqual(0.97);
    expect(result.rightEpisode / result.rightTitle).toBeGreaterThanOrEqual(0.98);
    expect(result.wrongAndSure / result.names).toBeLessThanOrEqual(0.005);
    expect(result.others).toBeGreaterThanOrEqual(10);
    expect(result.othersAttached).toBe(0);
  });
});
