import ICAL from "ical.js";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createCalendarLink } from "~/features/accounts/tokens/calendar-link.server";
import { revokeAllTokens } from "~/features/accounts/tokens/tokens.server";
import { action as settingsAction, loader as settings } from "~/routes/account/settings";
import { loader as calendar } from "~/routes/catalog/own-calendar";
import { loader as publicCalendar } from "~/routes/catalog/schedule-ics";
import { loader as schedule } from "~/routes/catalog/schedule";
import { calendarLinks } from "~db/schema";
import { importCatalog } from "~/features/import/import-catalog.server";
import { addAnimes } from "../../factories/anime";
import { chunks, title } from "../catalog/import-support";
import { createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database);
let user: SignedInClient;

const onAir = {
  status: "Currently Airing",
  airing: true,
  broadcast_timezone: "Asia/Tokyo",
  broadcast_day: "Saturday",
  broadcast_time: "00:30",
};

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: 1, title: "Watched", title_english: "Watched in English", ...onAir },
    { mal_id: 2, title: "For adults", ...onAir, rating: "Rx - Hentai" },
    { mal_id: 3, title: "Dropped", ...onAir },
    { mal_id: 4, title: "On no list", ...onAir },
  );
});

beforeEach(async () => {
  user = await createSignedInClient(database);
  await user.send("POST", "/api/user/watchList", { animeId: 1, type: "Watching" });
  await user.send("POST", "/api/user/watchList", { animeId: 2, type: "Watching" });
  await user.send("PATCH", "/api/user/watchlist/entry", { animeId: 3, state: "dropped" });
});

const fetchCalendar = (code: string, headers: Record<string, string> = {}, call = callPage) =>
  call(calendar, `/schedule/mine.ics?${new URLSearchParams({ code }).toString()}`, {
    init: { headers },
  });
const eventsOf = async (response: Response) =>
  new ICAL.Component(ICAL.parse(await response.text()) as unknown[])
    .getAllSubcomponents("vevent")
    .map((component) => new ICAL.Event(component));
const submit = (fields: Record<string, string>) =>
  callPage(settingsAction, "/settings", {
    init: {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { cookie: user.cookie },
    },
  });
const settingsPage = () =>
  callPage(settings, "/settings", { init: { headers: { cookie: user.cookie } } });

/** Pretends that catalog and preferences have not changed for long. */
async function backdate() {
  await db.execute(sql`UPDATE animes SET changed_at = '2026-01-01T00:00:00Z'`);
  await db.execute(sql`UPDATE preferences SET updated_at = '2026-01-01T00:00:00Z'`);
}

