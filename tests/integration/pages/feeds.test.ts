import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createCalendarLink,
  revokeCalendarLink,
} from "~/features/accounts/tokens/calendar-link.server";
import { airingsBetween } from "~/features/schedule/week-schedule";
import { daysAfterMonday, wallClock, wallDate, wallMidnight } from "~/features/schedule/time-zone";
import { WEEKDAYS } from "~/features/catalog/vocabulary";
import { action as settingsAction } from "~/routes/account/settings";
import { loader as feed } from "~/routes/catalog/feed";
import { loader as ownCalendar } from "~/routes/catalog/own-calendar";
import { animes, users } from "~db/schema";
import { addAnimes, addEpisodes, buildAnime, indexForSearch } from "../../factories/anime";
import { readAtom } from "../../support/read-atom";
import { callHandler, createPageCaller } from "../../support/server/call-page";
import { createTestContext, createTestServices } from "../../support/server/context";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Aired yesterday, at least 23 and at most 48 hours ago. */
const onAir = {
  status: "Currently Airing",
  airing: true,
  broadcast_timezone: "Asia/Tokyo",
  broadcast_day: WEEKDAYS[daysAfterMonday(wallMidnight(new Date(), "Asia/Tokyo", -1))] ?? null,
  broadcast_time: "00:30",
};
const WATCHED = 1;
const MATURE = 2;
const DROPPED = 3;
const UNLISTED = 4;
const UNNUMBERED = 5;

/** The last broadcast of a slot before now. */
const lastBroadcast = () => {
  const [airing] = airingsBetween(
    [buildAnime(onAir)],
    "UTC",
    new Date(Date.now() - 7 * DAY_MS),
    new Date(),
  );
  if (airing === undefined) throw new Error("Nothing aired in a week.");
  return airing.at;
};

beforeAll(async () => {
  await addAnimes(
    db,
    {
      ...{ mal_id: WATCHED, title: "Watched <b> & “x” ]]>", title_english: "Watched in English" },
      ...{ genres: ["Drama"], studios: ["A studio"], popularity: 1 },
      ...onAir,
    },
    { mal_id: MATURE, title: "For adults", ...onAir, rating: "Rx - Hentai" },
    { mal_id: DROPPED, title: "Dropped", ...onAir },
    { mal_id: UNLISTED, title: "On no list", ...onAir, episodes: 1 },
    { mal_id: UNNUMBERED, title: "Without a number", ...onAir },
  );
  const aired = new Date(`${wallDate(wallClock(lastBroadcast(), "Asia/Tokyo"))}T00:00:00.000Z`);
  for (const id of [WATCHED, MATURE, DROPPED]) {
    await addEpisodes(db, id, 6, 6, {
      ...{ title: "A spoiler", description: "Another spoiler", imageUrl: "https://spoiler.test/" },
      videoSource: id === WATCHED ? "https://example.org/6.mp4" : null,
    });
    await addEpisodes(db, id, 7, 7, { aired, title: "A spoiler" });
  }
  await addEpisodes(db, UNLISTED, 1, 1, { aired });
});

interface FeedCall {
  headers?: Record<string, string>;
  environment?: Record<string, string>;
  origin?: string;
}

/** Opens a feed without what other tests have cached. */
function open(path: string, { headers = {}, environment, origin }: FeedCall = {}) {
  const services = createTestServices(environment, database);
  const context = createTestContext(services, {
    metadata: origin === undefined ? {} : { origin },
    visitor: { parentalControl: false },
  });
  const { pathname } = new URL(path, "http://akari.test");
  return callHandler(feed, {
    request: new Request(`http://akari.test${path}`, { headers }),
    params: { feed: pathname.replace("/feed/", "") },
    context,
  });
}

interface JsonItem {
  id: string;
  url: string;
  title: string;
  image: string;
  date_published?: string;
}
const atom = async (path: string, options?: FeedCall) =>
  readAtom(await (await open(path, options)).text());
const json = async (path: string, options?: FeedCall) =>
  (await (await open(path, options)).json()) as { feed_url?: string; items: JsonItem[] };
const titlesOf = ({ entries }: Awaited<ReturnType<typeof atom>>) =>
  entries.map(({ title }) => title);

