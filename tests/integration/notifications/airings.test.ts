import { asc, eq, sql as raw } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { announceAirings } from "~/features/notifications/announce/airings.server";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { animes, jobs, notifications, outboxEvents } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { addReader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const SERIES = 1;
const HOUR_MS = 60 * 60_000;
/** A broadcast of the series, Monday 23:00 in Tokyo. */
const BROADCAST = new Date("2026-10-12T14:00:00.000Z");
const after = (hours: number, from = BROADCAST) => new Date(from.getTime() + hours * HOUR_MS);

const airing = {
  status: "Currently Airing",
  aired_from: "2026-10-05T00:00:00.000Z",
  broadcast_day: "Monday",
  broadcast_time: "23:00",
  broadcast_timezone: "Asia/Tokyo",
};

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, jobs, job_runs CASCADE`;
  await addAnime(db, { mal_id: SERIES, ...airing });
});

const announce = (now: Date, isFirst = false) => announceAirings(db, { isFirst, now });
const listEvents = () => db.select().from(outboxEvents).orderBy(asc(outboxEvents.id));
/** The episodes with events, and their times. */
const events = async () => (await listEvents()).map(({ episode, at }) => [episode, at]);
/** Makes the notifications of all events, as if their time had come. */
async function spreadAll() {
  await db
    .update(outboxEvents)
    .set({ dueAt: raw`now()` })
    .where(raw`spread_at IS NULL`);
  return spreadDueEvents(db);
}
const changeSlot = (slot: Partial<typeof animes.$inferInsert>) =>
  db.update(animes).set(slot).where(eq(animes.malId, SERIES));

describe("broadcasts become events", () => {
  it("up to two hours ahead and six hours late", async () => {
    expect(await announce(new Date(after(-2).getTime() - 1))).toBe(0);
    expect(await announce(new Date(after(-2).getTime() + 1))).toBe(1);
    expect(await events()).toEqual([[2, BROADCAST]]);
    await sql`TRUNCATE outbox_events CASCADE`;
    expect(await announce(after(6))).toBe(1);
    await sql`TRUNCATE outbox_events CASCADE`;
    expect(await announce(new Date(after(6).getTime() + 1))).toBe(0);
  });

  it("but not what had aired before the first run", async () => {
    expect(await announce(after(0.01), true)).toBe(0);
    expect(await announce(after(-0.01), true)).toBe(1);
  });

  it("once, whatever runs and clocks do", async () => {
    const userId = await addReader(db, SERIES);
    for (const hours of [-1, 0, 1, 5, -1, 3]) await announce(after(hours));
    expect(await events()).toEqual([[2, BROADCAST]]);
    expect(await spreadAll()).toEqual({ notified: 1 });
    for (const hours of [-1, 0, 5]) expect(await announce(after(hours))).toBe(0);
    // A day ahead by mistake, and back.
    await announce(after(24));
    await announce(after(1));
    expect(await spreadAll()).toEqual({ notified: 0 });
    const own = await db.select().from(notifications).where(eq(notifications.userId, userId));
    expect(own).toHaveLength(1);
    expect(own[0]?.dueAt).toEqual(BROADCAST);
    await Promise.all([announce(after(24 * 7)), announce(after(24 * 7))]);
    expect(await events()).toHaveLength(2);
  });

  it("of titles that begin, and not of others", async () => {
    const soon = { ...airing, status: "Not yet aired", aired_from: "2026-10-13T00:00:00.000Z" };
    await addAnime(db, { mal_id: 2, ...soon, broadcast_day: "Tuesday", broadcast_time: "00:30" });
    await addAnime(db, { mal_id: 3, ...soon, aired_from: "2026-10-20T00:00:00.000Z" });
    await addAnime(db, { mal_id: 4, ...airing, status: "Finished Airing" });
    await addAnime(db, { mal_id: 5, ...airing, aired_to: "2026-10-05T00:00:00.000Z" });
    await addAnime(db, {
      ...{ mal_id: 6, ...airing, status: "Finished Airing" },
      aired_to: "2026-10-12T00:00:00.000Z",
    });
    await announce(BROADCAST);
    expect((await listEvents()).map(({ animeMalId, episode }) => [animeMalId, episode])).toEqual(
      expect.arrayContaining([
        [SERIES, 2],
        [2, 1],
        [6, 2],
      ]),
    );
    expect(await listEvents()).toHaveLength(3);
  });

  it("of films and web series, at 00:00 UTC of their day", async () => {
    const film = { broadcast_day: null, broadcast_time: null, broadcast_timezone: null };
    const day = "2026-10-13T00:00:00.000Z";
    await addAnime(db, { mal_id: 2, ...film, type: "Movie", episodes: 1, aired_from: day });
    await addAnime(db, { mal_id: 3, ...airing, ...film, type: "ONA" });
    await addEpisodes(db, 3, 4, 5, { aired: new Date("2026-10-13T09:00:00.000Z") });
    await announce(after(-24));
    expect(await events()).toEqual([]);
    await announce(after(8.5));
    expect(
      (await listEvents())
        .filter(({ animeMalId }) => animeMalId !== SERIES)
        .map(({ animeMalId, episode, at }) => [animeMalId, episode, at.toISOString()]),
    ).toEqual([
      [2, 1, day],
      [3, 4, day],
      [3, 5, day],
    ]);
  });
});

describe("a slot that moves", () => {
  it("moves its event while nobody is notified", async () => {
    await announce(after(-1));
    await changeSlot({ broadcastTime: "23:30" });
    expect(await announce(after(-1))).toBe(1);
    expect(await events()).toEqual([[2, after(0.5)]]);
    const [event] = await listEvents();
    expect(event?.dueAt).toEqual(after(0.5));
  });

  it("takes its event back until it is near again, and tells it once", async () => {
    await addReader(db, SERIES);
    await announce(after(-1));
    await changeSlot({ broadcastDay: "Wednesday" });
    await announce(after(-0.5));
    expect(await events()).toEqual([]);
    await announce(after(47));
    expect(await events()).toEqual([[2, after(48)]]);
    expect(await spreadAll()).toEqual({ notified: 1 });
  });

  it("tells no week twice", async () => {
    await addReader(db, SERIES);
    await announce(after(-1));
    await spreadAll();
    await changeSlot({ broadcastDay: "Wednesday" });
    await announce(after(47));
    expect(await spreadAll()).toEqual({ notified: 0 });
    await announce(after(47 + 7 * 24));
    expect(await spreadAll()).toEqual({ notified: 1 });
    expect((await listEvents()).map(({ episode }) => episode)).toEqual([2, 3]);
  });

  it("keeps an event that was put off", async () => {
    await announce(after(1));
    await db.update(outboxEvents).set({ dueAt: after(1.2) });
    await announce(after(1));
    const [event] = await listEvents();
    expect(event?.dueAt).toEqual(after(1.2));
  });
});

describe("the job", () => {
  it("tells nothing that aired before its first run, and six hours after that", async () => {
    const parts = createJobParts(database.options);
    onTestFinished(() => parts.close());
    const slot = new Date(Date.now() - HOUR_MS);
    await changeSlot({
      broadcastDay: slot.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" }),
      broadcastTime: slot.toISOString().slice(11, 16),
      broadcastTimezone: "UTC",
      airedFrom: new Date(slot.toISOString().slice(0, 10)),
    });
    expect(await parts.run("announce")).toMatchObject({ result: { added: 0 } });
    expect(await parts.run("announce")).toMatchObject({ result: { added: 1 } });
    const [record] = await db.select().from(jobs).where(eq(jobs.name, "announce"));
    expect(record?.succeededAt).not.toBeNull();
  });
});
