import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { eq, sql as raw } from "drizzle-orm";
import { beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import {
  areEventsDue,
  spreadDueEvents,
} from "~/features/notifications/spread/spread-events.server";
import { animes, notifications, outboxEvents, users } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts } from "../../support/jobs/job-parts";
import { addEvent, addReader, type Reader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const TITLE = 1;

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, jobs, job_runs CASCADE`;
  await addAnime(db, { mal_id: TITLE, rating: "PG-13 - Teens 13 or older" });
  await addAnime(db, { mal_id: 2 });
  await addEpisodes(db, TITLE, 1, 12, { videoSource: "https://example.test/a.mp4" });
});

const read = (userId: string) =>
  db.select().from(notifications).where(eq(notifications.userId, userId));
const isNotified = async (userId: string) => (await read(userId)).length > 0;
const spread = () => spreadDueEvents(db);

/** Whether a reader is notified of an episode of the title. */
async function notifies(reader: Reader, event: { episode?: number } = {}) {
  const userId = await addReader(db, TITLE, reader);
  await addEvent(db, { animeMalId: TITLE, episode: 5, ...event });
  await spread();
  return isNotified(userId);
}

describe("whom an episode concerns", () => {
  it.each([
    ["watching", true],
    ["rewatching", true],
    ["planned", false],
    ["paused", false],
    ["dropped", false],
    ["completed", false],
    [null, false],
  ] as const)("says of %s: %s", async (state, expected) => {
    expect(await notifies({ state })).toBe(expected);
  });

  it("includes who planned it for the first episode alone", async () => {
    expect(await notifies({ state: "planned" }, { episode: 1 })).toBe(true);
    expect(await notifies({ state: "planned" }, { episode: 2 })).toBe(false);
    expect(await notifies({ state: "paused" }, { episode: 1 })).toBe(false);
  });

  it("leaves out who has seen it, not who has seen others", async () => {
    expect(await notifies({ seen: "{[1,6)}" })).toBe(false);
    expect(await notifies({ seen: "{[1,5)}" })).toBe(true);
    expect(await notifies({ state: "planned", seen: "{[1,2)}" }, { episode: 1 })).toBe(false);
  });

  it("leaves out a muted title, a kind that is off and a disabled account", async () => {
    expect(await notifies({ muted: true })).toBe(false);
    expect(await notifies({ disabled: true })).toBe(false);
    expect(await notifies({ site: { notificationsOff: ["episode.aired"] } })).toBe(false);
    expect(await notifies({ site: { notificationsOff: ["episode.available"] } })).toBe(true);
  });

  it("leaves out lists that have other titles", async () => {
    const other = await addReader(db, 2);
    expect(await notifies({})).toBe(true);
    expect(await isNotified(other)).toBe(false);
  });

  it("leaves out whom parental control keeps from the title", async () => {
    await db.update(animes).set({ rating: "Rx - Hentai" }).where(eq(animes.malId, TITLE));
    expect(await notifies({ parentalControl: true })).toBe(false);
    expect(await notifies({ parentalControl: false })).toBe(true);
    expect(await notifies({ limit: "r", decision: "allowed" })).toBe(false);
  });

  it("leaves out children above whose limit it is, unless a parent allowed it", async () => {
    expect(await notifies({ limit: "pg-13" })).toBe(true);
    expect(await notifies({ limit: "pg" })).toBe(false);
    expect(await notifies({ limit: "pg", decision: "allowed" })).toBe(true);
    expect(await notifies({ limit: "pg", decision: "asked" })).toBe(false);
    expect(await notifies({ limit: "pg-13", decision: "blocked" })).toBe(false);
  });

  it("leaves out all for a withdrawn title", async () => {
    await db.update(animes).set({ withdrawn: true }).where(eq(animes.malId, TITLE));
    expect(await notifies({})).toBe(false);
  });
});

describe("when it is shown", () => {
  it("adds the reader's own delay to a broadcast", async () => {
    const soon = await addReader(db, TITLE);
    const late = await addReader(db, TITLE, { site: { scheduleDelayHours: 26 } });
    const broken = await addReader(db, TITLE, { site: { scheduleDelayHours: "soon" } });
    const at = new Date(Date.now() - 60_000);
    await addEvent(db, { animeMalId: TITLE, episode: 5, at });
    await spread();
    const dueAt = async (userId: string) => (await read(userId))[0]?.dueAt.getTime();
    expect(await dueAt(soon)).toBe(at.getTime());
    expect(await dueAt(late)).toBe(at.getTime() + 26 * 60 * 60_000);
    expect(await dueAt(broken)).toBe(at.getTime());
  });

  it("adds none to what plays here", async () => {
    const late = await addReader(db, TITLE, { site: { scheduleDelayHours: 26 } });
    const at = new Date(Date.now() - 60_000);
    await addEvent(db, { kind: "episode.available", animeMalId: TITLE, episode: 5, at });
    await spread();
    expect((await read(late))[0]?.dueAt).toEqual(at);
  });

  it("waits for the time of the event, also when it is an hour ahead", async () => {
    await addReader(db, TITLE);
    const id = await addEvent(db, {
      animeMalId: TITLE,
      episode: 5,
      dueAt: new Date(Date.now() + 3_600_000),
    });
    expect(await areEventsDue(db)).toBe(false);
    expect(await spread()).toEqual({ notified: 0 });
    await db
      .update(outboxEvents)
      .set({ dueAt: raw`now()` })
      .where(eq(outboxEvents.id, id));
    expect(await areEventsDue(db)).toBe(true);
    expect(await spread()).toEqual({ notified: 1 });
    expect(await areEventsDue(db)).toBe(false);
  });
});

describe("an episode that plays here", () => {
  const available = { kind: "episode.available", animeMalId: TITLE, episode: 5 };

  it("replaces an unread broadcast of it, and no other", async () => {
    const userId = await addReader(db, TITLE);
    const muted = await addReader(db, TITLE, { site: { notificationsOff: [available.kind] } });
    const aired = await addEvent(db, { animeMalId: TITLE, episode: 5 });
    const other = await addEvent(db, { animeMalId: TITLE, episode: 4 });
    await spread();
    const arrived = await addEvent(db, available);
    await spread();
    const unread = async (reader: string) =>
      (await read(reader)).filter(({ readAt }) => readAt === null).map(({ eventId }) => eventId);
    expect((await unread(userId)).sort()).toEqual([other, arrived].sort());
    expect((await unread(muted)).sort()).toEqual([aired, other].sort());
  });

  it("is not followed by its broadcast", async () => {
    const userId = await addReader(db, TITLE);
    await addEvent(db, available);
    await spread();
    await addEvent(db, { animeMalId: TITLE, episode: 5 });
    await spread();
    expect(await read(userId)).toHaveLength(1);
  });

  it("is forgotten when its source has gone meanwhile, and told when it comes back", async () => {
    const userId = await addReader(db, TITLE);
    await sql`UPDATE episodes SET video_source = NULL WHERE number = 5`;
    await addEvent(db, { ...available, key: "available:1:5" });
    await spread();
    expect(await isNotified(userId)).toBe(false);
    await sql`UPDATE episodes SET video_source = 'https://example.test/b.mp4' WHERE number = 5`;
    await addEvent(db, { ...available, key: "available:1:5" });
    await spread();
    expect(await isNotified(userId)).toBe(true);
  });
});

describe("the spread of events", () => {
  it("tells once, however often it runs and whatever the clock says", async () => {
    const userId = await addReader(db, TITLE);
    const id = await addEvent(db, { animeMalId: TITLE, episode: 5 });
    await spread();
    await db
      .update(outboxEvents)
      .set({ spreadAt: raw`now() + interval '2 days'` })
      .where(eq(outboxEvents.id, id));
    expect(await spread()).toEqual({ notified: 0 });
    expect(await read(userId)).toHaveLength(1);
  });

  it("puts off what fails, does the rest, and says so", async () => {
    const userId = await addReader(db, TITLE);
    const bad = await addEvent(db, { animeMalId: TITLE, episode: 5 });
    const good = await addEvent(db, { animeMalId: TITLE, episode: 6 });
    await db.execute(
      raw.raw(`ALTER TABLE notifications ADD CONSTRAINT bad CHECK (event_id <> ${bad})`),
    );
    await expect(spread()).rejects.toThrow();
    expect((await read(userId)).map(({ eventId }) => eventId)).toEqual([good]);
    const [put] = await db.select().from(outboxEvents).where(eq(outboxEvents.id, bad));
    const minutes = ((put?.dueAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(put?.spreadAt).toBeNull();
    expect(minutes).toBeGreaterThan(9);
    expect(minutes).toBeLessThan(11);
    await sql`ALTER TABLE notifications DROP CONSTRAINT bad`;
    await db
      .update(outboxEvents)
      .set({ dueAt: raw`now()` })
      .where(eq(outboxEvents.id, bad));
    expect(await spread()).toEqual({ notified: 1 });
  });

  it("leaves kinds of a later release to those who know them", async () => {
    await addReader(db, TITLE);
    const id = await addEvent(db, { kind: "moon.full", animeMalId: TITLE, episode: 5 });
    expect(await areEventsDue(db)).toBe(false);
    await spread();
    const [event] = await db.select().from(outboxEvents).where(eq(outboxEvents.id, id));
    expect(event?.spreadAt).toBeNull();
  });

  it("is shared by processes at work at once", async () => {
    const readers = await Promise.all(Array.from({ length: 8 }, () => addReader(db, TITLE)));
    for (let episode = 1; episode <= 12; episode += 1)
      await addEvent(db, { animeMalId: TITLE, episode });
    const counts = await Promise.all([spread(), spread(), spread()]);
    expect(counts.reduce((sum, { notified }) => sum + notified, 0)).toBe(8 * 12);
    for (const reader of readers) expect(await read(reader)).toHaveLength(12);
  });

  it("stops between two events when it is interrupted", async () => {
    await addReader(db, TITLE);
    await addEvent(db, { animeMalId: TITLE, episode: 5 });
    expect(await spreadDueEvents(db, AbortSignal.abort())).toEqual({ notified: 0 });
    expect(await spread()).toEqual({ notified: 1 });
  });

  it("ends with the account", async () => {
    const userId = await addReader(db, TITLE);
    await addEvent(db, { animeMalId: TITLE, episode: 5 });
    await spread();
    await db.delete(notifications);
    await sql`DELETE FROM watch_list_entries`;
    await db.delete(users).where(eq(users.id, userId));
    expect(await spread()).toEqual({ notified: 0 });
  });
});

describe("the job", () => {
  it("runs as soon as an event is due", async () => {
    const parts = createJobParts(database.options);
    onTestFinished(() => parts.close());
    const userId = await addReader(db, TITLE);
    const runner = parts.start();
    onTestFinished(() => runner.stop());
    await addEvent(db, { animeMalId: TITLE, episode: 5 });
    await expect.poll(() => isNotified(userId), { timeout: 20_000 }).toBe(true);
  });

  it("survives SIGKILL inside a spread, and another process tells once", async () => {
    const userId = await addReader(db, TITLE);
    const id = await addEvent(db, { animeMalId: TITLE, episode: 5 });
    // Its insert waits for this lock, with the event taken.
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const lock = db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, userId)).for("update");
      await held;
    });
    const child = spawn(process.execPath, [join(inject("commands"), "jobs-child.js")], {
      env: { ...process.env, AKARI_DATABASE: JSON.stringify(database.options) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await expect
      .poll(
        async () =>
          (
            await sql`
              SELECT FROM pg_stat_activity WHERE datname = current_database()
                AND wait_event_type = 'Lock' AND query LIKE '%INTO notifications%'`
          ).length,
        { timeout: 20_000 },
      )
      .toBe(1);
    child.kill("SIGKILL");
    await once(child, "close");
    release();
    await lock;
    // The server notices late that the client of a waiting statement is gone.
    for (let tries = 0; tries < 100 && !(await isNotified(userId)); tries += 1) {
      await spread();
      await sleep(50);
    }
    expect(await read(userId)).toHaveLength(1);
    const [event] = await db.select().from(outboxEvents).where(eq(outboxEvents.id, id));
    expect(event?.spreadAt).not.toBeNull();
  });
});
