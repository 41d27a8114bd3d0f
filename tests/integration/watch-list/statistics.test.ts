import { expect, it } from "vitest";
import { addAnime } from "../../factories/anime";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const BASE = "/api/user/watchlist";
const today = new Date().toISOString().slice(0, 10);
const year = today.slice(0, 4);

interface Group {
  name: string | null;
  titles: number;
  episodes: number;
  minutes: number;
  mean_score: number | null;
}
type Statistics = Record<`by_${string}`, Group[]> & {
  year: number | null;
  totals: Record<string, number | null>;
  days: {
    date: string;
    episodes: number;
    minutes: number;
    finished_episodes: number;
    finished_minutes: number;
  }[];
};
const NOT_DATED = { finished_episodes: 0, finished_minutes: 0 };

const statistics = async (api: SignedInClient, query = "") =>
  dataOf<Statistics>(await api.send("GET", `/api/user/statistics${query}`));
const patch = (api: SignedInClient, animeId: number, fields: object) =>
  api.send("PATCH", `${BASE}/entry`, { animeId, ...fields });

async function createViewer() {
  const api = await createSignedInClient(database);
  const titles = {
    series: {
      episodes: 12,
      duration: "24 min per ep",
      year: 2019,
      genres: ["Drama", "Action"],
      studios: ["Bones"],
    },
    film: { episodes: 1, duration: "1 hr 40 min", type: "Movie", year: 2020, genres: ["Drama"] },
    airing: { episodes: null, duration: null, year: 2020, status: "Currently Airing" },
  };
  const [series, film, airing] = await Promise.all(
    Object.values(titles).map(async (fields) => (await addAnime(db, fields)).mal_id),
  );
  return { api, series: series ?? 0, film: film ?? 0, airing: airing ?? 0 };
}

it("counts titles, episodes and time, and groups them", async () => {
  const { api, series, film, airing } = await createViewer();
  await patch(api, series, { episodesSeen: 5, score: 80 });
  await patch(api, film, { state: "completed", score: 60 });
  await patch(api, airing, { episodesSeen: 10, private: true });
  const all = await statistics(api);
  const minutes = 5 * 24 + 100 + 10 * 24;
  expect(all.totals).toEqual({
    titles: 3,
    episodes: 16,
    minutes,
    hours: Math.round((minutes / 60) * 100) / 100,
    days: Math.round((minutes / 1440) * 100) / 100,
    rewatches: 0,
    scored: 2,
    mean_score: 70,
    score_deviation: 10,
  });
  expect(all.by_state).toEqual([
    { name: "watching", titles: 2, episodes: 15, minutes: 360, mean_score: 80 },
    { name: "completed", titles: 1, episodes: 1, minutes: 100, mean_score: 60 },
  ]);
  expect(all.by_genre).toMatchObject([
    { name: "Drama", titles: 2, episodes: 6 },
    { name: "Action", titles: 1, episodes: 5 },
  ]);
  expect(all.by_studio).toMatchObject([{ name: "Bones", titles: 1 }]);
  expect(all.by_year).toMatchObject([
    { name: "2019", titles: 1 },
    { name: "2020", titles: 2 },
  ]);
  expect(all.by_type).toMatchObject([
    { name: "TV", titles: 2 },
    { name: "Movie", titles: 1 },
  ]);
  expect(all.by_score).toMatchObject([
    { name: "60", titles: 1 },
    { name: "80", titles: 1 },
  ]);
  expect(all.by_length).toMatchObject([
    { name: "1", titles: 1 },
    { name: "7–16", titles: 1 },
  ]);
  expect(all.days).toEqual([{ date: today, episodes: 16, minutes, ...NOT_DATED }]);
});

it("counts rewatches as time, never as negative", async () => {
  const { api, series } = await createViewer();
  await patch(api, series, { state: "completed" });
  await api.send("POST", `${BASE}/seen`, { animeId: series, episodes: "+1" });
  expect((await statistics(api)).totals).toMatchObject({ episodes: 13, rewatches: 0 });
  await api.send("POST", `${BASE}/seen`, { animeId: series, episodes: 12 });
  const all = await statistics(api);
  expect(all.totals).toMatchObject({ episodes: 24, rewatches: 1, minutes: 24 * 24 });
  expect(all.days).toEqual([{ date: today, episodes: 24, minutes: 24 * 24, ...NOT_DATED }]);
});

