import ICAL from "ical.js";
import { beforeAll, describe, expect, it } from "vitest";
import { loader as pageLoader } from "~/routes/catalog/schedule";
import { loader as calendarLoader } from "~/routes/catalog/schedule-ics";
import { airingsBetween, daysFromToday } from "~/features/schedule/week-schedule";
import { wallClock, wallDate } from "~/features/schedule/time-zone";
import { addAnimes, addEpisodes, buildAnime } from "../../factories/anime";
import { scheduleDays } from "~/pages/parts/schedule-days.server";
import { serverI18n } from "~/i18n/i18n.server";
import { createSignedInClient } from "../../support/server/signed-in";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const callPage = createPageCaller(database);

const onAir = {
  status: "Currently Airing",
  airing: true,
  broadcast_timezone: "Asia/Tokyo",
  broadcast_day: "Saturday",
  duration: "23 min per ep",
};

/** The day of the broadcast before the one of this week. */
const weekBefore = (broadcast_time: string) => {
  const { from, until } = daysFromToday("Asia/Tokyo", new Date(), 7);
  const [airing] = airingsBetween(
    [buildAnime({ ...onAir, broadcast_time })],
    "Asia/Tokyo",
    from,
    until,
  );
  const before = new Date((airing?.at.getTime() ?? 0) - 7 * 86_400_000);
  return wallDate(wallClock(before, "Asia/Tokyo"));
};

beforeAll(async () => {
  await addAnimes(
    database.db,
    {
      mal_id: 1,
      title: "Comma, Semicolon; Backslash\\",
      title_english: "In English",
      ...onAir,
      broadcast_time: "00:30",
      genres: ["Drama"],
    },
    {
      mal_id: 2,
      title: `${"長い題名".repeat(30)}`,
      ...onAir,
      broadcast_time: "12:00",
      duration: null,
    },
    { mal_id: 3, title: "Mature", ...onAir, broadcast_time: "01:00", genres: ["Hentai"] },
  );
  const aired = new Date(`${weekBefore("00:30")}T00:00:00.000Z`);
  await addEpisodes(database.db, 1, 6, 6, { aired: new Date("2015-04-05T00:00:00.000Z") });
  await addEpisodes(database.db, 1, 7, 7, { aired });
  await addEpisodes(database.db, 1, 8, 8);
});

describe("/schedule.ics", () => {
  const fetchCalendar = (init?: RequestInit, path = "/schedule.ics") =>
    callPage(calendarLoader, path, {
      visitor: { parentalControl: false },
      ...(init === undefined ? {} : { init }),
    });

  it("is a valid calendar of four weeks without mature titles, for every client", async () => {
    const response = await fetchCalendar();
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const text = await response.text();
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const events = new ICAL.Component(ICAL.parse(text) as unknown[])
      .getAllSubcomponents("vevent")
      .map((component) => new ICAL.Event(component));
    expect(events).toHaveLength(8);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(8);
    expect(new Set(events.map(({ summary }) => summary))).toEqual(
      new Set(["Comma, Semicolon; Backslash\\", "長い題名".repeat(30)]),
    );
    const first = events.find(({ summary }) => summary.startsWith("Comma"));
    expect(first?.startDate.toJSDate().toISOString()).toMatch(/T15:30:00.000Z$/);
    expect(first?.startDate.toJSDate().getUTCDay()).toBe(5);
    expect(first?.duration.toSeconds()).toBe(23 * 60);
    expect(first?.component.getFirstPropertyValue("url")).toBe(
      "http://akari.test/anime/1/comma-semicolon-backslash",
    );
  });

  it("is in the locale of its URL, in English by default", async () => {
    const textOf = async (path: string) =>
      (await (await fetchCalendar(undefined, path)).text()).replaceAll("\r\n ", "");
    expect(await textOf("/schedule.ics?locale=es")).toContain("Akari: anime en emisión");
    for (const path of ["/schedule.ics", "/schedule.ics?locale=xx"])
      expect(await textOf(path)).toContain("Akari: airing anime");
  });

  it("responds 304 to a matching ETag", async () => {
    const etag = (await fetchCalendar()).headers.get("etag") ?? "";
    expect((await fetchCalendar({ headers: { "if-none-match": etag } })).status).toBe(304);
  });
});

