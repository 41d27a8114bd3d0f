import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { MAX_SEASON_YEAR, MIN_SEASON_YEAR, seasonAt, seasonPath } from "~/features/schedule/season";
import { loader } from "~/routes/catalog/season";
import { animes } from "~db/schema";
import { addAnimes, addRelation } from "../../factories/anime";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createSignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database);

const fall = {
  year: 2024,
  season: "Fall",
  aired_from: "2024-10-05T00:00:00.000Z",
  aired_to: "2024-12-21T00:00:00.000Z",
  broadcast_timezone: "Asia/Tokyo",
};
const summer = {
  year: 2024,
  season: "Summer",
  aired_from: "2024-07-06T00:00:00.000Z",
  aired_to: "2024-09-21T00:00:00.000Z",
};

beforeAll(async () => {
  await addAnimes(
    db,
    {
      mal_id: 1,
      title: "Late on Saturday",
      ...fall,
      broadcast_day: "Saturday",
      broadcast_time: "00:30",
      youtube_id: "abcdefghijk",
      genres: ["Drama"],
    },
    {
      mal_id: 2,
      title: "Noon",
      ...fall,
      aired_from: "2024-10-04T00:00:00.000Z",
      broadcast_day: "Friday",
      broadcast_time: "12:00",
      score: 7,
    },
    {
      mal_id: 3,
      title: "Evening",
      ...fall,
      aired_from: "2024-10-11T00:00:00.000Z",
      broadcast_day: "Friday",
      broadcast_time: "20:00",
      score: 8,
      genres: ["Drama", "Sports"],
      studios: ["Studio A", "Studio B"],
      synopsis: "A match begins.\n\n(Source: ANN)",
    },
    { mal_id: 8, title: "Song", ...fall, type: "Music" },
    { mal_id: 9, title: "Advertisement", ...fall, type: "CM" },
    { mal_id: 4, title: "Sometime on Monday", ...fall, broadcast_day: "Monday" },
    { mal_id: 5, title: "No day", ...fall, type: "ONA", youtube_id: "short" },
    { mal_id: 6, title: "Film", ...fall, type: "Movie" },
    { mal_id: 7, title: "For adults", ...fall, rating: "Rx - Hentai", broadcast_day: "Friday" },
    { mal_id: 11, title: "Two cours", ...summer, aired_to: "2024-12-14T00:00:00.000Z" },
    { mal_id: 12, title: "Ended", ...summer },
    {
      mal_id: 13,
      title: "Ended in the first days",
      ...summer,
      aired_to: "2024-10-03T00:00:00.000Z",
    },
    { mal_id: 14, title: "Summer film", ...summer, type: "Movie" },
    {
      mal_id: 15,
      title: "Long-running",
      year: 2010,
      season: "Spring",
      aired_from: "2010-04-03T00:00:00.000Z",
      aired_to: "2025-03-29T00:00:00.000Z",
      episodes: 700,
    },
    {
      mal_id: 16,
      title: "Long-running for adults",
      year: 2010,
      aired_from: "2010-04-03T00:00:00.000Z",
      aired_to: "2025-03-29T00:00:00.000Z",
      episodes: 700,
      rating: "Rx - Hentai",
    },
    {
      mal_id: 17,
      title: "Still airing",
      year: 1999,
      season: "Fall",
      aired_from: "1999-10-20T00:00:00.000Z",
      status: "Currently Airing",
      episodes: null,
    },
  );
  const streams = [{ name: "Site", url: "https://stream.example/3" }];
  await db.update(animes).set({ streams }).where(eq(animes.malId, 3));
  await addRelation(db, 2, "PREQUEL", 12);
  await addRelation(db, 3, "PREQUEL", 7);
});

const season = (
  path = "/season/2024/fall",
  { parentalControl = true, cookie = "" }: { parentalControl?: boolean; cookie?: string } = {},
) => {
  const [, , year, name] = new URL(path, "http://akari.test").pathname.split("/");
  return callPage(loader, path, {
    params: { ...(year ? { year } : {}), ...(name ? { season: name } : {}) },
    visitor: { parentalControl },
    init: { headers: { cookie } },
  });
};
const shown = (page: Awaited<ReturnType<typeof season>>) =>
  page.sections.map(({ heading, items }) => [
    heading,
    ...items.map(({ card, note }) => `${card.id} ${note ?? ""}`.trim()),
  ]);

