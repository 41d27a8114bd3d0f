import { beforeAll, expect, it } from "vitest";
import { loader as publicProfile } from "~/routes/account/public-profile";
import { addAnimes } from "../../factories/anime";
import { createPageCaller, catchPageError } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const call = createPageCaller(database);

const open = (id: string, parentalControl = true) =>
  call(publicProfile, `/user/${id}`, { params: { id }, visitor: { parentalControl } });
const setVisibility = (owner: SignedInClient, choice: unknown) =>
  owner.send("POST", "/api/user/sitePreferences", { publicProfile: choice });

beforeAll(() =>
  addAnimes(
    database.db,
    {
      mal_id: 1,
      title: "Harbor Lights",
      year: 2019,
      score: 8.4,
      genres: ["Drama", "Mystery", "Award Winning"],
    },
    { mal_id: 2, title: "Harbor Lights Second", year: 2021, score: 7.1, genres: ["Drama"] },
    {
      mal_id: 3,
      title: "Closed Door",
      year: 2020,
      score: 6,
      rating: "Rx - Hentai",
      genres: ["Hentai"],
    },
  ),
);

/** Signs up a user whose list has a mature title, with a search. */
async function createProfileOwner(): Promise<SignedInClient> {
  const owner = await createSignedInClient(database);
  const profile = {
    name: "Faye",
    last_name: "Valentine",
    gender: "female",
    birthday: "1994-08-14",
    bio: "Bounty hunter.",
    favorite_animes: [1, 3],
    favorite_genres: ["Drama"],
    favorite_studios: ["Bones"],
    fanatic_level: "Otaku",
  };
  expect((await owner.send("POST", "/api/user/profile", profile)).status).toBe(200);
  for (const [animeId, type] of [
    [1, "Completed"],
    [2, "Watching"],
    [3, "Watching"],
  ] as const)
    await owner.send("POST", "/api/user/watchList", { animeId, type });
  await owner.send("POST", "/api/user/searchHistory", { query: "a secret wish" });
  return owner;
}

it("is 404 until its owner publishes it, like an unknown user's", async () => {
  const owner = await createProfileOwner();
  const closed = await catchPageError(open(owner.userId));
  const nobody = await catchPageError(open("8a3a1a5e-1111-4222-8333-944444444444"));
  expect(closed).toEqual(nobody);
  expect(closed.status).toBe(404);
  for (const id of ["1", "faye", owner.userId.slice(0, -1), "%00", "' or 1=1"])
    expect(await catchPageError(open(id))).toEqual(nobody);
});

it("shows what its owner published and nothing private", async () => {
  const owner = await createProfileOwner();
  expect((await setVisibility(owner, true)).status).toBe(200);
  const page = await open(owner.userId);
  expect(page.user).toEqual({
    id: owner.userId,
    name: "Faye",
    userName: owner.credentials.username,
    avatarUrl: null,
    bannerImage: null,
    bio: "Bounty hunter.",
    frequencyOfWatch: null,
    fanaticLevel: "Otaku",
    preferredFormat: null,
    favoriteGenres: ["Drama"],
    favoriteStudios: ["Bones"],
  });
  const text = JSON.stringify(page);
  for (const secret of [owner.credentials.email, "Valentine", "1994", "Female", "secret wish"])
    expect(text).not.toContain(secret);
});

it("counts and charts lists under the viewer's parental control", async () => {
  const owner = await createProfileOwner();
  await setVisibility(owner, true);
  await owner.send("PATCH", "/api/user/watchlist/entry", { animeId: 1, score: 88 });
  const controlled = await open(owner.userId);
  expect(controlled.counts).toMatchObject({ all: 2, completed: 1, watching: 1, planned: 0 });
  expect(controlled.statistics).toMatchObject({
    genres: [
      { name: "Drama", count: 2 },
      { name: "Mystery", count: 1 },
    ],
    by_year: [
      { name: "2019", titles: 1 },
      { name: "2021", titles: 1 },
    ],
    // Own scores only: the catalog has one for each title.
    scores: [{ score: 88, titles: 1 }],
    totals: { titles: 2, mean_score: 88 },
  });
  expect(controlled.favorites.map(({ id }) => id)).toEqual([1]);
  const all = await open(owner.userId, false);
  expect(all.counts.watching).toBe(2);
  expect(all.statistics.genres.map(({ name }) => name)).toEqual(["Drama", "Hentai", "Mystery"]);
  expect(all.favorites.map(({ id }) => id)).toEqual([1, 3]);
});

it("leaves private entries out, which their owner still sees", async () => {
  const owner = await createProfileOwner();
  await setVisibility(owner, true);
  const before = await open(owner.userId);
  for (const animeId of [1, 2])
    await owner.send("PATCH", "/api/user/watchlist/entry", { animeId, private: true, score: 10 });
  const after = await open(owner.userId);
  expect(before.counts).toMatchObject({ completed: 1, watching: 1 });
  expect(after.counts).toMatchObject({ completed: 0, watching: 0 });
  expect(after.statistics).toMatchObject({
    genres: [],
    by_year: [],
    scores: [],
    totals: { titles: 0, episodes: 0, minutes: 0 },
  });
});

it("is unpublished immediately, and rejects anything but a boolean", async () => {
  const owner = await createProfileOwner();
  await setVisibility(owner, true);
  for (const unclear of ["true", 1, null])
    expect((await setVisibility(owner, unclear)).status).toBe(400);
  expect((await setVisibility(owner, false)).status).toBe(200);
  expect((await catchPageError(open(owner.userId))).status).toBe(404);
});