describe("a private calendar", () => {
  it("has the broadcasts of the user's list, and is not cached", async () => {
    const code = await createCalendarLink(db, user.userId);
    const response = await fetchCalendar(code);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("vary")).toBe("Accept-Encoding");
    const etag = response.headers.get("etag") ?? "";
    const events = await eventsOf(response);
    expect(events).toHaveLength(4);
    expect(new Set(events.map(({ summary }) => summary))).toEqual(new Set(["Watched"]));
    const again = await fetchCalendar(code, { "if-none-match": etag });
    expect(again.status).toBe(304);
    expect(again.headers.get("vary")).toBe("Accept-Encoding");
    expect(again.headers.get("cache-control")).toBe("private, no-store");
  });

  it("follows the user's settings", async () => {
    const code = await createCalendarLink(db, user.userId);
    const [before] = await eventsOf(await fetchCalendar(code));
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: false });
    await user.send("POST", "/api/user/sitePreferences", {
      titleLanguage: "english",
      scheduleDelayHours: 5,
    });
    const events = await eventsOf(await fetchCalendar(code));
    expect(new Set(events.map(({ summary }) => summary))).toEqual(
      new Set(["Watched in English", "For adults"]),
    );
    const shift =
      (events[0]?.startDate.toJSDate().getTime() ?? 0) -
      (before?.startDate.toJSDate().getTime() ?? 0);
    expect(shift % (7 * 86_400_000)).toBe(5 * 3_600_000);
  });

  it("moves its events with the slot and the user's delay: they keep their UIDs", async () => {
    await addAnimes(db, { mal_id: 5, title: "Moves", ...onAir });
    await user.send("POST", "/api/user/watchList", { animeId: 5, type: "Watching" });
    const code = await createCalendarLink(db, user.userId);
    const airings = async (response: Promise<Response>) => {
      const events = await eventsOf(await response);
      return new Map(
        events
          .filter(({ summary }) => summary === "Moves")
          .map(({ uid, startDate, component }) => [
            uid,
            {
              at: startDate.toJSDate().getTime() / 3_600_000,
              stamp: String(component.getFirstPropertyValue("dtstamp")),
              changed: String(component.getFirstPropertyValue("last-modified")),
            },
          ]),
      );
    };
    type Airings = Awaited<ReturnType<typeof airings>>;
    /** Hours from one calendar's airings to those of the other with the same UID. */
    const moves = (from: Airings, to: Airings) =>
      [...from].flatMap(([uid, { at }]) => {
        const moved = to.get(uid);
        return moved === undefined ? [] : [moved.at - at];
      });
    // Each without what others have cached.
    const own = () => airings(fetchCalendar(code, {}, createPageCaller(database)));
    const everyone = () => airings(createPageCaller(database)(publicCalendar, "/schedule.ics"));
    const latest = (calendar: Airings) =>
      Math.max(...[...calendar.values()].map(({ changed }) => Date.parse(changed)));

    const before = await own();
    expect(before.size).toBe(4);
    expect(moves(before, await everyone())).toEqual([0, 0, 0, 0]);
    expect([...before.values()].every(({ stamp, changed }) => stamp === changed)).toBe(true);
    expect(await own()).toEqual(before);

    await backdate();
    const old = await own();
    await user.send("POST", "/api/user/sitePreferences", { scheduleDelayHours: 10 });
    const delayed = await own();
    expect(new Set(moves(before, delayed))).toEqual(new Set([10]));
    expect(moves(before, delayed).length).toBeGreaterThan(2);
    expect(latest(delayed)).toBeGreaterThan(latest(old));
    expect(latest(await everyone())).toBe(latest(old));
    await user.send("POST", "/api/user/sitePreferences", { scheduleDelayHours: 11 });
    const again = await own();
    expect(latest(again)).toBeGreaterThan(latest(delayed));
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: true });
    expect(latest(await own())).toBeGreaterThan(latest(again));
    await user.send("POST", "/api/user/sitePreferences", { scheduleDelayHours: 10 });

    await backdate();
    const slot = { ...title(6, onAir), title: "Moves" };
    const changes: number[] = [];
    for (const broadcast_time of ["00:30", "01:30", "23:30"]) {
      await importCatalog(db, chunks([{ ...slot, broadcast_time }]));
      changes.push(latest(await everyone()));
    }
    expect(new Set(changes).size).toBe(3);
    expect(changes.toSorted((one, other) => one - other)).toEqual(changes);

    await backdate();
    await db.execute(sql`UPDATE animes SET broadcast_time = '25:30', changed_at = now()
      WHERE mal_id = 5`);
    const moved = await everyone();
    expect(new Set(moves(before, moved))).toEqual(new Set([25]));
    expect(moves(before, moved).length).toBeGreaterThan(2);
    expect(latest(moved)).toBeGreaterThan(latest(old));
    expect(new Set(moves(moved, await own()))).toEqual(new Set([10]));
  });

  it("moves its events to another day of the week, which keep their UIDs", async () => {
    const slot = { ...title(7, onAir), title: "Wanders" };
    const starts = async () => {
      const events = await eventsOf(
        await createPageCaller(database)(publicCalendar, "/schedule.ics"),
      );
      return new Map(
        events
          .filter(({ summary }) => summary === "Wanders")
          .map(({ uid, startDate }) => [uid, startDate.toJSDate().getTime() / 86_400_000]),
      );
    };
    await importCatalog(db, chunks([slot]));
    let before = await starts();
    // Each step is of one day or of three, also over the ends of the week and back.
    const steps = [
      ["Sunday", 1],
      ["Monday", 1],
      ["Thursday", 3],
      ["Sunday", 3],
      ["Wednesday", 3],
      ["Tuesday", -1],
      ["Saturday", -3],
    ] as const;
    for (const [broadcast_day, days] of steps) {
      await importCatalog(db, chunks([{ ...slot, broadcast_day }]));
      const after = await starts();
      const moves = [...before].flatMap(([uid, start]) => {
        const moved = after.get(uid);
        return moved === undefined ? [] : [moved - start];
      });
      expect(moves.length).toBeGreaterThan(2);
      expect(new Set(moves)).toEqual(new Set([days]));
      before = after;
    }
    // Without a slot for a while, it goes on from where it was.
    await db.execute(sql`UPDATE animes SET broadcast_day = NULL WHERE mal_id = 7`);
    expect(await starts()).toEqual(new Map());
    await db.execute(sql`UPDATE animes SET broadcast_day = 'Saturday' WHERE mal_id = 7`);
    expect(await starts()).toEqual(before);
  });

  it("is created and replaced on the settings page, and only its hash is stored", async () => {
    expect((await settingsPage()).schedule.calendarSince).toBeNull();
    const first = (await submit({ intent: "create-calendar" })) as { createdCalendar: string };
    expect(first.createdCalendar).toMatch(/^[\w-]{43}$/);
    expect((await settingsPage()).schedule.calendarSince).not.toBeNull();
    const second = (await submit({ intent: "create-calendar" })) as { createdCalendar: string };
    expect((await fetchCalendar(first.createdCalendar)).status).toBe(404);
    expect((await fetchCalendar(second.createdCalendar)).status).toBe(200);
    const rows = await db.select().from(calendarLinks);
    expect(JSON.stringify(rows)).not.toContain(second.createdCalendar);
    const own = rows.find(({ userId }) => userId === user.userId);
    expect(own?.lastUsedAt).not.toBeNull();
    const { body } = await user.send("GET", "/api/user/export");
    expect(JSON.stringify(body)).not.toContain(own?.codeHash);
    expect((body as { data: { calendar_links: unknown[] } }).data.calendar_links).toHaveLength(1);
  });

  it("ends with its link, all tokens, the account's disabling and the account", async () => {
    const code = await createCalendarLink(db, user.userId);
    await submit({ intent: "revoke-calendar" });
    expect((await fetchCalendar(code)).status).toBe(404);
    const second = await createCalendarLink(db, user.userId);
    await revokeAllTokens(db, user.userId);
    expect((await fetchCalendar(second)).status).toBe(404);
    const third = await createCalendarLink(db, user.userId);
    await db.execute(sql`UPDATE users SET disabled_at = now() WHERE id = ${user.userId}::uuid`);
    expect((await fetchCalendar(third)).status).toBe(404);
    await db.execute(sql`DELETE FROM users WHERE id = ${user.userId}::uuid`);
    expect((await fetchCalendar(third)).status).toBe(404);
  });

  it.each(["", "x", "a".repeat(42), "a".repeat(43), "a".repeat(44), "../../etc"])(
    "is not found with the code “%s”",
    async (code) => {
      const response = await fetchCalendar(code);
      expect(response.status).toBe(404);
      expect(response.headers.get("cache-control")).toContain("no-store");
    },
  );

  it("is limited per client", async () => {
    const limited = createPageCaller(database, { RATE_LIMITS: "ownCalendar=2/60" });
    const statuses: number[] = [];
    for (let request = 0; request < 3; request += 1)
      statuses.push((await limited(calendar, "/schedule/mine.ics?code=x")).status);
    expect(statuses).toEqual([404, 404, 429]);
  });
});

