import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { MAX_MUTED_TITLES } from "~/features/notifications/inbox/mute-title.server";
import { MAX_READ_IDS } from "~/features/notifications/inbox/notice-input";
import type { RouterContext } from "~/http/context";
import { getSession } from "~/http/session/get-session.server";
import { readOpenedNotice } from "~/http/viewer/read-opened-notice.server";
import { serverI18n } from "~/i18n/i18n.server";
import { loadNotifications } from "~/pages/notifications/load-notifications.server";
import { action, loader } from "~/routes/account/notifications";
import { DEFAULT_VISITOR_SETTINGS } from "~/pages/viewer/visitor-settings";
import {
  childLimits,
  childTitles,
  episodes,
  episodeSources,
  mutedTitles,
  notifications,
  outboxEvents,
} from "~db/schema";
import { addAnimes } from "../../factories/anime";
import { addNotices } from "../../factories/notices";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller, readOutcome } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database);
const [HARBOR, LANTERN, FILM, MATURE, UNRATED] = [1, 2, 3, 4, 5] as const;
const URL = "/api/user/notifications";
const READ = `${URL}/read`;
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

let user: SignedInClient;

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: HARBOR, title: "Harbor", title_english: "The Harbor", rating: "G - All Ages" },
    { mal_id: LANTERN, title: "Lantern", rating: "R - 17+ (violence & profanity)" },
    { mal_id: FILM, title: "A Film", type: "Movie", episodes: 1, rating: "PG - Children" },
    { mal_id: MATURE, title: "For adults", rating: "Rx - Hentai" },
    { mal_id: UNRATED, title: "Unrated", rating: null },
  );
  await db.insert(episodes).values([3, 4, 5].map((number) => ({ animeMalId: HARBOR, number })));
  await db.insert(episodeSources).values(
    [4, 5].map((number) => ({
      ...{ animeMalId: HARBOR, number, kind: "sub" },
      url: `https://video.akari.test/${number}.m3u8`,
    })),
  );
});

beforeEach(async () => {
  await db.delete(outboxEvents);
  await db.delete(mutedTitles);
  user = await createSignedInClient(database);
});

interface Listed {
  id: string;
  kind: string;
  read_at: string | null;
  title: string;
  text: string;
  url: string;
  mal_id: number;
  episode: number | null;
}

const list = async (query = "", by = user) => {
  const { status, body } = await by.send("GET", URL + query);
  expect(status).toBe(200);
  return body as { data: Listed[]; meta: Record<string, number> };
};
/** The number in the bell, which the session has. */
const bell = async (by = user) => {
  const init = { headers: { cookie: by.cookie } };
  const read = async ({ request, context }: { request: Request; context: RouterContext }) =>
    (await getSession(request, context))?.unreadNotices;
  return callPage(read, "/", { init });
};
const page = (query = "", by = user) =>
  callPage(loader, `/notifications${query}`, { init: { headers: { cookie: by.cookie } } });
const post = (fields: Record<string, string> | string[][], by = user) => {
  const headers = { cookie: by.cookie };
  const init = { method: "POST", headers, body: new URLSearchParams(fields) };
  return readOutcome<{ refused: string }>(callPage(action, "/notifications", { init }));
};
const unreadOf = async (userId = user.userId) =>
  (await db.select().from(notifications).where(eq(notifications.userId, userId)))
    .filter(({ readAt }) => readAt === null)
    .map(({ eventId }) => String(eventId))
    .sort();

