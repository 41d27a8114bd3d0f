import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { ageLimitOf, ownControl, type StoredLimit } from "~/features/catalog/own-control.server";
import { LIMIT_RATINGS } from "~/features/catalog/parental-control";
import { isVisible, isVisibleTo } from "~/features/catalog/visibility.server";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { childTitles } from "~db/schema";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { addReader } from "./readers";

const { db } = await testDatabase();
const STATES = ["allowed", "blocked", "asked"] as const;

let titles: Anime[] = [];

beforeAll(async () => {
  const labels = [
    ...["G - All Ages", "PG - Children", "PG-13 - Teens 13 or older", "R - 17+ (violence)"],
    ...["R+ - Mild Nudity", "Rx - Hentai", "RX - HENTAI", "pg - children", " G - All", "None", ""],
  ];
  const anime = fc.record<Partial<Anime>>({
    rating: fc.option(fc.constantFrom(...labels), { freq: 8 }),
    genres: fc.subarray(["Drama", "Hentai", "Ecchi"], { maxLength: 2 }),
  });
  const made = fc.sample(anime, { numRuns: 120, seed: 77 });
  titles = await addAnimes(db, ...made.map((title, index) => ({ ...title, mal_id: index + 1 })));
  for (const { mal_id } of titles) if (mal_id % 7 === 0) await setTitleWithdrawn(db, mal_id, true);
});

it("shows each reader what the rule for one viewer does", async () => {
  const ids = titles.map(({ mal_id }) => mal_id);
  const reader = fc.record({
    parentalControl: fc.boolean(),
    limit: fc.option(fc.constantFrom(...LIMIT_RATINGS), { nil: undefined, freq: 3 }),
    decisions: fc.uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...STATES)), {
      selector: ([id]) => id,
      maxLength: 40,
    }),
  });
  for (const { limit, decisions, parentalControl } of fc.sample(reader, {
    numRuns: 60,
    seed: 77,
  })) {
    const userId = await addReader(db, 1, {
      parentalControl,
      ...(limit === undefined ? {} : { limit }),
    });
    if (limit !== undefined && decisions.length > 0)
      await db
        .insert(childTitles)
        .values(decisions.map(([malId, state]) => ({ userId, malId, state })));
  }
  const readers = await db.execute<{ id: string; chosen: boolean; limit: StoredLimit | null }>(sql`
    SELECT p.user_id AS id, p.parental_control AS chosen, ${ageLimitOf(sql`p.user_id`)} AS limit
    FROM preferences p`);
  expect(readers).toHaveLength(60);
  const shown = await db.execute<{ user_id: string; mal_id: number; visible: boolean }>(sql`
    SELECT p.user_id, a.mal_id, ${isVisibleTo(sql`a`, sql`p`)} AS visible
    FROM preferences p CROSS JOIN animes a ORDER BY a.mal_id`);
  const counts = new Set<number>();
  for (const { id, chosen, limit } of readers) {
    const own = shown.filter((row) => row.user_id === id);
    // True or false of every row, so that it can be negated.
    expect(own.filter(({ visible }) => typeof visible !== "boolean")).toEqual([]);
    const viewer = { parentalControl: ownControl(chosen, limit) };
    const expected = await db.execute<{ mal_id: number }>(sql`
      SELECT a.mal_id FROM animes a WHERE ${isVisible(sql`a`, viewer)} ORDER BY a.mal_id`);
    expect(own.filter(({ visible }) => visible).map(({ mal_id }) => mal_id)).toEqual(
      expected.map(({ mal_id }) => mal_id),
    );
    counts.add(expected.length);
  }
  // The readers differ, so that an answer for all of them alike would fail.
  expect(counts.size).toBeGreaterThan(5);
});
