// @module-tag nightly
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
  const { db } = await testDatabase();

  it("is imported with less than 400 MB of memory and 60 s of CPU time", async () => {
    const start = process.cpuUsage();
    const peak = { rss: 0 };
    const options = {
      onProgress() {
        peak.rss = Math.max(peak.rss, process.memoryUsage.rss());
      },
    };
    for (const [load, name] of [
      [importCatalog, "catalog"],
      [importEpisodes, "episodes"],
      [importRelations, "relations"],
    ] as const)
      await load(db, readNdjsonFile(dataPath(`${name}.ndjson.gz`)), options);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1e6).toBeLessThan(60);
    expect(peak.rss / 1e6).toBeLessThan(400);
  });
});