describe("the list of notifications", () => {
  it("has the latest first, with their texts, paths and counts", async () => {
    const [aired, , film, played] = await addNotices(
      db,
      user.userId,
      { animeId: HARBOR, episode: 3, at: ago(5) },
      { animeId: HARBOR, episode: 3, kind: "episode.available", at: ago(4) },
      { animeId: FILM, kind: "episode.available", at: ago(3), isRead: true },
      { animeId: HARBOR, episode: 4, kind: "episode.available", at: ago(2) },
    );
    const { data, meta } = await list();
    expect(data).toMatchObject([
      { id: played, text: "Episode 4 of Harbor plays here", url: `/watch/${HARBOR}/4` },
      { id: film, text: "A Film plays here", url: `/anime/${FILM}/a-film`, mal_id: FILM },
      // Nothing plays of this episode any more.
      { text: "Episode 3 of Harbor plays here", url: `/anime/${HARBOR}/harbor` },
      { id: aired, text: "Episode 3 of Harbor has aired", url: `/anime/${HARBOR}/harbor` },
    ]);
    expect(data[0]).toMatchObject({ kind: "episode.available", read_at: null, episode: 4 });
    expect(data[1]?.read_at).not.toBeNull();
    expect(meta).toEqual({
      ...{ total_items: 4, current_page: 1, last_page: 1, per_page: 50 },
      unread_count: 3,
    });
    expect(await bell()).toBe(3);
  });

  it("is in the user's language, and names titles in the one they chose", async () => {
    await user.send("POST", "/api/user/sitePreferences", {
      ...{ locale: "es", titleLanguage: "english" },
    });
    await addNotices(db, user.userId, { animeId: HARBOR, episode: 7 });
    expect((await list()).data).toMatchObject([
      { title: "The Harbor", text: "Se ha emitido el episodio 7 de The Harbor" },
    ]);
  });

  it("is read by pages, and by what is unread", async () => {
    const planted = Array.from({ length: 5 }, (_, index) => ({
      ...{ animeId: HARBOR, episode: index + 1, at: ago(index), isRead: index === 0 },
    }));
    await addNotices(db, user.userId, ...planted);
    expect(await list("?limit=2&page=2")).toMatchObject({
      data: [{ episode: 3 }, { episode: 4 }],
      meta: { total_items: 5, current_page: 2, last_page: 3, per_page: 2, unread_count: 4 },
    });
    const unread = await list("?unread=true&limit=3&page=1");
    expect(unread.data.map(({ episode }) => episode)).toEqual([2, 3, 4]);
    expect(unread.meta).toMatchObject({ total_items: 4, last_page: 2, unread_count: 4 });
    expect((await list("?unread=false")).data).toHaveLength(5);
    expect((await list("?page=9")).data).toEqual([]);
  });

  it("has nothing that is not due, of another user, or of a kind that is off", async () => {
    const other = await createSignedInClient(database);
    await addNotices(db, other.userId, { animeId: HARBOR, episode: 8 });
    await addNotices(
      db,
      user.userId,
      { animeId: HARBOR, episode: 1, at: ago(-1) },
      { animeId: HARBOR, episode: 2, kind: "episode.available" },
      { animeId: HARBOR, episode: 3 },
    );
    await db
      .update(outboxEvents)
      .set({ kind: "of.a.newer.release" })
      .where(eq(outboxEvents.episode, 8));
    await user.send("POST", "/api/user/sitePreferences", {
      notificationsOff: ["episode.available"],
    });
    expect((await list()).data).toMatchObject([{ episode: 3 }]);
    expect(await bell()).toBe(1);
    expect((await list("", other)).data).toEqual([]);
    expect(await bell(other)).toBe(0);
  });

  it("hides titles by parental control and when they are withdrawn, also afterwards", async () => {
    const planted = [HARBOR, LANTERN, MATURE].map((animeId) => ({ animeId }));
    await addNotices(db, user.userId, ...planted);
    const seen = async () => [
      (await list()).data.map(({ mal_id }) => mal_id).sort(),
      (await list()).meta.unread_count,
      await bell(),
    ];
    expect(await seen()).toEqual([[HARBOR, LANTERN], 2, 2]);
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: false });
    expect(await seen()).toEqual([[HARBOR, LANTERN, MATURE], 3, 3]);
    await setTitleWithdrawn(db, LANTERN, true);
    expect(await seen()).toEqual([[HARBOR, MATURE], 2, 2]);
    expect(JSON.stringify(await page())).not.toContain("Lantern");
    await setTitleWithdrawn(db, LANTERN, false);
    expect(await seen()).toEqual([[HARBOR, LANTERN, MATURE], 3, 3]);
  });

  it("keeps to a child's limit and its single titles", async () => {
    const { userId } = user;
    const planted = [HARBOR, LANTERN, FILM, MATURE, UNRATED].map((animeId) => ({ animeId }));
    await addNotices(db, userId, ...planted);
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: false });
    await db.insert(childLimits).values({ userId, maxRating: "pg" });
    await db.insert(childTitles).values([
      { userId, malId: FILM, state: "blocked" },
      { userId, malId: UNRATED, state: "allowed" },
      { userId, malId: MATURE, state: "allowed" },
    ]);
    const ids = (await list()).data.map(({ mal_id }) => mal_id);
    expect(ids.sort()).toEqual([HARBOR, UNRATED]);
    expect(await bell()).toBe(2);
  });

  it.each([
    ["page=0", "page"],
    ["page=1000001", "page"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["unread=maybe", "unread"],
  ])("refuses %s by its name", async (query, path) => {
    expect(await user.send("GET", `${URL}?${query}`)).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    });
  });

  it.each(["page=1000000", "limit=1", "limit=100", "unread=1", "unread="])(
    "accepts %s",
    async (query) => {
      expect((await user.send("GET", `${URL}?${query}`)).status).toBe(200);
    },
  );
});