describe("/schedule", () => {
  interface Page {
    days: {
      heading: string;
      airings: { time: string; episode: number | null; card: { title: { text: string } } }[];
    }[];
    zone: { name: string; origin: string };
    show: string | null;
    marks: Record<string, "seen" | number | null>;
  }
  const fetchPage = async (path: string, cookie = "", visitor = {}): Promise<Page> =>
    await callPage(pageLoader, path, { visitor, init: { headers: { cookie } } });
  const times = ({ days }: Page): string[] =>
    days.flatMap(({ airings }) => airings.map(({ time }) => time));

  it("uses the broadcast zone, the browser's or the requested one, and names it", async () => {
    expect(times(await fetchPage("/schedule"))).toEqual(["00:30", "12:00"]);
    expect((await fetchPage("/schedule")).zone).toMatchObject({
      name: "Asia/Tokyo",
      origin: "station",
    });
    const byCookie = await fetchPage("/schedule", "akari_zone=Asia/Seoul");
    expect(byCookie.zone).toMatchObject({ name: "Asia/Seoul", origin: "browser" });
    const byQuery = await fetchPage("/schedule?tz=UTC", "akari_zone=Asia/Seoul");
    expect(byQuery.zone).toMatchObject({ name: "UTC", origin: "url" });
    expect(times(byQuery).sort()).toEqual(["03:00", "15:30"]);
  });

  it("falls back to the next zone when one is invalid", async () => {
    expect((await fetchPage("/schedule?tz=Mars", "akari_zone=Asia/Seoul")).zone.name).toBe(
      "Asia/Seoul",
    );
    expect((await fetchPage("/schedule?tz=Mars", "akari_zone=Moon/Base")).zone.name).toBe(
      "Asia/Tokyo",
    );
  });

  it("numbers the episode that follows the last one with a day", async () => {
    const { days } = await fetchPage("/schedule");
    expect(
      days.flatMap(({ airings }) => airings.map(({ time, episode }) => [time, episode])),
    ).toEqual([
      ["00:30", 8],
      ["12:00", null],
    ]);
  });

  it("has seven days from today, and follows the title language and the visitor's parental control", async () => {
    const { days, show } = await fetchPage("/schedule", "", { titleLanguage: "english" });
    expect(days.map(({ heading }) => heading).slice(0, 2)).toEqual(["Today", "Tomorrow"]);
    expect(days).toHaveLength(7);
    expect(days.flatMap(({ airings }) => airings.map(({ card }) => card.title.text))).toContain(
      "In English",
    );
    expect(show).toBeNull();
    expect(times(await fetchPage("/schedule", "", { parentalControl: false }))).toContain("01:00");
  });

  it("begins with the list where something of it airs, and tells what was seen", async () => {
    const user = await createSignedInClient(database);
    const entry = (fields: Record<string, unknown>) =>
      user.send("PATCH", "/api/user/watchlist/entry", { animeId: 1, ...fields });
    expect((await fetchPage("/schedule", user.cookie)).show).toBe("all");
    await entry({ state: "watching", episodesSeen: 7 });
    const own = await fetchPage("/schedule", user.cookie);
    expect(own.show).toBe("mine");
    expect(Object.values(own.marks)).not.toContain("seen");
    await user.send("POST", "/api/user/watchlist/seen", { animeId: 1, episode: 8, seen: true });
    const marks = Object.values((await fetchPage("/schedule", user.cookie)).marks);
    expect(marks).toEqual(["seen"]);
    // The count is that of episode 8, and the set lacks it.
    await entry({ episodesSeen: 0 });
    for (const episode of [1, 2, 3, 4, 5, 6, 9, 10])
      await user.send("POST", "/api/user/watchlist/seen", { animeId: 1, episode, seen: true });
    expect(Object.values((await fetchPage("/schedule", user.cookie)).marks)).not.toContain("seen");
    expect(times(own)).toEqual(["00:30"]);
    expect(times(await fetchPage("/schedule?show=all", user.cookie))).toHaveLength(2);
    await entry({ state: "dropped" });
    expect((await fetchPage("/schedule", user.cookie)).show).toBe("all");
    const empty = await fetchPage("/schedule?show=mine", user.cookie);
    expect(empty.show).toBe("mine");
    expect(times(empty)).toEqual([]);
  });

  const airAt = (times: readonly string[], day = "Saturday") =>
    times.map((broadcast_time, index) => ({
      ...buildAnime({
        ...onAir,
        mal_id: index + 1,
        popularity: times.length - index,
        broadcast_day: day,
        broadcast_time,
      }),
      last_episode: null,
      broadcast_anchor: null,
      changed_at: "2026-11-01T00:00:00.000Z",
    }));
  const daysOf = (titles: ReturnType<typeof airAt>, isOwn: boolean) =>
    scheduleDays(titles, {
      zone: "Asia/Tokyo",
      language: "romaji",
      // A Saturday, at 11:00 in Tokyo.
      now: new Date("2026-11-28T02:00:00Z"),
      i18n: serverI18n("en"),
      isOwn,
    });
  const foldedOf = (days: ReturnType<typeof daysOf>, part: "earlier" | "others") =>
    days.flatMap(({ airings }) =>
      airings.flatMap(({ card, fold }) => (fold === part ? [card.id] : [])),
    );

  it("folds what is over today and all but the six most popular broadcasts of a day", () => {
    const times = ["09:00", "09:00", ...Array.from({ length: 7 }, () => "12:00")];
    const days = daysOf(airAt(times), false);
    expect(foldedOf(days, "earlier")).toEqual([2, 1]);
    expect(foldedOf(days, "others")).toEqual([3]);
    expect(days[0]?.count).toBe(9);
  });

  it("begins the viewer's own week at now, and shows all of it up to 42 broadcasts", () => {
    const past = ["09:00", "10:00"];
    const own = (toCome: number) =>
      daysOf(airAt([...past, ...Array.from({ length: toCome }, () => "12:00")]), true);
    for (const count of [1, 42]) {
      expect(foldedOf(own(count), "earlier").toSorted()).toEqual([1, 2]);
      expect(foldedOf(own(count), "others")).toEqual([]);
    }
    expect(foldedOf(own(43), "others")).toHaveLength(43 - 6);
  });
});
