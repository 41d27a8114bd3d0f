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
  const { db, sql } = await testDatabase({ timeouts: null });

  async function importAll() {
    const start = { at: performance.now(), cpu: process.cpuUsage() };
    const peak = { rss: 0 };
    const options = {
      onProgress() {
        peak.rss = Math.max(peak.rss, process.memoryUsage.rss());
      },
    };
    const animes = await importCatalog(db, readNdjsonFile(dataPath("catalog.ndjson.gz")), options);
    const seconds = (performance.now() - start.at) / 1_000;
    const episodes = await importEpisodes(
      db,
      readNdjsonFile(dataPath("episodes.ndjson.gz")),
      options,
    );
    const relations = await importRelations(
      db,
      readNdjsonFile(dataPath("relations.ndjson.gz")),
      options,
    );
    const { user, system } = process.cpuUsage(start.cpu);
    const megabytes = peak.rss / 1e6;
    const figures = [
      `titles ${seconds.toFixed(1)} s`,
      `all ${((performance.now() - start.at) / 1_000).toFixed(1)} s`,
      `${((user + system) / 1e6).toFixed(1)} s of it computing here`,
      `${megabytes.toFixed(0)} MB`,
    ];
    process.stdout.write(`${figures.join(", ")}\n`);
    return { animes, episodes, relations, computingSeconds: (user + system) / 1e6, megabytes };
  }
  const version = () => sql`SELECT version FROM catalog_state`;

  // Wall time depends on the machine's other work.
  it("imports without loss, using less than 400 MB of memory and 60 s of CPU time", async () => {
    const { animes, episodes, relations, computingSeconds, megabytes } = await importAll();
    expect(animes).toEqual({ added: 30_014, changed: 0, unchanged: 0, rejected: 0 });
    expect(episodes).toEqual({ added: 208_199, changed: 0, unchanged: 0, rejected: 0 });
    // Some relations are listed twice, and some titles are their own sequel.
    expect(relations).toEqual({ added: 20_357, changed: 0, unchanged: 14, rejected: 13 });
    expect(computingSeconds).toBeLessThan(60);
    expect(megabytes).toBeLessThan(400);
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