describe("a season", () => {
  it("is shown by day of broadcast in station time, then by type", async () => {
    expect(shown(await season("/season/2024/fall?by=day"))).toEqual([
      ["Monday", "4"],
      ["Friday", "2 12:00", "3 20:00"],
      ["Saturday", "1 00:30"],
      ["Movie", "6 5 Oct 2024"],
      ["Day unknown", "5"],
    ]);
  });

  it("is shown in the viewer's zone", async () => {
    const page = await season("/season/2024/fall?by=day", {
      cookie: "akari_zone=America/New_York",
    });
    expect(shown(page)).toEqual([
      ["Monday", "4"],
      ["Thursday", "2 23:00"],
      ["Friday", "3 07:00", "1 11:30"],
      ["Movie", "6 5 Oct 2024"],
      ["Day unknown", "5"],
    ]);
    expect(page.zone).toBe("New York");
  });

  it("is one list by popularity, by day while it lasts, or by type", async () => {
    const page = await season("/season/2024/fall");
    expect(page.sections.map(({ heading, items }) => [heading, items.length])).toEqual([
      ["Titles", 6],
    ]);
    expect(page.choices).toMatchObject({ group: "all", order: "popularity" });
    const byType = await season("/season/2024/fall?by=type");
    expect(byType.sections.map(({ heading, items }) => [heading, items.length])).toEqual([
      ["TV", 4],
      ["Movie", 1],
      ["ONA", 1],
    ]);
    const now = seasonAt(new Date());
    const present = seasonPath(now);
    const airing = { ...fall, year: now.year, season: now.name };
    await addAnimes(db, { ...airing, mal_id: 9_001, broadcast_day: null });
    expect((await season(present)).choices).toMatchObject({ group: "all" });
    expect((await season(`${present}?by=day`)).choices).toMatchObject({ group: "day" });
    await addAnimes(db, { ...airing, mal_id: 9_002, broadcast_day: "Monday" });
    // The page without the limit is not in the cache yet.
    const airs = await season(present, { parentalControl: false });
    expect(airs.choices).toMatchObject({ group: "day", order: "start" });
    expect((await season(`${present}?by=type`)).choices).toMatchObject({ group: "type" });
  });

  it("shows six series at most whose day is unknown", async () => {
    const unknown = Array.from({ length: 7 }, (_, index) => ({
      ...{ ...fall, year: 2018, mal_id: 3_000 + index },
    }));
    await addAnimes(db, ...unknown);
    const [cut] = (await season("/season/2018/fall?by=day")).sections;
    expect([cut?.heading, cut?.items.length, cut?.total]).toEqual(["Day unknown", 6, 7]);
  });

  it("tells what helps to choose", async () => {
    const items = (await season()).sections.flatMap((section) => section.items);
    expect(items.find(({ card }) => card.id === 3)).toMatchObject({
      studio: "Studio A",
      genres: ["Drama", "Sports"],
      synopsis: "A match begins.",
      streams: [{ name: "Site", url: "https://stream.example/3" }],
    });
  });

  it("shows all series without a day of a choice", async () => {
    const rest = await season("/season/2018/fall?by=day&show=new");
    expect(rest.sections.map(({ items, total }) => [items.length, total])).toEqual([[7, 7]]);
  });

  it("leaves music videos and promos to a choice", async () => {
    const page = await season();
    const idsOf = ({ sections }: typeof page) =>
      sections.flatMap(({ items }) => items.map(({ card }) => card.id)).sort();
    expect(idsOf(page)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(page).toMatchObject({ total: 6, clips: 2 });
    const clips = await season("/season/2024/fall?show=clips");
    expect(idsOf(clips)).toEqual([8, 9]);
    expect(clips).toMatchObject({ total: 2, clips: 2 });
    const byType = await season("/season/2024/fall?show=clips&by=type");
    expect(byType.sections.map(({ heading }) => heading)).toEqual(["Music", "CM"]);
  });

  it.each([
    ["?sort=score", [3, 1, 2, 4]],
    ["?sort=title", [3, 1, 2, 4]],
    ["?sort=start", [2, 1, 4, 3]],
    ["?sort=unknown", [1, 2, 3, 4]],
  ])("is sorted with %s", async (query, expected) => {
    const [tv] = (await season(`/season/2024/fall${query}&by=type`)).sections;
    expect(tv?.items.map(({ card }) => card.id)).toEqual(expected);
  });

  it.each([
    ["?genre=sports", [3]],
    ["?genre=Drama&show=new", [1, 3]],
    ["?show=sequels", [2]],
    ["?show=new", [1, 3, 4, 6, 5]],
    ["?genre=Unknown", []],
    // A visitor has no list.
    ["?show=mine", [1, 2, 3, 4, 6, 5]],
  ])("is filtered with %s", async (query, expected) => {
    const page = await season(`/season/2024/fall${query}&by=type`);
    expect(page.sections.flatMap(({ items }) => items.map(({ card }) => card.id))).toEqual(
      expected,
    );
    expect(page.total).toBe(expected.length);
  });

  it("counts at each genre what choosing it gives", async () => {
    const page = await season("/season/2024/fall?show=new&genre=Sports");
    for (const { name, count } of page.genres) {
      const chosen = await season(`/season/2024/fall?show=new&genre=${name}`);
      expect([name, chosen.total]).toEqual([name, count]);
    }
    expect(page.genres.map(({ name }) => name)).toEqual(["Drama", "Sports"]);
  });

  it("cuts long sections, and tells how many titles they have", async () => {
    await addAnimes(
      db,
      ...Array.from({ length: 37 }, (_, index) => ({
        ...fall,
        year: 2014,
        mal_id: 2_000 + index,
        type: index === 36 ? "Movie" : "TV",
      })),
    );
    const before = (await season("/season/2014/fall?by=type")).sections;
    expect(before.map(({ items, total }) => [items.length, total])).toEqual([
      [36, 36],
      [1, 1],
    ]);
    await addAnimes(
      db,
      ...Array.from({ length: 37 }, (_, index) => ({ ...fall, year: 2016, mal_id: 4_000 + index })),
    );
    const [cut] = (await season("/season/2016/fall")).sections;
    expect([cut?.items.length, cut?.total]).toEqual([36, 37]);
  });

  it("shows continuing series apart", async () => {
    expect((await season()).continuing.map(({ id }) => id)).toEqual([11, 15, 17]);
    expect((await season("/season/2025/winter")).continuing.map(({ id }) => id)).toEqual([15, 17]);
    expect((await season("/season/2010/winter")).continuing.map(({ id }) => id)).toEqual([17]);
  });

  it("compares with the season before", async () => {
    const page = await season();
    expect(page.comparison).toEqual([
      { type: "TV", now: 4, then: 3 },
      { type: "Movie", now: 1, then: 1 },
      { type: "ONA", now: 1, then: 0 },
      { type: "Music", now: 1, then: 0 },
      { type: "CM", now: 1, then: 0 },
    ]);
    expect(page.fromLastSeason).toBe(1);
    expect(page.returning).toBe(1);
    const items = page.sections.flatMap((section) => section.items);
    expect(items.find(({ card }) => card.id === 2)?.after).toBe("After Ended");
    expect(items.find(({ card }) => card.id === 3)?.after).toBeNull();
  });

  it("links valid trailers", async () => {
    const items = (await season()).sections.flatMap((section) => section.items);
    expect(items.filter(({ hasTrailer }) => hasTrailer).map(({ card }) => card.id)).toEqual([1]);
  });

  it("shows mature titles only without parental control", async () => {
    const ids = async (parentalControl: boolean) => {
      const page = await season("/season/2024/fall", { parentalControl });
      return [
        ...page.sections.flatMap(({ items }) => items.map(({ card }) => card.id)),
        ...page.continuing.map(({ id }) => id),
      ];
    };
    expect(await ids(true)).not.toContain(7);
    expect(await ids(true)).not.toContain(16);
    expect(await ids(false)).toEqual(expect.arrayContaining([7, 16]));
    const open = await season("/season/2024/fall", { parentalControl: false });
    expect(open.returning).toBe(2);
  });

  it("puts own titles first", async () => {
    const user = await createSignedInClient(database);
    for (const animeId of [3, 15])
      await user.send("POST", "/api/user/watchList", { animeId, type: "Watching" });
    const page = await season("/season/2024/fall?by=day", { cookie: user.cookie });
    expect(shown(page)[1]).toEqual(["Friday", "3 20:00", "2 12:00"]);
    expect(page.continuing.map(({ id }) => id)).toEqual([15, 11, 17]);
    expect(page.isSignedIn).toBe(true);
    expect(Object.keys(page.listStates)).toEqual(["3", "15"]);
    const own = async (query: string) => {
      const { sections } = await season(`/season/2024/fall${query}&by=type`, {
        cookie: user.cookie,
      });
      return sections.flatMap(({ items }) => items.map(({ card }) => card.id));
    };
    expect(await own("?show=mine")).toEqual([3]);
    expect(await own("?show=others")).toEqual([1, 2, 4, 6, 5]);
    // An order that the user chose stands.
    expect(await own("?sort=title")).toEqual([3, 1, 2, 4, 6, 5]);
    expect(await own("?sort=start")).toEqual([2, 1, 4, 3, 6, 5]);
  });

  it("says that it has no titles", async () => {
    expect(await season("/season/2030/spring")).toMatchObject({ total: 0, sections: [] });
  });

  it.each([
    ["/season/2024/autumn", "/season/2024/fall"],
    ["/season/2024/Fall?by=type", "/season/2024/fall?by=type"],
    ["/season/2024", "/season/2024/winter"],
    ["/season?season=spring&year=1998", "/season/1998/spring"],
    ["/season?season=spring&year=1998&sort=title", "/season/1998/spring?sort=title"],
    ["/season?season=/&year=//akari.test", "/season/%2F%2Fakari.test/%2F"],
  ])("redirects %s", async (path, location) => {
    expect(await catchPageError(season(path))).toEqual({ status: 302, data: location });
  });

  it("redirects to the current season", async () => {
    const { status, data } = await catchPageError(season("/season"));
    expect(status).toBe(302);
    expect(data).toMatch(/^\/season\/\d{4}\/(winter|spring|summer|fall)$/);
  });

  it.each([
    `/season/${MIN_SEASON_YEAR - 1}/fall`,
    `/season/${MAX_SEASON_YEAR + 1}/fall`,
    "/season/2024/monsoon",
    "/season/02024/fall",
    "/season/later",
    "/season/upcoming/fall",
  ])("is not found at %s", async (path) => {
    expect(await catchPageError(season(path))).toMatchObject({ status: 404 });
  });

  it.each([MIN_SEASON_YEAR, MAX_SEASON_YEAR])("has a page in %s", async (year) => {
    expect((await season(`/season/${year}/fall`)).season).toEqual({ year, name: "Fall" });
  });
});

describe("upcoming titles", () => {
  beforeAll(async () => {
    const upcoming = { status: "Not yet aired", aired_from: null };
    await addAnimes(
      db,
      { mal_id: 31, ...upcoming, year: null, season: null },
      { mal_id: 32, ...upcoming, year: 2031, season: null },
      { mal_id: 33, ...upcoming, year: 2031, season: "Fall" },
      { mal_id: 34, ...upcoming, year: 2031, season: "Spring", popularity: 9 },
      { mal_id: 35, ...upcoming, year: 2031, season: "Spring", popularity: 8 },
      { mal_id: 36, ...upcoming, year: 2031, season: "Spring", rating: "Rx - Hentai" },
      ...Array.from({ length: 56 }, (_, index) => ({
        mal_id: 100 + index,
        ...upcoming,
        year: null,
        season: null,
      })),
    );
  });

  it("are listed by season, those without a date last", async () => {
    const page = await season("/season/upcoming");
    expect(
      page.sections.map(({ heading, items }) => [
        heading,
        ...items.slice(0, 2).map((i) => i.card.id),
      ]),
    ).toEqual([
      ["Spring 2031", 35, 34],
      ["Fall 2031", 33],
      ["2031", 32],
      ["No date yet", 31, 100],
    ]);
    expect(page).toMatchObject({ total: 61, last: 2, page: 1 });
    const second = await season("/season/upcoming?page=2");
    expect(second.sections.flatMap(({ items }) => items.map(({ card }) => card.id))).toEqual([155]);
    expect((await season("/season/upcoming", { parentalControl: false })).total).toBe(62);
  });
});