describe("the feed of new episodes", () => {
  it("has what aired in two weeks, newest first, as Atom", async () => {
    const response = await open("/feed/episodes.atom");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("public, max-age=3600");
    const read = readAtom(await response.text());
    expect(read).toMatchObject({
      language: "en",
      title: "New episodes · Akari",
      page: "http://akari.test/schedule",
      self: "http://akari.test/feed/episodes.atom",
      updated: lastBroadcast().toISOString(),
    });
    expect(titlesOf(read).toSorted()).toEqual([
      "Episode 6 of Dropped has aired",
      "Episode 6 of Watched <b> & “x” ]]> has aired",
      "Episode 7 of Dropped has aired",
      "Episode 7 of Watched <b> & “x” ]]> has aired",
      "On no list has aired",
    ]);
    const times = read.entries.map(({ updated }) => updated);
    expect(times).toEqual(times.toSorted().toReversed());
    const sixth = read.entries.find(({ title }) => title.startsWith("Episode 6 of Watched"));
    expect(sixth).toMatchObject({
      published: new Date(lastBroadcast().getTime() - 7 * DAY_MS).toISOString(),
      content: "Drama\nA studio",
      url: "http://akari.test/watch/1/6",
    });
    const seventh = read.entries.find(({ title }) => title.startsWith("Episode 7 of Watched"));
    expect(seventh?.url).toBe("http://akari.test/anime/1/watched-b-x");
  });

  it("has the same entries as JSON Feed", async () => {
    const response = await open("/feed/episodes.json");
    expect(response.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    const { items, feed_url } = (await response.json()) as Awaited<ReturnType<typeof json>>;
    expect(feed_url).toBe("http://akari.test/feed/episodes.json");
    const { entries } = await atom("/feed/episodes.atom");
    expect(
      items.map(({ id, url, title, date_published: published }) => ({ id, url, title, published })),
    ).toEqual(entries.map(({ id, url, title, published }) => ({ id, url, title, published })));
    expect(items[0]?.image).toMatch(/^http:\/\/akari\.test\/media\/cover\/\d\/480\.webp$/);
  });

  it("never says how an episode is called, what it is about or what it looks like", async () => {
    for (const format of ["atom", "json"])
      expect(await (await open(`/feed/episodes.${format}`)).text()).not.toMatch(/spoiler/i);
  });

  it("keeps its ids over another title, locale and host", async () => {
    const idsOf = async (path: string, origin?: string) => {
      const { id, entries } = await atom(path, origin === undefined ? {} : { origin });
      return [id, ...entries.map((entry) => entry.id)].toSorted();
    };
    const before = await idsOf("/feed/episodes.atom");
    expect(new Set(before).size).toBe(6);
    expect(await idsOf("/feed/episodes.atom?locale=es")).toEqual(before);
    expect(await idsOf("/feed/episodes.atom", "https://anime.example.org")).toEqual(before);
    const rename = (title: string) =>
      db.update(animes).set({ title }).where(eq(animes.malId, WATCHED));
    await rename("Renamed");
    const renamed = await atom("/feed/episodes.atom");
    expect(titlesOf(renamed)).toContain("Episode 7 of Renamed has aired");
    expect(await idsOf("/feed/episodes.atom")).toEqual(before);
    await rename("Watched <b> & “x” ]]>");
  });

  it("is in the locale of its URL", async () => {
    const read = await atom("/feed/episodes.atom?locale=es");
    expect(read).toMatchObject({
      language: "es",
      title: "Episodios nuevos · Akari",
      self: "http://akari.test/feed/episodes.atom?locale=es",
    });
    expect(await atom("/feed/episodes.atom?locale=xx")).toMatchObject({ language: "en" });
  });

  it("hides what parental control and an age limit hide, whatever the URL says", async () => {
    const all = await atom("/feed/episodes.atom?parental_control=false");
    expect(titlesOf(all).join()).not.toContain("For adults");
    const limited = await atom("/feed/episodes.atom", { environment: { VISITOR_RATING: "pg" } });
    expect(limited.entries).toEqual([]);
  });

  it("is the same until an episode airs: 304 to its ETag", async () => {
    for (const name of ["episodes.atom", "episodes.json", "browse.atom?genre_filter=drama"]) {
      const etag = (await open(`/feed/${name}`)).headers.get("etag") ?? "";
      const again = await open(`/feed/${name}`, { headers: { "if-none-match": etag } });
      expect([name, again.status, await again.text()]).toEqual([name, 304, ""]);
      expect(again.headers.get("vary")).toBe("Accept-Encoding");
    }
  });

  it.each([
    "episodes",
    "episodes.rss",
    "episodes.atom.json",
    "none.atom",
    "toString.atom",
    ".atom",
  ])("does not exist as %s", async (name) => {
    expect((await open(`/feed/${name}`)).status).toBe(404);
  });
});

describe("a private feed", () => {
  let user: SignedInClient;
  const mine = (code: string, format = "atom") =>
    `/feed/mine.${format}?${new URLSearchParams({ code }).toString()}`;

  beforeEach(async () => {
    user = await createSignedInClient(database);
    for (const animeId of [WATCHED, MATURE])
      await user.send("POST", "/api/user/watchList", { animeId, type: "Watching" });
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: DROPPED, state: "dropped" });
  });

  it("has the episodes of the user's list, and names its code nowhere", async () => {
    const code = await createCalendarLink(db, user.userId);
    for (const format of ["atom", "json"]) {
      const response = await open(mine(code, format));
      expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
        200,
        {
          "cache-control": "private, no-store",
          "referrer-policy": "no-referrer",
          "x-robots-tag": "noindex",
        },
      ]);
      const text = await response.text();
      expect(text).not.toContain(code);
      expect(text).not.toContain(user.userId);
    }
    const read = await atom(mine(code));
    expect(titlesOf(read)).toEqual([
      "Episode 7 of Watched <b> & “x” ]]> has aired",
      "Episode 6 of Watched <b> & “x” ]]> has aired",
    ]);
    expect(read).toMatchObject({
      title: "New episodes of my list · Akari",
      page: "http://akari.test/schedule?show=mine",
      self: null,
    });
  });

  it("has the ids of the public feed, and one of its own that a new code keeps", async () => {
    const before = await atom(mine(await createCalendarLink(db, user.userId)));
    const after = await atom(mine(await createCalendarLink(db, user.userId)));
    expect(after.id).toBe(before.id);
    const { id, entries } = await atom("/feed/episodes.atom");
    expect(id).not.toBe(before.id);
    const ids = entries.map((entry) => entry.id);
    expect(ids).toEqual(expect.arrayContaining(before.entries.map((entry) => entry.id)));
  });

  it("follows the user's delay, language and parental control", async () => {
    const code = await createCalendarLink(db, user.userId);
    const before = await atom(mine(code));
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: false });
    await user.send("POST", "/api/user/sitePreferences", {
      titleLanguage: "english",
      scheduleDelayHours: 5,
    });
    const after = await atom(mine(code));
    expect(titlesOf(after)).toContain("Episode 6 of Watched in English has aired");
    expect(titlesOf(after)).toContain("Episode 6 of For adults has aired");
    const sixth = after.entries.find(({ title }) => title.startsWith("Episode 6 of Watched"));
    const earlier = before.entries.find(({ id }) => id === sixth?.id);
    expect(Date.parse(sixth?.updated ?? "") - Date.parse(earlier?.updated ?? "")).toBe(5 * HOUR_MS);
    expect(titlesOf(after)).toContain("Episode 7 of Watched in English has aired");
    await user.send("POST", "/api/user/sitePreferences", { scheduleDelayHours: 48 });
    expect(titlesOf(await atom(mine(code))).join()).not.toContain("Episode 7");
  });

  it("ends with the calendar's link and the account's disabling", async () => {
    const code = await createCalendarLink(db, user.userId);
    await db
      .update(users)
      .set({ disabledAt: sql`now()` })
      .where(eq(users.id, user.userId));
    expect((await open(mine(code))).status).toBe(404);
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, user.userId));
    expect((await open(mine(code))).status).toBe(200);
    await revokeCalendarLink(db, user.userId);
    const revoked = await open(mine(code));
    expect(revoked.status).toBe(404);
    expect(revoked.headers.get("cache-control")).toContain("no-store");
  });

  it("is opened by the code that the settings show once, as the calendar is", async () => {
    const callPage = createPageCaller(database);
    const created = (await callPage(settingsAction, "/settings", {
      init: {
        method: "POST",
        body: new URLSearchParams({ intent: "create-calendar" }),
        headers: { cookie: user.cookie },
      },
    })) as { createdCalendar: string };
    expect((await open(mine(created.createdCalendar))).status).toBe(200);
    const calendar = `/schedule/mine.ics?code=${created.createdCalendar}`;
    expect((await callPage(ownCalendar, calendar)).status).toBe(200);
  });

  it.each(["", "x", "a".repeat(43)])("is not found with the code “%s”", async (code) => {
    expect((await open(mine(code))).status).toBe(404);
  });

  it("is limited per client, together with the calendar", async () => {
    const limited = createPageCaller(database, { RATE_LIMITS: "ownCalendar=2/60" });
    const params = { feed: "mine.atom" };
    const statuses = [
      (await limited(feed, "/feed/mine.atom?code=x", { params })).status,
      (await limited(ownCalendar, "/schedule/mine.ics?code=x")).status,
      (await limited(feed, "/feed/mine.atom?code=x", { params })).status,
    ];
    expect(statuses).toEqual([404, 404, 429]);
  });
});

