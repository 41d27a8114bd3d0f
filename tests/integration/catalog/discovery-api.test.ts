import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { addAnimes } from "../../factories/anime";
import { createApiCaller } from "../../support/server/call-api";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { get } = createApiCaller(database);

/** An API without cached responses, at a time that the test may change. */
function apiAt(start: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(start) });
  onTestFinished(() => void vi.useRealTimers());
  return createApiCaller(database);
}

const isAiring = {
  status: "Currently Airing",
  airing: true,
  broadcast_timezone: "Asia/Tokyo",
  season: "Fall",
  year: 2026,
  aired_from: "2026-10-03T00:00:00.000Z",
};

beforeAll(async () => {
  await addAnimes(
    database.db,
    {
      mal_id: 1,
      title: "Saturday Night",
      ...isAiring,
      broadcast_day: "Saturday",
      broadcast_time: "00:30",
      score: 8.5,
      popularity: 10,
    },
    {
      mal_id: 2,
      title: "Sunday Evening",
      ...isAiring,
      broadcast_day: "Sunday",
      broadcast_time: "17:00",
      score: 7,
      popularity: 3,
    },
    {
      mal_id: 3,
      title: "Late and Mature",
      ...isAiring,
      broadcast_day: "Sunday",
      broadcast_time: "01:00",
      genres: ["Hentai"],
      score: 9,
      popularity: 1,
    },
    {
      mal_id: 4,
      title: "Nobody Knows When",
      ...isAiring,
      broadcast_timezone: null,
      score: null,
      popularity: 2,
    },
    {
      mal_id: 5,
      title: "Over",
      broadcast_day: "Saturday",
      broadcast_time: "00:30",
      broadcast_timezone: "Asia/Tokyo",
      season: "Fall",
      year: 2025,
      score: 6,
      popularity: 20,
    },
    {
      mal_id: 6,
      title: "Winter's Film",
      type: "Movie",
      season: "Winter",
      year: 2026,
      score: 5,
      popularity: 30,
    },
  );
});

interface Day {
  date: string;
  weekday: string;
  titles: { title: string; local_time: string; airs_at: string }[];
}

function lines(json: unknown): string[] {
  return (json as { data: Day[] }).data.flatMap(({ weekday, titles }) =>
    titles.map(({ title, local_time }) => `${weekday} ${local_time} ${title}`),
  );
}

describe("GET /api/animes/schedule", () => {
  it("lists the week from today in the requested time zone", async () => {
    const api = apiAt("2026-11-20T10:00:00Z");
    const tokyo = await api.get("/api/animes/schedule?tz=Asia/Tokyo");
    expect(lines(tokyo.json)).toEqual([
      "Saturday 00:30 Saturday Night",
      "Sunday 17:00 Sunday Evening",
    ]);
    expect(tokyo.json).toMatchObject({
      data: [
        { date: "2026-11-20", weekday: "Friday", titles: [] },
        {
          date: "2026-11-21",
          titles: [{ mal_id: 1, airs_at: "2026-11-20T15:30:00.000Z", score: 8.5 }],
        },
        {},
        {},
        {},
        {},
        { date: "2026-11-26" },
      ],
      meta: { timezone: "Asia/Tokyo", from: "2026-11-20", to: "2026-11-26", total_items: 2 },
    });
    expect(lines((await api.get("/api/animes/schedule?tz=america%2Fnew_york")).json)).toEqual([
      "Friday 10:30 Saturday Night",
      "Sunday 03:00 Sunday Evening",
    ]);
    expect((await api.get("/api/animes/schedule")).json).toMatchObject({
      meta: { timezone: "UTC" },
    });
  });

  it("hides mature titles unless parental control is off", async () => {
    const api = apiAt("2026-11-20T10:00:00Z");
    expect(
      lines((await api.get("/api/animes/schedule?tz=Asia/Tokyo&parental_control=maybe")).json),
    ).toHaveLength(2);
    expect(
      lines((await api.get("/api/animes/schedule?tz=Asia/Tokyo&parental_control=false")).json),
    ).toContain("Sunday 01:00 Late and Mature");
  });

  it("starts a new day at midnight of the zone, despite caching", async () => {
    const api = apiAt("2026-11-20T14:59:59Z");
    const first = async () =>
      ((await api.get("/api/animes/schedule?tz=Asia/Tokyo")).json as { data: Day[] }).data[0]?.date;
    expect(await first()).toBe("2026-11-20");
    vi.setSystemTime(new Date("2026-11-20T15:00:00Z"));
    expect(await first()).toBe("2026-11-21");
  });

  it("responds 304 to a matching ETag of the same day", async () => {
    const api = apiAt("2026-11-20T10:00:00Z");
    const etag = (await api.get("/api/animes/schedule")).headers.get("etag") ?? "";
    expect(
      (await api.get("/api/animes/schedule?tz=Etc%2FUTC", { "if-none-match": etag })).status,
    ).toBe(304);
  });

  it.each(["Mars/Olympus", "../etc/passwd", "%00", "Europe/Berlin%00", "x".repeat(5000)])(
    "rejects %s as a time zone",
    async (zone) => {
      const { status, json } = await apiAt("2026-11-20T10:00:00Z").get(
        `/api/animes/schedule?tz=${zone}`,
      );
      expect(status).toBe(400);
      expect(json).toMatchObject({ issues: [{ path: "tz" }] });
    },
  );
});