describe("the delay of the schedule", () => {
  const shown = async (cookie = user.cookie) => {
    const { days } = await callPage(schedule, "/schedule?show=all&tz=Asia/Tokyo", {
      init: { headers: { cookie } },
    });
    return days.flatMap(({ date, airings }) =>
      airings.map(({ card, time }) => `${new Date(date).getUTCDay()} ${time} ${card.id}`),
    );
  };

  it("moves broadcasts by its hours, across midnight", async () => {
    expect(await shown()).toContain("6 00:30 1");
    expect(await submit({ intent: "schedule", scheduleDelayHours: "30" })).toMatchObject({
      status: 302,
    });
    const delayed = await shown();
    expect(delayed).toContain("0 06:30 1");
    expect(delayed).toHaveLength((await shown("")).length);
    expect(await shown("")).toContain("6 00:30 1");
    expect((await settingsPage()).schedule.delayHours).toBe(30);
  });

  it.each(["0", "72"])("may be %s hours", async (scheduleDelayHours) => {
    expect(await submit({ intent: "schedule", scheduleDelayHours })).toMatchObject({ status: 302 });
  });

  it.each(["73", "-1", "1.5", "", "many"])("may not be “%s” hours", async (scheduleDelayHours) => {
    expect(await submit({ intent: "schedule", scheduleDelayHours })).toMatchObject({
      init: { status: 400 },
      data: {
        failure: {
          fields: {
            scheduleDelayHours: "The delay must be a whole number of hours from 0 to 72.",
          },
        },
      },
    });
    expect((await settingsPage()).schedule.delayHours).toBe(0);
  });
});
