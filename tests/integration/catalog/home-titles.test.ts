import { beforeEach, expect, it } from "vitest";
import { listBest, listLatestSeason } from "~/features/listing/rail-titles.server";
import { loader as home } from "~/routes/catalog/home";
import { addAnimes } from "../../factories/anime";
import { railOf } from "../../support/home-rails";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";
import { animes, profiles } from "~db/schema";

const database = await testDatabase();
/** A time in spring. */
const NOW = new Date("2026-05-10T12:00:00Z");

const reader = { services: database, parentalControl: true, hidden: null };
const genresOf = async (visitor = {}, headers = {}) => {
  const page = await createPageCaller(database)(home, "/", { visitor, init: { headers } });
  return railOf(page, "genreRails")?.map(({ name }) => name);
};

beforeEach(() => database.db.delete(animes));

it("starts the season's row with what airs, however popular what is announced", async () => {
  const spring = { season: "Spring", year: 2026 } as const;
  const announced = Array.from({ length: 20 }, (_, index) => ({
    ...spring,
    mal_id: index + 1,
    popularity: index + 1,
    status: "Not yet aired",
  }));
  const airing = Array.from({ length: 4 }, (_, index) => ({
    ...spring,
    mal_id: index + 101,
    popularity: index + 101,
    status: "Currently Airing",
    airing: true,
  }));
  const finished = { ...spring, mal_id: 201, popularity: 201, status: "Finished Airing" };
  await addAnimes(database.db, ...announced, ...airing, finished);
  const { titles } = await listLatestSeason(reader, NOW);
  expect(titles.slice(0, 16).map(({ mal_id }) => mal_id)).toEqual([
    ...[101, 102, 103, 104, 201],
    ...Array.from({ length: 11 }, (_, index) => index + 1),
  ]);
});

it("gives no suggestive genre a row while parental control is on", async () => {
  await addAnimes(database.db, { mal_id: 1, genres: ["Ecchi"] }, { mal_id: 2, genres: ["Ecchi"] });
  expect(await genresOf()).toEqual([]);
  expect(await genresOf({ parentalControl: false })).toEqual(["Ecchi"]);
});

it("has rows of a user's favourite genres, and none without titles", async () => {
  await addAnimes(
    database.db,
    { mal_id: 1, genres: ["Drama"], score: 7 },
    { mal_id: 2, genres: ["Drama", "Horror"], score: 8 },
  );
  const { cookie } = await createSignedInClient(database);
  const withFavorites = async (...favoriteGenres: string[]) => {
    await database.db.update(profiles).set({ favoriteGenres });
    return genresOf({}, { cookie });
  };
  expect(await withFavorites("Horror", "Gourmet")).toEqual(["Horror"]);
  expect(await withFavorites("Gourmet")).toEqual(await genresOf());
  const [best] = await listBest(reader, ["Drama"]);
  expect(best?.titles.map(({ mal_id }) => mal_id)).toEqual([2, 1]);
});
