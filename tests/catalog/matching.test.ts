import { beforeAll, describe, expect, it } from "vitest";
import {
  importEpisodes,
  importIds,
  importRelations,
} from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { databaseTitles } from "~/features/library/matching/title-source.server";
import { testDatabase } from "../support/database/test-database";
import { dataPath, hasData } from "./data";
import { evaluateMatching, readReleaseNames } from "../../scripts/support/evaluate-matching";
import { CATALOG_TEMPLATE } from "./support/setup";

describe.skipIf(!hasData)("release names against the full catalog", async () => {
  const database = await testDatabase({ template: CATALOG_TEMPLATE });

  const read = (name: string) => readNdjsonFile(dataPath(`${name}.ndjson.gz`));
  const importRest = async () => ({
    episodes: await importEpisodes(database.db, read("episodes")),
    relations: await importRelations(database.db, read("relations")),
  });
  let first: Awaited<ReturnType<typeof importRest>> | undefined;

  beforeAll(async () => {
    first = await importRest();
    await importIds(database.db, read("id-mappings"));
  });

  it("are compared with all episodes and relations, which are imported without loss", () => {
    expect(first).toEqual({
      episodes: { added: 208_199, changed: 0, unchanged: 0, rejected: 0 },
      // Some relations are listed twice, and some titles are their own sequel.
      relations: { added: 20_357, changed: 0, unchanged: 14, rejected: 13 },
    });
  });

  it("are compared with what a second import leaves as it is", { tags: "nightly" }, async () => {
    const version = () => database.sql`SELECT version FROM catalog_state`;
    const before = await version();
    const second = await importRest();
    expect(second.episodes).toMatchObject({ added: 0, changed: 0, unchanged: 208_199 });
    expect(second.relations).toMatchObject({ added: 0, changed: 0 });
    expect(await version()).toEqual(before);
  });

  const evaluate = async (corpus: "names" | "classes") => {
    const result = await evaluateMatching(databaseTitles(database.sql), readReleaseNames(corpus));
    process.stdout.write(`\nMistakes:\n${result.mistakes.join("\n")}\n`);
    expect(result.rightTitle / result.names).toBeGreaterThanOrEqual(0.97);
    expect(result.rightEpisode / result.rightTitle).toBeGreaterThanOrEqual(0.98);
    expect(result.rightAndSure / result.names).toBeGreaterThanOrEqual(0.97);
    expect(result.wrongAndSure / result.names).toBeLessThanOrEqual(0.003);
    expect(result.othersAttached).toBe(0);
    return result;
  };

  it("finds title and episode, and is hardly ever sure of a wrong one", async () => {
    const { names, others } = await evaluate("names");
    expect(names).toBeGreaterThanOrEqual(1_050);
    expect(others).toBeGreaterThanOrEqual(10);
  });

  it(
    "reads seasons of TheTVDB, extras, the forms of groups, and those that are easily misread",
    { tags: ["nightly"] },
    async () => {
      const { names, others } = await evaluate("classes");
      expect(names).toBeGreaterThanOrEqual(1_000);
      expect(others).toBeGreaterThanOrEqual(100);
    },
  );
});
