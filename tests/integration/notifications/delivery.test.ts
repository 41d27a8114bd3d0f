import { eq, sql as raw } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { loadConfig } from "~/config/config.server";
import {
  deliverDue,
  type DeliveryTools,
} from "~/features/notifications/delivery/deliver-due.server";
import { MAX_ATTEMPTS } from "~/features/notifications/delivery/retry-times";
import { createNotificationServices } from "~/features/notifications/notification-services.server";
import { wallClock, wallTime } from "~/features/schedule/time-zone";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { createWebhookSecret } from "~/providers/channels/webhook";
import type { ChannelTarget } from "~/providers/channels/channel-target";
import { animes, channels, deliveries, notifications, outboxEvents, users } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { addTestChannel } from "../../factories/channels";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { testDatabase } from "../../support/database/test-database";
import { createDeliveryTools, keyring, makeDue, readChannel, readLog } from "./delivery-tools";
import { addEvent, addReader, type Reader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const [TITLE, OTHER] = [1, 2];

let service: FakeService;
let tools: DeliveryTools;

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, jobs, job_runs CASCADE`;
  await addAnime(db, { mal_id: TITLE, title: "Frieren", rating: "PG-13 - Teens 13 or older" });
  await addAnime(db, { mal_id: OTHER, title: "Lantern" });
  await addEpisodes(db, TITLE, 1, 30, { videoSource: "https://example.test/a.mp4" });
  service = await startFakeService({ ok: true });
  onTestFinished(() => service.close());
  tools = createDeliveryTools(db, { LOCAL_HOSTS: service.baseUrl.host });
});

const url = (path = "hook") => new URL(path, service.baseUrl).href;
const webhook = (): ChannelTarget => ({
  kind: "webhook",
  url: url(),
  secret: createWebhookSecret(),
  previous: null,
});
const ntfy = (): ChannelTarget => ({ kind: "ntfy", url: url("topic"), token: null });

/** A reader of the title with a channel. */
async function addListener(target: ChannelTarget, reader: Reader = {}, fields = {}) {
  const userId = await addReader(db, TITLE, reader);
  return { userId, channelId: await addTestChannel(db, keyring, { userId, target, ...fields }) };
}

const aired = (episode: number, animeMalId = TITLE) => addEvent(db, { animeMalId, episode });
const arrived = (episode: number) =>
  addEvent(db, { kind: "episode.available", animeMalId: TITLE, episode });

const pass = () => makeDue(db);
async function deliver() {
  await spreadDueEvents(db);
  await pass();
  return deliverDue(tools);
}
const texts = () =>
  service.calls.map(({ body }) => {
    const { message, data } = JSON.parse(body) as { message?: string; data?: { text: string } };
    return message ?? data?.text;
  });
const ids = () => service.calls.map(({ headers }) => headers["webhook-id"]);
const logOf = (channelId: string) => readLog(db, channelId);
const channelOf = (id: string) => readChannel(db, id);

describe("what is sent", () => {
  it("is one message for a season, with the first episode's page", async () => {
    await addListener(webhook());
    for (let episode = 3; episode <= 14; episode += 1) await arrived(episode);
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    expect(service.calls.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      {
        type: "episode.available",
        timestamp: expect.any(String) as string,
        data: {
          mal_id: TITLE,
          title: "Frieren",
          episode: 3,
          episodes: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
          text: "Episodes 3–14 of Frieren play here",
          url: "https://anime.example.org/watch/1/3",
        },
      },
    ]);
  });

  it("waits until the files of a season have arrived", async () => {
    await addListener(webhook());
    await arrived(1);
    await spreadDueEvents(db);
    expect(await deliverDue(tools)).toEqual({ sent: 0, failed: 0 });
    const [first] = await db.select().from(deliveries);
    expect((first?.dueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000);
    await db.update(deliveries).set({ dueAt: raw`now()` });
    await arrived(2);
    await spreadDueEvents(db);
    await deliverDue(tools);
    expect(texts()).toEqual(["Episodes 1–2 of Frieren play here"]);
  });

  it("is one message for many titles to a person, and one each to a program", async () => {
    await addAnime(db, { mal_id: 10 });
    const { userId } = await addListener(ntfy());
    await addTestChannel(db, keyring, { userId, target: webhook() });
    const ids = [TITLE, OTHER, 11, 12, 13, 14];
    for (const id of ids.slice(2)) await addAnime(db, { mal_id: id, title: `Title ${id}` });
    for (const id of ids.slice(1))
      await sql`INSERT INTO watch_list_entries (user_id, anime_mal_id, state) VALUES (${userId}, ${id}, 'watching')`;
    for (const id of ids) await aired(1, id);
    expect(await deliver()).toEqual({ sent: 7, failed: 0 });
    const [person] = service.calls.filter(({ headers }) => headers["webhook-id"] === undefined);
    const { message, click } = JSON.parse(person?.body ?? "{}") as Record<string, string>;
    expect(message?.split("\n")).toHaveLength(6);
    expect(click).toBe("https://anime.example.org/notifications");
  });

  it("is in the reader's languages", async () => {
    await db
      .update(animes)
      .set({ titleJapanese: "葬送のフリーレン" })
      .where(eq(animes.malId, TITLE));
    await addListener(ntfy(), { site: { locale: "es", titleLanguage: "native" } });
    await aired(5);
    await deliver();
    expect(texts()).toEqual(["Se ha emitido el episodio 5 de 葬送のフリーレン"]);
  });

  it("leaves out what was read, to a person", async () => {
    const { userId } = await addListener(ntfy());
    await addTestChannel(db, keyring, { userId, target: webhook() });
    await aired(5);
    await spreadDueEvents(db);
    await db.update(notifications).set({ readAt: raw`now()` });
    await deliver();
    expect(ids()).toEqual([expect.stringMatching(/^akari-\d+$/)]);
  });

  it.each(["withdrawn", "kind"] as const)(
    "leaves out what may not be shown any more: %s",
    async (why) => {
      const { channelId } = await addListener(webhook());
      await aired(5);
      await spreadDueEvents(db);
      if (why === "withdrawn") await db.update(animes).set({ withdrawn: true });
      else await sql`UPDATE preferences SET site = '{"notificationsOff": ["episode.aired"]}'`;
      expect(await deliver()).toEqual({ sent: 0, failed: 0 });
      expect(service.calls).toEqual([]);
      expect(await logOf(channelId)).toMatchObject([{ dueAt: null, problem: "dropped" }]);
    },
  );

  it("is what the channel takes", async () => {
    await addListener(webhook(), {}, { kinds: ["episode.available"] });
    await aired(5);
    await arrived(6);
    await deliver();
    expect(texts()).toEqual(["Episode 6 of Frieren plays here"]);
  });

  it.each(["pausedAt", "endedAt"] as const)("is nothing to a channel with %s", async (field) => {
    const { channelId } = await addListener(webhook());
    await aired(5);
    await spreadDueEvents(db);
    await db.update(channels).set({ [field]: raw`now()` });
    await aired(6);
    await deliver();
    expect(service.calls).toEqual([]);
    expect(await logOf(channelId)).toHaveLength(1);
  });

  it("is nothing of a disabled account", async () => {
    await addListener(webhook());
    await aired(5);
    await spreadDueEvents(db);
    await db.update(users).set({ disabledAt: raw`now()` });
    await deliver();
    expect(service.calls).toEqual([]);
  });

  it("waits for the end of the quiet hours in the reader's zone", async () => {
    const zone = "Asia/Tokyo";
    const wallIn = (minutes: number) =>
      wallTime(wallClock(new Date(Date.now() + minutes * 60_000), zone));
    const site = { quietFrom: wallIn(-60), quietUntil: wallIn(60), timeZone: zone };
    const { channelId } = await addListener(ntfy(), { site });
    await aired(5);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    const [waiting] = await logOf(channelId);
    const minutes = ((waiting?.dueAt?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(58);
    expect(minutes).toBeLessThanOrEqual(60);
    await sql`UPDATE preferences SET site = '{}'`;
    await deliver();
    expect(texts()).toEqual(["Episode 5 of Frieren has aired"]);
  });
});

describe("a service that fails", () => {
  it.each([
    { status: 503 },
    { status: 404 },
    { status: 302, headers: { location: "/" } },
    "cut-off",
    "huge",
  ] as const)("%j gets the same message again, with the same id", async (fault) => {
    const { channelId } = await addListener(webhook());
    service.faults = [fault === "cut-off" ? { status: 500 } : fault];
    await aired(5);
    const first = await deliver();
    if (fault === "huge") {
      // Its status says that it took the message.
      expect(first).toEqual({ sent: 1, failed: 0 });
      return;
    }
    expect(first).toEqual({ sent: 0, failed: 1 });
    const [waiting] = await logOf(channelId);
    expect(waiting).toMatchObject({ attempts: 1, sentAt: null, problem: "status" });
    const seconds = ((waiting?.dueAt?.getTime() ?? 0) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThan(40);
    await sql`UPDATE channels SET retry_at = NULL`;
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    expect(new Set(ids()).size).toBe(1);
    expect(await logOf(channelId)).toMatchObject([{ attempts: 2, problem: null, status: 200 }]);
  });

  it("gets the events of a message together again, and later ones by themselves", async () => {
    await addListener(webhook());
    service.faults = [{ status: 500 }];
    await arrived(1);
    await arrived(2);
    await deliver();
    await arrived(3);
    await deliver();
    expect(texts().slice(1)).toEqual([
      "Episodes 1–2 of Frieren play here",
      "Episode 3 of Frieren plays here",
    ]);
    expect(ids()[1]).toBe(ids()[0]);
  });

  it("gets its other messages though it does not take one", async () => {
    const { channelId } = await addListener(webhook());
    service.faults = [{ status: 400 }];
    await aired(5);
    await arrived(6);
    expect(await deliver()).toEqual({ sent: 1, failed: 1 });
    expect(await channelOf(channelId)).toMatchObject({ failures: 0, retryAt: null });
    expect((await logOf(channelId)).map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  it("is left alone as long as it asks, with all that is due", async () => {
    const { channelId } = await addListener(webhook());
    service.faults = [{ status: 429, headers: { "retry-after": "600" } }];
    await aired(5);
    await arrived(6);
    expect(await deliver()).toEqual({ sent: 0, failed: 1 });
    expect(service.calls).toHaveLength(1);
    for (const { dueAt } of await logOf(channelId)) {
      const seconds = ((dueAt?.getTime() ?? 0) - Date.now()) / 1000;
      expect(seconds).toBeGreaterThan(590);
      expect(seconds).toBeLessThan(610);
    }
    await aired(7);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    expect(service.calls).toHaveLength(1);
    await sql`UPDATE channels SET retry_at = now()`;
    expect(await deliver()).toEqual({ sent: 3, failed: 0 });
  });

  it("makes way for other channels while it takes its time", async () => {
    const { channelId, userId } = await addListener(webhook());
    for (let id = 11; id <= 14; id += 1) {
      await addAnime(db, { mal_id: id, title: `Title ${id}` });
      await sql`INSERT INTO watch_list_entries (user_id, anime_mal_id, state) VALUES (${userId}, ${id}, 'watching')`;
      await aired(1, id);
    }
    await spreadDueEvents(db);
    await pass();
    let time = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => time);
    onTestFinished(() => void vi.restoreAllMocks());
    const slow: DeliveryTools["outbound"] = {
      fetch: (...all) => {
        time += 9_000;
        return tools.outbound.fetch(...all);
      },
    };
    expect(await deliverDue({ ...tools, outbound: slow })).toEqual({ sent: 3, failed: 0 });
    const waiting = (await logOf(channelId)).filter(({ dueAt }) => dueAt !== null);
    expect(waiting).toMatchObject([{ attempts: 0 }]);
    expect(await deliverDue(tools)).toEqual({ sent: 1, failed: 0 });
  });

  it("gets nothing that is read while an earlier message is sent", async () => {
    const { channelId } = await addListener(ntfy());
    await aired(5);
    await arrived(6);
    await spreadDueEvents(db);
    await pass();
    const reading: DeliveryTools["outbound"] = {
      async fetch(...all) {
        await db.update(notifications).set({ readAt: new Date() });
        return tools.outbound.fetch(...all);
      },
    };
    expect(await deliverDue({ ...tools, outbound: reading })).toEqual({ sent: 1, failed: 0 });
    expect(await logOf(channelId)).toMatchObject([
      { dueAt: null, problem: null },
      { dueAt: null, problem: "dropped" },
    ]);
  });

  it("gets its message while another channel is being changed", async () => {
    const { channelId } = await addListener(ntfy());
    await addListener(ntfy());
    await aired(5);
    await spreadDueEvents(db);
    let delivering: ReturnType<typeof deliverDue> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(deliveries).where(eq(deliveries.channelId, channelId)).for("update");
      delivering = deliverDue(tools);
      await expect.poll(() => service.calls.length).toBe(1);
    });
    expect(await delivering).toEqual({ sent: 2, failed: 0 });
  });

  it("gets a message whole or not at all, while two processes send", async () => {
    await addListener(webhook());
    await arrived(1);
    await arrived(2);
    await spreadDueEvents(db);
    await pass();
    const [one, other] = await Promise.all([deliverDue(tools), deliverDue(tools)]);
    expect(one.sent + other.sent).toBe(1);
    expect(texts()).toEqual(["Episodes 1–2 of Frieren play here"]);
  });

  it("gets a message eight times in a day, and then no more", async () => {
    const { channelId } = await addListener(webhook());
    service.faults = Array.from({ length: 20 }, () => ({ status: 500 }));
    await aired(5);
    for (let attempt = 1; attempt <= 10; attempt += 1) await deliver();
    expect(service.calls).toHaveLength(MAX_ATTEMPTS);
    expect(await logOf(channelId)).toMatchObject([
      { dueAt: null, attempts: 8, problem: "given-up", status: 500 },
    ]);
    expect((await channelOf(channelId))?.endedAt).toBeNull();
  });

  it.each([
    [9, "25 hours", false],
    [10, "23 hours", false],
    [10, "25 hours", true],
  ])("that failed %i times since %s has ended: %s", async (failures, since, isEnded) => {
    const { channelId, userId } = await addListener(webhook());
    await sql`UPDATE channels SET failures = ${failures - 1}, failing_since = now() - ${since}::interval`;
    service.faults = [{ status: 500 }];
    await aired(5);
    await deliver();
    expect((await channelOf(channelId))?.endedAt !== null).toBe(isEnded);
    await spreadDueEvents(db);
    const told = await db
      .select({ kind: outboxEvents.kind })
      .from(notifications)
      .innerJoin(outboxEvents, eq(outboxEvents.id, notifications.eventId))
      .where(eq(notifications.userId, userId));
    expect(told.map(({ kind }) => kind).includes("channel.ended")).toBe(isEnded);
  });

  it("is well again after a message that it accepts", async () => {
    const { channelId } = await addListener(webhook());
    await sql`UPDATE channels SET failures = 9, failing_since = now() - interval '2 days'`;
    await aired(5);
    await deliver();
    expect(await channelOf(channelId)).toMatchObject({ failures: 0, failingSince: null });
  });

  it("ends at once when it is gone, and says so where else the user is told", async () => {
    const { channelId, userId } = await addListener(webhook());
    await addTestChannel(db, keyring, { userId, target: ntfy() });
    service.faults = [{ status: 410 }];
    await sql`UPDATE channels SET created_at = now() - interval '1 hour' WHERE id = ${channelId}`;
    await aired(5);
    await spreadDueEvents(db);
    await db
      .update(deliveries)
      .set({ dueAt: raw`now()` })
      .where(eq(deliveries.channelId, channelId));
    await db
      .update(deliveries)
      .set({ dueAt: raw`now() + interval '1 hour'` })
      .where(raw`channel_id <> ${channelId}`);
    await deliverDue(tools);
    expect((await channelOf(channelId))?.endedAt).not.toBeNull();
    await deliver();
    expect(texts()).toContain("webhook ended: it took no messages");
    service.calls.length = 0;
    await aired(6);
    await deliver();
    expect(texts()).toEqual(["Episode 6 of Frieren has aired"]);
  });

  it("keeps no other channel waiting when its secret cannot be read", async () => {
    await addListener(webhook());
    const { channelId } = await addListener(ntfy());
    await sql`UPDATE channels SET target_sealed = 'v1.00000000.x' WHERE id = ${channelId}`;
    await aired(5);
    await expect(deliver()).rejects.toThrow("channels.target_sealed");
    expect(service.calls).toHaveLength(1);
    await expect(deliverDue(tools)).resolves.toEqual({ sent: 0, failed: 0 });
  });
});

describe("where it may be sent", () => {
  it("is no private host that the operator did not allow", async () => {
    const { outbound } = createNotificationServices(loadConfig({}), keyring);
    onTestFinished(() => outbound.close());
    const { channelId } = await addListener(webhook());
    await aired(5);
    await spreadDueEvents(db);
    await pass();
    expect(await deliverDue({ ...tools, outbound })).toEqual({ sent: 0, failed: 1 });
    expect(service.requests).toEqual([]);
    expect(await logOf(channelId)).toMatchObject([{ status: null, problem: "refused" }]);
  });
});

describe("a process that ends", () => {
  it("after it took a message, sends it again after the lease, with the same id", async () => {
    const { channelId } = await addListener(webhook());
    service.faults = ["silent"];
    await aired(5);
    await spreadDueEvents(db);
    await pass();
    const { outbound } = createNotificationServices(
      loadConfig({ LOCAL_HOSTS: service.baseUrl.host }),
      keyring,
    );
    const never = deliverDue({
      ...tools,
      outbound: {
        fetch: (...all) =>
          outbound.fetch(...all).then(
            () => new Promise<never>(() => undefined),
            () => new Promise<never>(() => undefined),
          ),
      },
    });
    void never;
    await expect.poll(() => service.calls.length).toBe(1);
    const [taken] = await logOf(channelId);
    expect(taken).toMatchObject({ attempts: 1, sentAt: null });
    expect((taken?.dueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(60_000);
    expect(await deliverDue(tools)).toEqual({ sent: 0, failed: 0 });
    await pass();
    expect(await deliverDue(tools)).toEqual({ sent: 1, failed: 0 });
    expect(new Set(ids()).size).toBe(1);
    outbound.close();
  });
});