describe("the feed of a Browse URL", () => {
  beforeAll(async () => {
    const begun = (mal_id: number, day: string) => ({
      ...{ mal_id, title: `Harbor ${mal_id}`, genres: ["Mystery"], popularity: mal_id },
      ...{ aired_from: `${day}T00:00:00.000Z`, synopsis: "What it is <about>." },
    });
    await addAnimes(
      db,
      begun(101, "2020-01-01"),
      begun(102, "2022-01-01"),
      { ...begun(103, "2021-01-01"), score: 9 },
      { ...begun(104, "2023-01-01"), rating: "Rx - Hentai" },
      { ...begun(105, "2024-01-01"), type: "Music" },
      { ...begun(106, "2024-01-01"), status: "Not yet aired", aired_from: null },
      ...Array.from({ length: 51 }, (_, index) => ({
        ...{ mal_id: 201 + index, title: `Comedy ${index}`, genres: ["Comedy"] },
        aired_from: new Date(Date.UTC(2010, 0, 1 + index)).toISOString(),
      })),
    );
    await indexForSearch(db);
  });

  it("lists what matches and has begun, the newest first", async () => {
    const response = await open("/feed/browse.atom?genre_filter=mystery&order_by=title");
    expect(response.headers.get("cache-control")).toContain("public");
    const read = readAtom(await response.text());
    expect(read).toMatchObject({
      title: "Mystery · Akari",
      page: "http://akari.test/browse?genre_filter=mystery&order_by=title",
      self: "http://akari.test/feed/browse.atom?genre_filter=mystery",
      updated: "2022-01-01T00:00:00.000Z",
    });
    expect(titlesOf(read)).toEqual(["Harbor 102", "Harbor 103", "Harbor 101"]);
    expect(read.entries[0]).toMatchObject({
      url: "http://akari.test/anime/102/harbor-102",
      published: "2022-01-01T00:00:00.000Z",
      content: "Mystery\n\nWhat it is <about>.",
    });
  });

  it("lists what is announced by its status, and what a search finds", async () => {
    const announced = await atom(
      "/feed/browse.atom?genre_filter=mystery&status_filter=not-yet-aired",
    );
    expect(announced.entries).toMatchObject([{ title: "Harbor 106", published: null }]);
    expect(titlesOf(await atom("/feed/browse.atom?search_query=Harbor+103"))[0]).toBe("Harbor 103");
  });

  it("has the id of its filters, whatever their order and the locale", async () => {
    const idOf = async (query: string) => (await atom(`/feed/browse.atom?${query}`)).id;
    const id = await idOf("genre_filter=mystery&year_min=2020");
    for (const same of [
      "year_min=2020&genre_filter=Mystery",
      "genre_filter=mystery&year_min=2020&locale=es&order_by=title&view=list&page=9&limit=2",
    ])
      expect([same, await idOf(same)]).toEqual([same, id]);
    expect(await idOf("genre_filter=mystery")).not.toBe(id);
    const [title] = (await atom("/feed/browse.atom?genre_filter=mystery")).entries;
    const renamed = await atom("/feed/browse.atom?genre_filter=mystery&locale=es");
    expect(renamed.entries[0]?.id).toBe(title?.id);
  });

  it("has at most 50 titles", async () => {
    const { items } = await json("/feed/browse.json?genre_filter=comedy&limit=500");
    expect(items).toHaveLength(50);
    expect(items.map(({ title }) => title)).not.toContain("Comedy 0");
  });

  it("hides mature titles, whatever the URL says", async () => {
    for (const off of ["parental_control=false", "rating_filter=rx"])
      expect(titlesOf(await atom(`/feed/browse.atom?genre_filter=mystery&${off}`))).not.toContain(
        "Harbor 104",
      );
  });

  it.each(["score_filter=many", "order_by=nothing", "genre_filter=%00", "page=0"])(
    "is refused as Browse is with %s",
    async (query) => {
      expect((await open(`/feed/browse.atom?${query}`)).status).toBe(400);
    },
  );
});

it("has at most 100 episodes", async () => {
  const id = (index: number) => 1_000 + index;
  const aired_from = new Date(lastBroadcast().getTime() - 35 * DAY_MS).toISOString();
  await addAnimes(
    db,
    ...Array.from({ length: 51 }, (_, index) => ({ mal_id: id(index), aired_from, ...onAir })),
  );
  const { items } = await json("/feed/episodes.json");
  expect(items).toHaveLength(100);
  await db.execute(sql`DELETE FROM animes WHERE mal_id BETWEEN ${id(0)} AND ${id(50)}`);
});
