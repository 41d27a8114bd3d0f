import { beforeEach, describe, expect, it } from "vitest";
import { MASK_NOTHING } from "~/features/catalog/spoilers/spoiler-settings";
import { countTabs } from "~/features/watch-list/count-tabs.server";
import { listUpNext } from "~/features/watch-list/up-next.server";
import { serverI18n } from "~/i18n/i18n.server";
import { upNextCards } from "~/features/watch-list/view/up-next-cards.server";
import { episodes, episodeSources } from "~db/schema";
import { addEpisodes } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const SHOWN = { masks: MASK_NOTHING, revealed: new Set<string>() };
let user: SignedInClient;

beforeEach(async () => {
  user = await createSignedInClient(database);
});

const patch = (animeId: number, fields: object) =>
  user.send("PATCH", "/api/user/watchlist/entry", { animeId, ...fields });
const upNext = (options: { limit?: number; parentalControl?: boolean } = {}) =>
  listUpNext(db, user.userId, { limit: 24, parentalControl: true, ...options });
const idsOf = async () => (await upNext()).titles.map(({ anime }) => anime.mal_id);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

/** An airing title of which `aired` episodes came out, the last of them `days` ago. */
async function addAiring(aired: number, days: number): Promise<number> {
  const id = await addAnimeId(db, { status: "Currently Airing", airing: true, episodes: 12 });
  for (let number = 1; number <= aired; number += 1)
    await addEpisodes(db, id, number, number, { aired: daysAgo(days + (aired - number) * 7) });
  await addEpisodes(db, id, aired + 1, aired + 1, { aired: daysAgo(days - 7) });
  return id;
}

it("lists the next episode of titles being watched and rewatched, and of no others", async () => {
  const [watching, rewatching] = [await addAnimeId(db), await addAnimeId(db)];
  await addEpisodes(db, watching, 1, 12);
  await patch(watching, { state: "watching", episodesSeen: 4 });
  await patch(rewatching, { state: "completed" });
  await patch(rewatching, { state: "rewatching" });
  for (const state of ["planned", "completed", "paused", "dropped", null])
    await patch(await addAnimeId(db), { state });
  const { titles, total } = await upNext();
  expect(total).toBe(2);
  expect(titles).toMatchObject([
    { anime: { mal_id: rewatching }, episodesSeen: 0, total: 12, next: 1, episodeTitle: null },
    {
      anime: { mal_id: watching },
      episodesSeen: 4,
      next: 5,
      episodeTitle: "Episode 5",
      playable: false,
      airing: null,
    },
  ]);
});

it("counts what is being watched as the tab of My list does, also when all is seen", async () => {
  const [next, seen] = [await addAnimeId(db), await addAnimeId(db, { episodes: 2 })];
  await patch(next, { state: "watching" });
  await patch(seen, { state: "watching", episodesSeen: 2 });
  const { titles, total } = await upNext();
  expect(titles.map(({ anime }) => anime.mal_id)).toEqual([next]);
  const { counts } = await countTabs(db, user.userId, {
    parentalControl: true,
    hidePrivate: false,
  });
  expect([total, counts.watching]).toEqual([2, 2]);
});

it("knows which next episode has a source, its own or the catalog's", async () => {
  const [attached, imported, without] = [
    await addAnimeId(db),
    await addAnimeId(db),
    await addAnimeId(db),
  ];
  for (const id of [attached, imported, without]) {
    await addEpisodes(db, id, 1, 2);
    await patch(id, { state: "watching", episodesSeen: 1 });
  }
  await db
    .insert(episodeSources)
    .values({ animeMalId: attached, number: 2, url: "https://cdn.test/2.m3u8", kind: "sub" });
  await db
    .insert(episodes)
    .values({ animeMalId: imported, number: 3, videoSource: "https://cdn.test/3.m3u8" });
  await patch(imported, { episodesSeen: 2 });
  const playable = Object.fromEntries(
    (await upNext()).titles.map(({ anime, playable: isPlayable }) => [anime.mal_id, isPlayable]),
  );
  expect(playable).toEqual({ [attached]: true, [imported]: true, [without]: false });
});