describe("the bell's number", () => {
  it.each([
    [99, 99],
    [100, 100],
    [120, 100],
  ])("of %s notifications is counted up to %s", async (count, counted) => {
    const planted = Array.from({ length: count }, (_, index) => ({
      ...{ animeId: HARBOR, episode: index + 1 },
    }));
    await addNotices(db, user.userId, ...planted);
    expect(await bell()).toBe(counted);
    expect((await list()).meta.unread_count).toBe(count);
  });
});

describe("marking as read", () => {
  it("marks ids, whether read before or not, and everything", async () => {
    const planted = [1, 2, 3].map((episode) => ({ animeId: HARBOR, episode }));
    const ids = await addNotices(db, user.userId, ...planted);
    const send = (body: unknown) => user.send("POST", READ, body);
    expect((await send({ ids: ids.slice(0, 1) })).status).toBe(200);
    const { read_at } = (await list()).data.at(-1) ?? {};
    expect(await unreadOf()).toEqual(ids.slice(1));
    expect((await send({ ids: [ids[0], Number(ids[1])] })).status).toBe(200);
    expect((await list()).data.at(-1)?.read_at).toBe(read_at);
    expect(await unreadOf()).toEqual(ids.slice(2));
    expect((await send({ all: true })).status).toBe(200);
    expect(await unreadOf()).toEqual([]);
  });

  it("changes nothing of another user, and nothing beside a foreign or unknown id", async () => {
    const other = await createSignedInClient(database);
    const [theirs = ""] = await addNotices(db, other.userId, { animeId: HARBOR });
    const [own = "", future = ""] = await addNotices(
      ...([db, user.userId] as const),
      ...[{ animeId: HARBOR }, { animeId: HARBOR, at: ago(-1) }],
    );
    for (const id of [theirs, "9007199254740991", future]) {
      const response = await user.send("POST", READ, { ids: [own, id] });
      expect(response).toMatchObject({ status: 404, body: { status: 404 } });
    }
    expect((await user.send("POST", READ, { all: true })).status).toBe(200);
    // One that is not due yet stays unread.
    expect(await unreadOf()).toEqual([future]);
    expect(await unreadOf(other.userId)).toEqual([theirs]);
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));

  it.each([
    [{}, "ids"],
    [{ all: false }, "ids"],
    [{ ids: ["1"], all: true }, "ids"],
    [{ ids: [] }, "ids"],
    [{ ids: "1" }, "ids"],
    [{ ids: ["0"] }, "ids.0"],
    [{ ids: ["1", "x"] }, "ids.1"],
    [{ ids: [1.5] }, "ids.0"],
    [{ ids: ["9007199254740992"] }, "ids.0"],
    [{ ids: many(MAX_READ_IDS + 1) }, "ids"],
    [{ all: "yes" }, "all"],
  ])("is refused by the field's name: %j", async (body, path) => {
    const [id] = await addNotices(db, user.userId, { animeId: HARBOR });
    expect(await user.send("POST", READ, body)).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    });
    expect(await unreadOf()).toEqual([id]);
  });

  it("takes as many ids as it may", async () => {
    const planted = many(MAX_READ_IDS).map((episode) => ({
      ...{ animeId: HARBOR, episode: Number(episode) },
    }));
    const ids = await addNotices(db, user.userId, ...planted);
    expect((await user.send("POST", READ, { ids })).status).toBe(200);
    expect(await unreadOf()).toEqual([]);
  });

  it("takes a token's scopes", async () => {
    const token = async (scopes: string[]) =>
      dataOf<{ token: string }>(
        await user.send("POST", "/api/user/tokens", { name: "Script", scopes }),
      ).token;
    const status = async (method: string, path: string, bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}`, cookie: "" };
      const body = method === "POST" ? { all: true } : undefined;
      return (await user.send(method, path, body, headers)).status;
    };
    const [reader, writer] = [await token(["profile:read"]), await token(["profile:write"])];
    expect(await status("GET", URL, reader)).toBe(200);
    expect(await status("POST", READ, reader)).toBe(403);
    expect(await status("GET", URL, writer)).toBe(403);
    expect(await status("POST", READ, writer)).toBe(200);
    expect(await status("GET", URL, await token(["list:read"]))).toBe(403);
  });
});

describe("the page of notifications", () => {
  it("shows several of a kind and title of a day as one, read ones apart", async () => {
    const at = ago(1);
    const played = [3, 5, 4, 9].map((episode) => ({
      ...{ animeId: HARBOR, episode, kind: "episode.available" as const, at },
    }));
    await addNotices(
      db,
      user.userId,
      ...played,
      { animeId: HARBOR, episode: 2, kind: "episode.available", at, isRead: true },
      { animeId: LANTERN, episode: 6, at: new Date(at.getTime() + 1_000) },
      { animeId: HARBOR, episode: 8, at: ago(80) },
    );
    const { days } = await page();
    const shown = days.flatMap(({ items }) =>
      items.map(({ text, isUnread }) => [text, isUnread] as const),
    );
    expect(shown).toEqual([
      ["Episode 6 of Lantern has aired", true],
      ["Episode 2 of Harbor plays here", false],
      ["Episodes 3–5 and 9 of Harbor play here", true],
      ["Episode 8 of Harbor has aired", true],
    ]);
    const group = days[0]?.items[2];
    expect(group?.around).toEqual(["Episodes 3–5 and 9 of ", " play here"]);
    // The first one that plays.
    expect(group?.watchPath).toBe(`/watch/${HARBOR}/4?notice=${group?.range}`);
    expect(days[0]?.items[1]?.path).toBe(`/anime/${HARBOR}/harbor`);
    expect((await page("?show=unread")).days.flatMap(({ items }) => items)).toHaveLength(3);
  });

  it("has 30 groups on a page, and shows the last one for any after it", async () => {
    const planted = Array.from({ length: 31 }, (_, index) => ({
      ...{ animeId: HARBOR, episode: index + 1, at: ago(index * 24) },
    }));
    await addNotices(db, user.userId, ...planted);
    const countOn = async (query: string) => {
      const { days, page: current, last } = await page(query);
      return [days.flatMap(({ items }) => items).length, current, last];
    };
    expect(await countOn("")).toEqual([30, 1, 2]);
    expect(await countOn("?page=2")).toEqual([1, 2, 2]);
    expect(await countOn("?page=99999")).toEqual([1, 2, 2]);
    expect(await countOn("?page=none")).toEqual([30, 1, 2]);
    await db.delete(notifications).where(sql`event_id = (SELECT max(event_id) FROM notifications)`);
    expect(await countOn("")).toEqual([30, 1, 1]);
  });

  it.each([
    // Days of 23 and of 25 hours.
    ["Europe/Berlin", "2024-03-31", "2024-03-30T23:00:00Z", "2024-03-31T22:00:00Z"],
    ["Europe/Berlin", "2024-10-27", "2024-10-26T22:00:00Z", "2024-10-27T23:00:00Z"],
    ["America/New_York", "2024-11-03", "2024-11-03T04:00:00Z", "2024-11-04T05:00:00Z"],
    ["Asia/Tokyo", "2024-01-01", "2023-12-31T15:00:00Z", "2024-01-01T15:00:00Z"],
    ["Pacific/Auckland", "2024-04-07", "2024-04-06T11:00:00Z", "2024-04-07T12:00:00Z"],
  ])("groups by the days of %s: %s", async (zone, date, begins, ends) => {
    const moments = [begins, ends].flatMap((text) => [Date.parse(text) - 1_000, Date.parse(text)]);
    const planted = moments.map((time, index) => ({
      ...{ animeId: HARBOR, episode: index + 1, at: new Date(time) },
    }));
    await addNotices(db, user.userId, ...planted);
    const session = await callPage(
      ({ request, context }: { request: Request; context: RouterContext }) =>
        getSession(request, context),
      "/",
      { init: { headers: { cookie: user.cookie } } },
    );
    if (session === null) throw new Error("The session has ended.");
    const viewer = {
      ...DEFAULT_VISITOR_SETTINGS,
      ...{ user: session.user, i18n: serverI18n("en"), mayOpenFiles: true },
    };
    const { days } = await loadNotifications(db, viewer, {
      ...{ user: session.user, parameters: new URLSearchParams(), zone },
      now: new Date(Date.parse(ends) + 12 * HOUR),
    });
    expect(days.map(({ items }) => items.map(({ text }) => text))).toEqual([
      ["Episode 4 of Harbor has aired"],
      ["Episodes 2–3 of Harbor have aired"],
      ["Episode 1 of Harbor has aired"],
    ]);
    expect(days[1]?.date).toBe(date);
  });

  it("marks a group as read, and no other", async () => {
    const at = ago(1);
    const [first = "", other = "", last = "", played = "", later = ""] = await addNotices(
      ...([db, user.userId] as const),
      { animeId: HARBOR, episode: 1, at },
      { animeId: LANTERN, episode: 1, at },
      { animeId: HARBOR, episode: 2, at },
      { animeId: HARBOR, episode: 2, kind: "episode.available", at },
      { animeId: HARBOR, episode: 3, at: ago(-1) },
    );
    expect(await post({ intent: "read", range: `${first}-${last}` })).toMatchObject({
      status: 303,
      location: "/notifications",
    });
    expect(await unreadOf()).toEqual([other, played, later].sort());
    const stranger = await createSignedInClient(database);
    await post({ intent: "read", range: `${other}-${other}` }, stranger);
    expect(await unreadOf()).toEqual([other, played, later].sort());
    await post({ intent: "read-all" });
    expect(await unreadOf()).toEqual([later]);
    expect(await page()).toMatchObject({ hasUnread: false });
  });

  it("mutes and unmutes a title, whose notifications are read then", async () => {
    await addNotices(
      ...([db, user.userId] as const),
      { animeId: HARBOR },
      { animeId: HARBOR, at: ago(-1) },
      { animeId: LANTERN },
    );
    expect(await post({ intent: "mute", animeId: String(HARBOR) })).toMatchObject({ status: 303 });
    await post({ intent: "mute", animeId: String(HARBOR) });
    expect(await page()).toMatchObject({
      flashMessage: { message: "Muted: Harbor", undo: { intent: "unmute", animeId: "1" } },
      muted: [{ animeId: HARBOR, title: { text: "Harbor" } }],
    });
    expect(await unreadOf()).toHaveLength(1);
    expect(await bell()).toBe(1);
    for (const _ of [1, 2])
      expect((await post({ intent: "unmute", animeId: String(HARBOR) })).status).toBe(303);
    expect((await page()).muted).toEqual([]);
  });

  it("mutes nothing that the user may not see, and so many titles at most", async () => {
    for (const animeId of ["999999", String(MATURE)])
      expect((await post({ intent: "mute", animeId })).status).toBe(404);
    const ids = Array.from({ length: MAX_MUTED_TITLES - 1 }, (_, index) => 10_000 + index);
    await addAnimes(db, ...ids.map((mal_id) => ({ mal_id })));
    await db
      .insert(mutedTitles)
      .values(ids.map((animeMalId) => ({ animeMalId, userId: user.userId })));
    expect((await post({ intent: "mute", animeId: String(HARBOR) })).status).toBe(303);
    expect((await post({ intent: "mute", animeId: String(LANTERN) })).status).toBe(409);
    expect((await post({ intent: "mute", animeId: String(HARBOR) })).status).toBe(303);
    expect((await page()).muted).toHaveLength(MAX_MUTED_TITLES);
    await setTitleWithdrawn(db, HARBOR, true);
    expect((await page()).muted).toHaveLength(MAX_MUTED_TITLES - 1);
    await setTitleWithdrawn(db, HARBOR, false);
  });

  it.each([
    [{}],
    [{ intent: "none" }],
    [{ intent: "read" }],
    [{ intent: "read", range: "1" }],
    [{ intent: "read", range: "1-2-3" }],
    [{ intent: "read", range: "0-2" }],
    [{ intent: "read", range: "1-99999999999999999" }],
    [{ intent: "mute", animeId: "one" }],
    [{ intent: "mute", animeId: "2147483648" }],
  ])("refuses the form %j", async (fields: Record<string, string>) => {
    await addNotices(db, user.userId, { animeId: HARBOR });
    expect((await post(fields)).status).toBe(400);
    expect(await unreadOf()).toHaveLength(1);
  });

  it("is for users", async () => {
    const visitor = callPage(loader, "/notifications");
    expect(await catchPageError(visitor)).toMatchObject({
      data: "/signin?returnTo=%2Fnotifications",
    });
  });
});

describe("a link of a notification", () => {
  const open = async (path: string, headers: Record<string, string> = {}, by = user) => {
    const visit = ({ request, context }: { request: Request; context: RouterContext }) => {
      const url = new globalThis.URL(request.url);
      const args = { request, context, url, params: {}, pattern: "" };
      return readOpenedNotice(args, () => Promise.resolve(new Response()));
    };
    const init = { headers: { cookie: by.cookie, ...headers } };
    return (await readOutcome(callPage(visit, path, { init }))).location;
  };

  it("marks it as read and opens the page, for its user alone", async () => {
    const [id = ""] = await addNotices(db, user.userId, { animeId: HARBOR });
    const path = `/watch/${HARBOR}/4?notice=${id}-${id}&t=3`;
    const stranger = await createSignedInClient(database);
    expect(await open(path, {}, stranger)).toBe(`/watch/${HARBOR}/4?t=3`);
    expect(await open(path, { "sec-purpose": "prefetch" })).toBe(`/watch/${HARBOR}/4?t=3`);
    expect(await open(path, { "sec-fetch-site": "cross-site" })).toBe(`/watch/${HARBOR}/4?t=3`);
    expect(await unreadOf()).toEqual([id]);
    expect(await open(path, { "sec-fetch-site": "same-origin" })).toBe(`/watch/${HARBOR}/4?t=3`);
    expect(await unreadOf()).toEqual([]);
  });

  it("leads nowhere else", async () => {
    expect(await open("//elsewhere.test/?notice=1-1")).toBe("/");
    expect(await open("/anime/1?notice=nonsense")).toBe("/anime/1");
    expect(await open("/anime/1")).toBeNull();
  });
});

describe("the account's export", () => {
  it("has notifications and muted titles, and deletion takes both", async () => {
    await addNotices(db, user.userId, { animeId: HARBOR, episode: 5, isRead: true });
    await db.insert(mutedTitles).values({ userId: user.userId, animeMalId: LANTERN });
    const exported = dataOf(await user.send("GET", "/api/user/export"));
    const at = expect.any(String) as string;
    expect(exported).toMatchObject({
      notifications: [{ kind: "episode.aired", mal_id: HARBOR, episode: 5, at, read_at: at }],
      muted_titles: [{ mal_id: LANTERN, muted_at: at }],
    });
    const { password } = user.credentials;
    expect((await user.send("DELETE", "/api/user/account", { password })).status).toBe(200);
    expect(await db.$count(notifications)).toBe(0);
    expect(await db.$count(mutedTitles)).toBe(0);
  });
});
