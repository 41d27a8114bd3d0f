import { beforeEach, expect, it } from "vitest";
import { getEpisodePosition } from "~/features/playback/episode-position.server";
import { getEntrySummaries } from "~/features/watch-list/get-entry-summaries.server";
import { listUpNext } from "~/features/watch-list/up-next.server";
import { loader as titlePage } from "~/routes/catalog/anime";
import { loader as home } from "~/routes/catalog/home";
import { addEpisodes } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { railOf } from "../../support/home-rails";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
let user: SignedInClient;
let id: number;

const SOURCE = { videoSource: "https://video.akari.test/plain.m3u8" };

/** Twelve episodes: 3 and 4 are filler, 8 is a recap. */
beforeEach(async () => {
  user = await createSignedInClient(database);
  id = await addAnimeId(db, { episodes: 12 });
  await addEpisodes(db, id, 1, 2, SOURCE);
  await addEpisodes(db, id, 3, 4, { ...SOURCE, filler: true });
  await addEpisodes(db, id, 5, 7, SOURCE);
  await addEpisodes(db, id, 8, 8, { ...SOURCE, recap: true });
  await addEpisodes(db, id, 9, 12, SOURCE);
});

const see = (episodesSeen: number) =>
  user.send("PATCH", "/api/user/watchlist/entry", {
    animeId: id,
    state: "watching",
    episodesSeen,
  });

it("passes over filler and recaps to what is next", async () => {
  await see(2);
  const nextOf = async (skipsFiller: boolean) => {
    const { titles } = await listUpNext(db, user.userId, {
      limit: 5,
      parentalControl: true,
      skipsFiller,
    });
    return titles[0];
  };
  expect(await nextOf(true)).toMatchObject({
    next: 5,
    episodesSeen: 2,
    total: 12,
    withoutFiller: { seen: 2, total: 9 },
  });
  expect(await nextOf(false)).toMatchObject({ next: 3, withoutFiller: null });
  await see(7);
  expect((await nextOf(true))?.next).toBe(9);
  const summaries = await getEntrySummaries(db, user.userId, [id], { skipsFiller: true });
  expect(summaries.get(id)).toMatchObject({
    next: 9,
    episodesSeen: 7,
    withoutFiller: { seen: 5, total: 9 },
  });
});

it("continues after filler, unless the filler was begun", async () => {
  const play = (episode: number, position: number) =>
    user.send("POST", "/api/user/progress", {
      animeId: id,
      episode,
      position,
      duration: 1_400,
    });
  const next = async (skipsFiller: boolean) =>
    (await listUpNext(db, user.userId, { parentalControl: true, skipsFiller, limit: 1 })).titles[0]
      ?.next;
  await play(2, 1_390);
  expect([await next(true), await next(false)]).toEqual([5, 3]);
  await play(3, 60);
  expect(await next(true)).toBe(3);
});

it("goes from an episode to the next that is no filler, and back to any", async () => {
  const around = (number: number, skipsFiller = true) =>
    getEpisodePosition(db, id, number, { skipsFiller });
  expect(await around(2)).toMatchObject({ next: { number: 5 } });
  expect(await around(3)).toMatchObject({ next: { number: 5 }, previous: { number: 2 } });
  expect(await around(9)).toMatchObject({ previous: { number: 8 } });
  expect(await around(2, false)).toMatchObject({ next: { number: 3 } });
});

it("is a setting of pages; what the API reports stays", async () => {
  await see(2);
  const call = createPageCaller(database);
  const init = { headers: { cookie: user.cookie } };
  const path = `/anime/${id}/anime-${id}`;
  const params = { id: String(id), slug: `anime-${id}` };
  const pageOf = (skipsFiller: boolean) =>
    call(titlePage, path, { params, init, visitor: { skipsFiller } });
  expect((await pageOf(true)).own).toMatchObject({
    seen: 2,
    total: 12,
    next: 5,
    withoutFiller: { seen: 2, total: 9 },
  });
  expect((await pageOf(false)).own).toMatchObject({ next: 3, withoutFiller: null });
  const page = await call(home, "/", { init, visitor: { skipsFiller: true } });
  expect(railOf(page, "upNext")?.cards[0]).toMatchObject({
    next: 5,
    withoutFiller: { seen: 2, total: 9 },
  });
  await user.send("POST", "/api/user/sitePreferences", { skipFiller: true });
  const entry = await user.send("GET", `/api/user/watchlist/entry?animeId=${id}`);
  expect(dataOf(entry)).toMatchObject({ episodes_seen: 2 });
});
