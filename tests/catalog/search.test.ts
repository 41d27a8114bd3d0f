import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { matchTitles } from "~/features/search/search-titles.server";
import { testDatabase } from "../support/database/test-database";
import { hasData } from "./data";
import { evaluate, reportOf, type Evaluation } from "./support/evaluation";
import { readTitles, type CatalogTitle } from "./support/read-titles";
import { CATALOG_TEMPLATE } from "./support/setup";
import { generateQueries, type EvaluatedQuery } from "./support/generated-queries";
import { generateNativePieces } from "./support/native-pieces";
import { generateOtherMistakes } from "./support/other-mistakes";

const queryLine = z.object({ kind: z.string(), query: z.string(), accept: z.array(z.int()) });

/** A seed that is evaluated after a change, never while it is made. */
const HELD_OUT_SEED = 20_261_120;
const HELD_OUT_EACH = 100;
const OTHER_SEED = 20_270_415;
const PIECES_SEED = 20_270_802;
/** Mature titles that are searched by their own names. */
const MATURE_SAMPLE = 200;

describe.skipIf(!hasData)("search over the full catalog", async () => {
  const database = await testDatabase({ template: CATALOG_TEMPLATE });
  let titles: CatalogTitle[] = [];
  const search = async (query: string) =>
    (await matchTitles(database.sql, query, { parentalControl: true })).map(({ malId }) => malId);

  beforeAll(async () => {
    titles = await readTitles(database.sql);
  });

  it("finds the intended title for hand-written queries", async () => {
    expectTargets(report("Written by hand", await evaluate(queriesOf("by-hand"), search)));
  });

  it("finds titles for generated queries", async () => {
    expectTargets(report("Made by a script", await evaluate(queriesOf("generated"), search)));
  });

  it("finds titles for held-out queries", { tags: "nightly" }, async () => {
    expectTargets(
      report(
        "Held out",
        await evaluate(generateQueries(titles, HELD_OUT_SEED, HELD_OUT_EACH), search),
      ),
    );
  });

  it("finds titles for other kinds of mistakes", async () => {
    expectTargets(
      report(
        "Other mistakes, held out",
        await evaluate(generateOtherMistakes(titles, OTHER_SEED, HELD_OUT_EACH), search),
      ),
    );
  });

  it.each([
    ["the listing", undefined],
    ["suggestions", 10],
  ])("finds titles by a few characters from anywhere in them for %s", async (place, limit) => {
    const pieces = generateNativePieces(titles, PIECES_SEED, HELD_OUT_EACH);
    const { kinds } = report(
      `Pieces of Japanese titles, ${place}`,
      await evaluate(pieces, async (query) =>
        (
          await matchTitles(database.sql, query, {
            parentalControl: true,
            ...(limit !== undefined && { limit }),
          })
        ).map(({ malId }) => malId),
      ),
    );
    expect(kinds.filter(({ recallAt3 }) => recallAt3 < 0.95)).toEqual([]);
  });

  it("hides mature titles under parental control, and finds them without it", async () => {
    const mature = titles.filter((title) => title.mature);
    const hidden = new Set(mature.map((title) => title.mal_id));
    for (const { title, mal_id: id } of mature.slice(0, MATURE_SAMPLE)) {
      expect((await search(title)).filter((result) => hidden.has(result))).toEqual([]);
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
    ({ kind, query, accept, found: result }) =>
      `  ${kind}: ${query} → ${result.join(" ")} instead of ${accept.slice(0, 3).join(" ")}`,
  );
  process.stdout.write(
    `\n${name}\n\n${reportOf(evaluation)}\n\nNot first:\n${misses.join("\n")}\n`,
  );
  return evaluation;
}

function expectTargets({ overall, kinds, nonsenseFoundNothing }: Evaluation): void {
  expect(overall.recallAt3).toBeGreaterThanOrEqual(0.97);
  expect(overall.recallAt1).toBeGreaterThanOrEqual(0.92);
  expect(overall.meanReciprocalRank).toBeGreaterThanOrEqual(0.95);
  expect(kinds.filter(({ recallAt3 }) => recallAt3 < 0.95)).toEqual([]);
  expect(nonsenseFoundNothing).toBeGreaterThanOrEqual(0.95);
}
