import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { matchTitles } from "~/features/catalog/search/search-titles.server";
import { testDatabase } from "../support/database/test-database";
import { hasData } from "./data";
import { evaluate, reportOf, type Evaluation } from "./support/evaluation";
import { importFullCatalog, readTitles, type CatalogTitle } from "./support/full-catalog";
import { generateQueries, type EvaluatedQuery } from "./support/generated-queries";
import { generateOtherMistakes } from "./support/other-mistakes";

const queryLine = z.object({ kind: z.string(), query: z.string(), accept: z.array(z.int()) });

/** Queries of this seed are looked at after a change, never while it is made. */
const HELD_OUT_SEED = 20_261_120;
const HELD_OUT_EACH = 100;
const OTHER_SEED = 20_270_415;
/** Mature titles that are searched by their own names. */
const MATURE_SAMPLE = 200;

describe.skipIf(!hasData)("the search over the full catalog", async () => {
  const database = await testDatabase();
  let titles: CatalogTitle[] = [];
  const search = async (query: string) =>
    (await matchTitles(database.sql, query, { parentalControl: true })).map(({ malId }) => malId);

  beforeAll(async () => {
    const imported = await importFullCatalog(database.db);
    process.stdout.write(
      `\n${imported.titles} titles imported in ${imported.seconds.toFixed(1)} s\n`,
    );
    titles = await readTitles(database.sql);
  });

  it("finds what a person who types means", async () => {
    expectTheAims(report("Written by hand", await evaluate(queriesOf("by-hand"), search)));
  });

  it("finds titles by queries that a script made of them", async () => {
    expectTheAims(report("Made by a script", await evaluate(queriesOf("generated"), search)));
  });

  it("does so with queries that it was not tuned on", async () => {
    expectTheAims(
      report(
        "Held out",
        await evaluate(generateQueries(titles, HELD_OUT_SEED, HELD_OUT_EACH), search),
      ),
    );
  });

  it("does so with mistakes of another kind", async () => {
    expectTheAims(
      report(
        "Other mistakes, held out",
        await evaluate(generateOtherMistakes(titles, OTHER_SEED, HELD_OUT_EACH), search),
      ),
    );
  });

  it("never shows a mature title under parental control, and finds it without", async () => {
    const mature = titles.filter((title) => title.mature);
    const hidden = new Set(mature.map((title) => title.mal_id));
    for (const { title, mal_id: id } of mature.slice(0, MATURE_SAMPLE)) {
      expect((await search(title)).filter((found) => hidden.has(found))).toEqual([]);
      expect(
        (await matchTitles(database.sql, title, { parentalControl: false }))
          .slice(0, 3)
          .map(({ malId }) => malId),
      ).toContain(id);
    }
  });
});

function queriesOf(name: string): EvaluatedQuery[] {
  const lines = readFileSync(new URL(`queries/${name}.ndjson`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => queryLine.parse(JSON.parse(line)));
}

function report(name: string, evaluation: Evaluation): Evaluation {
  const misses = evaluation.misses.map(
    ({ kind, query, accept, found }) =>
      `  ${kind}: ${query} → ${found.join(" ")} instead of ${accept.slice(0, 3).join(" ")}`,
  );
  process.stdout.write(
    `\n${name}\n\n${reportOf(evaluation)}\n\nNot first:\n${misses.join("\n")}\n`,
  );
  return evaluation;
}

function expectTheAims({ overall, kinds, nonsenseFoundNothing }: Evaluation): void {
  expect(overall.recallAt3).toBeGreaterThanOrEqual(0.97);
  expect(overall.recallAt1).toBeGreaterThanOrEqual(0.92);
  expect(overall.meanReciprocalRank).toBeGreaterThanOrEqual(0.95);
  expect(kinds.filter(({ recallAt3 }) => recallAt3 < 0.9)).toEqual([]);
  expect(nonsenseFoundNothing).toBeGreaterThanOrEqual(0.95);
}