describe("GET /api/animes/seasonal", () => {
  it("lists the current season, most popular first, until the next begins", async () => {
    const api = apiAt("2026-12-31T14:59:59Z");
    const fall = await api.get("/api/animes/seasonal");
    expect(fall.json).toMatchObject({
      data: [{ mal_id: 4 }, { mal_id: 2 }, { mal_id: 1 }],
      meta: { total_items: 3, year: 2026, season: "Fall" },
    });
    vi.setSystemTime(new Date("2026-12-31T15:00:00Z"));
    expect((await api.get("/api/animes/seasonal")).json).toMatchObject({
      data: [],
      meta: { total_items: 0, year: 2027, season: "Winter" },
    });
  });

  it("accepts year, season, filters, sort and pages", async () => {
    const api = apiAt("2026-11-20T10:00:00Z");
    expect(
      (await api.get("/api/animes/seasonal?year=2026&season=WINTER&type_filter=movie")).json,
    ).toMatchObject({ data: [{ mal_id: 6 }] });
    expect((await api.get("/api/animes/seasonal?year=2025&season=autumn")).json).toMatchObject({
      data: [{ mal_id: 5 }],
    });
    const page = await api.get("/api/animes/seasonal?order_by=score&limit=1&page=2");
    expect(page.json).toMatchObject({
      data: [{ mal_id: 2 }],
      meta: { total_items: 3, current_page: 2, last_page: 3, per_page: 1 },
    });
    expect(page.headers.get("link")).toContain(
      '</api/animes/seasonal?year=2026&season=fall&page_number=3&limit_count=1&order_by=score>; rel="next"',
    );
  });

  it.each(["year=x", "year=99999999999", "season=monsoon", "page=0", "limit=501"])(
    "rejects %s by name",
    async (search) => {
      const { status, json } = await apiAt("2026-11-20T10:00:00Z").get(
        `/api/animes/seasonal?${search}`,
      );
      expect(status).toBe(400);
      expect(json).toMatchObject({ issues: [{ path: search.split("=")[0] }] });
    },
  );
});

describe("GET /api/animes/top", () => {
  const ids = async (search: string): Promise<number[]> =>
    ((await get(`/api/animes/top${search}`)).json as { data: { mal_id: number }[] }).data.map(
      ({ mal_id }) => mal_id,
    );

  it("sorts by score or popularity, in pages", async () => {
    expect(await ids("")).toEqual([1, 2, 5, 6, 4]);
    expect(await ids("?order_by=popularity")).toEqual([4, 2, 1, 5, 6]);
    expect(await ids("?parental_control=false&limit=2")).toEqual([3, 1]);
    expect(
      (await get("/api/animes/top?order_by=popularity&limit=2&page=2")).headers.get("link"),
    ).toContain('</api/animes/top?order_by=popularity&limit_count=2>; rel="first"');
  });

  it("rejects any other sort", async () => {
    expect((await get("/api/animes/top?order_by=newest")).json).toMatchObject({
      issues: [{ path: "order_by" }],
    });
  });
});
