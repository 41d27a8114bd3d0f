import { sql, type SQL } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Anime } from "~/features/catalog/anime";
import { isMature } from "~/features/catalog/maturity";
import { AgeLimit, isWithheld, type ParentalControl } from "~/features/catalog/parental-control";
import {
  isAdmittedId,
  isVisible,
  isVisibleEntry,
  isVisibleId,
} from "~/features/catalog/visibility.server";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { preparedStatement } from "~db/prepared-statement.server";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { admittedBy, arbitraryLimit } from "../../support/listing-oracle";

const database = await testDatabase();
const { db } = database;

let catalog: Anime[] = [];
const isWithdrawn = ({ mal_id }: Anime) => mal_id % 7 === 0;

beforeAll(async () => {
  const labels = [
    ...["G - All Ages", "PG - Children", "PG-13 - Teens 13 or older", "R - 17+ (violence)"],
    ...["R+ - Mild Nudity", "Rx - Hentai", "XX - Unheard of", "PG-130", "PG13", "None", "G,", ""],
    ...["pg - children", "RX - HENTAI", "G", "r", " G - All Ages", "PG  - Children", "G\t- All"],
  ];
  const anime = fc.record<Partial<Anime>>({
    rating: fc.option(fc.constantFrom(...labels), { freq: 8 }),
    genres: fc.subarray(["Drama", "Hentai", "Erotica", "Ecchi"], { maxLength: 2 }),
  });
  const made = fc.sample(anime, { numRuns: 250, seed: 76 });
  catalog = await addAnimes(
    db,
    ...made.map((fields, index) => ({ ...fields, mal_id: index + 1 })),
    ...labels.map((rating, index) => ({ rating, genres: [], mal_id: 1_001 + index })),
  );
  for (const title of catalog.filter(isWithdrawn)) await setTitleWithdrawn(db, title.mal_id, true);
});

async function ids(query: SQL): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`SELECT mal_id AS id FROM ${query} ORDER BY 1`);
  return rows.map(({ id }) => id);
}

const ADMITTED = preparedStatement<{ id: number }>(
  `SELECT mal_id AS id FROM animes WHERE ${isAdmittedId("animes.mal_id")} ORDER BY 1`,
);

async function admittedIds({ ratings, allowed, blocked }: AgeLimit): Promise<number[]> {
  const rows = await ADMITTED(database.sql, { ratings, allowed, blocked });
  return rows.map(({ id }) => id);
}

/** What each form of the rule shows, and what the negated ones do not. */
async function shownBy(parentalControl: ParentalControl) {
  const viewer = { parentalControl };
  const [row, entry, id] = [
    isVisible(sql`a`, viewer),
    isVisibleEntry(sql`e`, viewer),
    isVisibleId(sql`a.mal_id`, viewer),
  ];
  const all = catalog.map((title) => title.mal_id);
  const except = (hidden: number[]) => all.filter((shown) => !hidden.includes(shown));
  return {
    rows: await ids(sql`animes a WHERE ${row}`),
    notRows: except(await ids(sql`animes a WHERE NOT ${row}`)),
    entries: await ids(sql`listing_entries e WHERE ${entry}`),
    ids: await ids(sql`animes a WHERE ${id}`),
    notIds: except(await ids(sql`animes a WHERE NOT ${id}`)),
    inMemory: catalog
      .filter((title) => !isWithdrawn(title))
      .filter(({ mal_id, ...title }) => {
        const ratingCode = title.rating?.toLowerCase().split(" ")[0] ?? null;
        return !isWithheld({ id: mal_id, mature: isMature(title), ratingCode }, parentalControl);
      })
      .map((title) => title.mal_id),
  };
}

const inAllForms = (titles: readonly Anime[]) => {
  const shown = titles.filter((title) => !isWithdrawn(title)).map((title) => title.mal_id);
  const [rows, notRows, entries, notIds, inMemory] = [shown, shown, shown, shown, shown];
  return { rows, notRows, entries, ids: shown, notIds, inMemory };
};

describe("the rule of visibility", () => {
  it.each([true, false])(
    "is the same in all its forms for parental control %s",
    async (control) => {
      const shown = catalog.filter((title) => !control || !isMature(title));
      expect(await shownBy(control)).toEqual(inAllForms(shown));
    },
  );

  it("is the same in all its forms for any age limit", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLimit(catalog), async (limit) => {
        const [control, shown] = [new AgeLimit(limit.rating, limit), admittedBy(catalog, limit)];
        expect(await shownBy(control)).toEqual(inAllForms(shown));
        expect(await admittedIds(control)).toEqual(inAllForms(shown).ids);
      }),
      { numRuns: 40 },
    );
  });

  it.each(["r+", "rx", "", "none", "PG"])("shows nothing for a limit of %j", async (rating) => {
    expect(await shownBy(new AgeLimit(rating))).toEqual(inAllForms([]));
  });
});
