import { beforeEach, expect, it } from "vitest";
import { genresOfDay, loadHomeTitles, ownGenreRails } from "~/pages/home/home-page.server";
import { addAnimes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { animes } from "~db/schema";

const database = await testDatabase();
/** A time in spring. */
const NOW = new Date("2026-05-10T12:00:00Z");

const load = (parentalControl = true) =>
  loadHomeTitles(database, { parentalControl, now: NOW, hidden: null });

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
  const { seasonal } = await load();
  expect(seasonal.slice(0, 16).map(({ mal_id }) => mal_id)).toEqual([
    ...[101, 102, 103, 104, 201],
    ...Array.from({ length: 11 }, (_, index) => index + 1),
  ]);
});

it("gives no suggestive genre a row while parental control is on", async () => {
  await addAnimes(database.db, { mal_id: 1, genres: ["Ecchi"] }, { mal_id: 2, genres: ["Ecchi"] });
  expect((await load(true)).genreRails).toEqual([]);
  expect((await load(false)).genreRails.map(({ name }) => name)).toEqual(["Ecchi"]);
});

it("has rows of a user's favourite genres, and none without titles", async () => {
  await addAnimes(
    database.db,
    { mal_id: 1, genres: ["Drama"], score: 7 },
    { mal_id: 2, genres: ["Drama", "Horror"], score: 8 },
  );
  const options = { parentalControl: true, hidden: null, language: "romaji" as const };
  expect(genresOfDay(["Drama", "Gourmet", "Horror"], NOW)).toHaveLength(2);
  const rails = await ownGenreRails(database, ["Drama", "Gourmet"], options);
  expect(rails?.map(({ name, cards }) => [name, cards.map(({ id }) => id)])).toEqual([
    ["Drama", [2, 1]],
  ]);
  expect(await ownGenreRails(database, [], options)).toBeNull();
});