it("counts on without an end while the number of episodes is unknown", async () => {
  const id = await addAnimeId(db, { episodes: null, status: "Currently Airing" });
  await patch(id, { state: "watching", episodesSeen: 40 });
  expect((await upNext()).titles).toMatchObject([{ next: 41, total: null, airing: null }]);
});

it("omits titles of which all episodes are seen, and mature ones under parental control", async () => {
  const [done, mature] = [
    await addAnimeId(db, { episodes: 2 }),
    await addAnimeId(db, { rating: "Rx - Hentai" }),
  ];
  await patch(done, { state: "watching", episodesSeen: 2 });
  await patch(mature, { state: "watching" });
  expect(await upNext()).toEqual({ titles: [], total: 0 });
  expect((await upNext({ parentalControl: false })).titles).toHaveLength(1);
});

describe("of titles that are airing", () => {
  it("counts the episodes that came out and are not seen", async () => {
    const id = await addAiring(5, 2);
    await patch(id, { state: "watching", episodesSeen: 2 });
    const [title] = (await upNext()).titles;
    expect(title?.airing?.behind).toBe(3);
    const [card] = upNextCards(title === undefined ? [] : [title], {
      language: "romaji",
      i18n: serverI18n("en"),
      zone: "UTC",
      now: new Date(),
      ...SHOWN,
    });
    expect(card?.news).toMatch(/^3 episodes behind, the latest from \d{1,2} \w+$/);
  });

  it("puts those that are caught up last, and says when the next one airs", async () => {
    const [caughtUp, behind] = [await addAiring(3, 1), await addAiring(3, 6)];
    await patch(behind, { state: "watching", episodesSeen: 1 });
    await patch(caughtUp, { state: "watching", episodesSeen: 3 });
    expect(await idsOf()).toEqual([behind, caughtUp]);
    const { titles } = await upNext();
    const cards = upNextCards(titles, {
      language: "romaji",
      i18n: serverI18n("en"),
      zone: "UTC",
      now: new Date(),
      ...SHOWN,
    });
    expect(cards[1]?.news).toMatch(/^Next airs \w{3}$/);
  });

  it("names the broadcast's time in the user's zone", async () => {
    const id = await addAnimeId(db, {
      status: "Currently Airing",
      broadcast_day: "Friday",
      broadcast_time: "18:00",
      broadcast_timezone: "Asia/Tokyo",
    });
    await patch(id, { state: "watching" });
    const { titles } = await upNext();
    const now = new Date("2026-11-18T00:00:00Z");
    const news = (zone: string, locale: "en" | "es") =>
      upNextCards(titles, {
        language: "romaji",
        i18n: serverI18n(locale),
        zone,
        now,
        ...SHOWN,
      })[0]?.news;
    expect(news("Asia/Tokyo", "en")).toBe("Next airs Fri 18:00");
    expect(news("UTC", "en")).toBe("Next airs Fri 09:00");
    expect(news("America/Los_Angeles", "es")).toMatch(/^Próxima emisión: vie,? 0?1:00$/);
  });

  it("moves a title up when an episode comes out", async () => {
    const aired = await addAiring(2, 0.01);
    const other = await addAnimeId(db);
    await patch(aired, { state: "watching", episodesSeen: 1 });
    await patch(other, { state: "watching", episodesSeen: 1 });
    await db.execute(
      `UPDATE watch_list_entries SET updated_at = now() - interval '5 days' WHERE anime_mal_id = ${aired}`,
    );
    await db.execute(
      `UPDATE watch_list_entries SET updated_at = now() - interval '1 day' WHERE anime_mal_id = ${other}`,
    );
    expect(await idsOf()).toEqual([aired, other]);
  });
});

it("is bounded, with the number of all", async () => {
  for (let index = 0; index < 3; index += 1)
    await patch(await addAnimeId(db), { state: "watching" });
  const { titles, total } = await upNext({ limit: 2 });
  expect([titles.length, total]).toEqual([2, 3]);
});