it("counts a title that is recorded with an earlier finish in that year only", async () => {
  const { api, series } = await createViewer();
  await patch(api, series, { state: "completed", finishedOn: "2019-04" });
  expect((await statistics(api)).totals).toMatchObject({ episodes: 12 });
  expect((await statistics(api)).days).toEqual([]);
  expect((await statistics(api, "?year=2019")).totals).toMatchObject({ episodes: 12 });
  expect((await statistics(api, `?year=${year}`)).totals["episodes"]).toBe(0);
});

it("counts a finish date as a day, unless events tell when its title was watched", async () => {
  const { api, series, film } = await createViewer();
  const day = new Date(Date.now() - 100 * 86_400_000).toISOString().slice(0, 10);
  await api.send("POST", `${BASE}/import`, [
    { mal_id: series, state: "completed", episodes_seen: 12, finished_on: day },
    { mal_id: film, state: "completed", episodes_seen: 1, finished_on: day },
  ]);
  const days = async () => (await statistics(api)).days;
  const finished = (episodes: number, minutes: number) => ({
    episodes,
    minutes,
    finished_episodes: episodes,
    finished_minutes: minutes,
  });
  expect(await days()).toEqual([{ date: day, ...finished(13, 12 * 24 + 100) }]);
  await api.send("POST", `${BASE}/seen`, { animeId: series, episodes: "+1" });
  expect(await days()).toEqual([
    { date: day, ...finished(1, 100) },
    { date: today, episodes: 1, minutes: 24, ...NOT_DATED },
  ]);
});

it("leaves out of a day what was taken back or undone", async () => {
  const { api, series } = await createViewer();
  const seen = (episodes: string) =>
    api.send("POST", `${BASE}/seen`, { animeId: series, episodes });
  await seen("+1");
  await seen("+1");
  await seen("-1");
  expect((await statistics(api)).days).toMatchObject([{ episodes: 1 }]);
  await seen("+1");
  const [event] = dataOf<{ id: string }[]>(await api.send("GET", `${BASE}/events`));
  await api.send("POST", `${BASE}/undo`, { eventId: event?.id });
  expect((await statistics(api)).days).toMatchObject([{ episodes: 1 }]);
});

it("has what was watched in a year, and what an import says was finished in it", async () => {
  const { api, series, film } = await createViewer();
  await api.send("POST", `${BASE}/import`, [
    { mal_id: film, state: "completed", episodes_seen: 1, finished_on: "2015-07", score: 90 },
  ]);
  await api.send("POST", `${BASE}/seen`, { animeId: series, episodes: 3 });
  expect(await statistics(api, "?year=2015")).toMatchObject({
    year: 2015,
    totals: { titles: 1, episodes: 1, minutes: 100 },
    by_genre: [{ name: "Drama", titles: 1 }],
    days: [],
  });
  expect(await statistics(api, `?year=${year}`)).toMatchObject({
    totals: { titles: 1, episodes: 3 },
    days: [{ date: today, episodes: 3 }],
  });
  expect(await statistics(api, "?year=2001")).toMatchObject({
    totals: { titles: 0, episodes: 0, mean_score: null },
    by_state: [],
  });
});

it.each(["1899", "10000", "abc", "20.5"])("rejects the year %s", async (value) => {
  const api = await createSignedInClient(database);
  expect(await api.send("GET", `/api/user/statistics?year=${value}`)).toMatchObject({
    status: 400,
    body: { issues: [{ path: "year" }] },
  });
});

it("is private and empty for a new user", async () => {
  const api = await createSignedInClient(database);
  const response = await api.send("GET", "/api/user/statistics");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(dataOf<Statistics>(response).totals).toMatchObject({ titles: 0, episodes: 0, hours: 0 });
  api.cookie = "";
  expect((await api.send("GET", "/api/user/statistics")).status).toBe(401);
});
