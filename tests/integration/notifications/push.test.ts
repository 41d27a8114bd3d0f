import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { deleteExpiredSessions } from "~/features/accounts/sessions.server";
import {
  addPushChannel,
  MAX_PUSH_CHANNELS,
} from "~/features/notifications/channels/push-channels.server";
import { readVapidKeys } from "~/features/notifications/channels/vapid.server";
import {
  deliverDue,
  type DeliveryTools,
} from "~/features/notifications/delivery/deliver-due.server";
import { listRejectingServices } from "~/features/notifications/delivery/rejected-keys.server";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { channels, deliveries, pushKeys, sessions } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { createPushBrowser } from "../../fakes/push-browser";
import { testDatabase } from "../../support/database/test-database";
import { createDeliveryTools, keyring } from "./delivery-tools";
import { addEvent, addReader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const TITLE = 1;

let service: FakeService;
let tools: DeliveryTools;

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, push_keys CASCADE`;
  await addAnime(db, { mal_id: TITLE, title: "Frieren" });
  service = await startFakeService({});
  onTestFinished(() => service.close());
  tools = createDeliveryTools(db, { LOCAL_HOSTS: service.baseUrl.host });
});

const HOUR_MS = 60 * 60_000;

async function addSession(userId: string, fields: Partial<typeof sessions.$inferInsert> = {}) {
  const idHash = crypto.randomUUID();
  await db.insert(sessions).values({
    ...{ idHash, userId, device: "Firefox on Linux", address: "192.0.2.1" },
    expiresAt: new Date(Date.now() + HOUR_MS),
    ...fields,
  });
  return idHash;
}

/** A reader of the title whose browser shows notifications. */
async function addBrowser(fields: Partial<typeof sessions.$inferInsert> = {}) {
  const userId = await addReader(db, TITLE);
  const sessionHash = await addSession(userId, fields);
  const browser = createPushBrowser();
  const url = new URL(`push/${crypto.randomUUID()}`, service.baseUrl).href;
  const subscribe = (as = { userId, sessionHash }) =>
    addPushChannel(
      db,
      keyring,
      { ...as, device: "Firefox on Linux" },
      { kind: "push", url, ...browser.keys },
    );
  await subscribe();
  return { userId, sessionHash, browser, subscribe };
}

async function deliver(episode = 5) {
  await addEvent(db, { animeMalId: TITLE, episode });
  await spreadDueEvents(db);
  return deliverDue(tools);
}
const own = (userId: string) => db.select().from(channels).where(eq(channels.userId, userId));

describe("a browser", () => {
  it("gets what it shows, with the keys of this site", async () => {
    const { browser } = await addBrowser();
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    const [call] = service.calls;
    expect(browser.read(call?.bytes ?? Buffer.alloc(0))).toEqual({
      title: "Frieren",
      body: "Episode 5 of Frieren has aired",
      path: "/anime/1/frieren",
      image: expect.stringMatching(/\/1\b/) as string,
      tag: "title-1",
      seen: { label: "Mark as seen", animeId: TITLE, episode: 5 },
      watch: null,
    });
    const { publicKey } = await readVapidKeys(db, keyring);
    expect(call?.headers.authorization).toContain(`k=${publicKey}`);
    expect(await db.select().from(pushKeys)).toHaveLength(1);
  });

  it.each([404, 410])("that has ended its subscription is forgotten: %i", async (status) => {
    const { userId } = await addBrowser();
    service.faults = [{ status }];
    await deliver();
    expect(await own(userId)).toEqual([]);
    expect(await db.select().from(deliveries)).toEqual([]);
  });

  it.each([400, 401, 403])(
    "is kept when the keys are wrong, and the job fails: %i",
    async (status) => {
      const { userId } = await addBrowser();
      service.faults = [{ status }];
      await expect(deliver()).rejects.toThrow(
        `rejected the keys of this site for push services: ${status}`,
      );
      expect(await own(userId)).toMatchObject([{ failures: 0, endedAt: null }]);
      expect(await listRejectingServices(db)).toEqual([service.baseUrl.host]);
      expect(await deliver(6)).toEqual({ sent: 1, failed: 0 });
      expect(await listRejectingServices(db)).toEqual([]);
    },
  );
});

describe("a session", () => {
  it("that has ended sends nothing, and what was to be sent is dropped", async () => {
    const { userId, sessionHash, subscribe } = await addBrowser();
    await db.delete(sessions).where(eq(sessions.idHash, sessionHash));
    expect(await deliver(5)).toEqual({ sent: 0, failed: 0 });
    await subscribe({ userId, sessionHash: await addSession(userId) });
    expect(await deliver(6)).toEqual({ sent: 1, failed: 0 });
    expect(service.calls).toHaveLength(1);
  });

  it("that ends while an earlier message is sent sends no more", async () => {
    const { sessionHash } = await addBrowser();
    await addEvent(db, { kind: "episode.available", animeMalId: TITLE, episode: 4 });
    await addEpisodes(db, TITLE, 4, 4, { videoSource: "https://example.test/a.mp4" });
    const { outbound } = tools;
    tools.outbound = {
      async fetch(...all) {
        await db.delete(sessions).where(eq(sessions.idHash, sessionHash));
        return outbound.fetch(...all);
      },
    };
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    expect(service.calls).toHaveLength(1);
  });

  it("that has expired by age sends on", async () => {
    await addBrowser({ expiresAt: new Date(Date.now() - HOUR_MS) });
    await deleteExpiredSessions(db);
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
  });

  it.each<[string, Partial<typeof sessions.$inferInsert>, sent: number]>([
    ["locked", { locked: true }, 0],
    ["that asks, and was used just now", { asksProfile: true }, 1],
    ["locked by an hour without use", { asksProfile: true, lastUsedAt: new Date(0) }, 0],
    ["that does not ask, unused for long", { lastUsedAt: new Date(0) }, 1],
  ])("%s sends what may be seen", async (_, fields, sent) => {
    await addBrowser(fields);
    expect(await deliver()).toEqual({ sent, failed: 0 });
  });

  it("in which another profile watches sends nothing", async () => {
    const { sessionHash } = await addBrowser();
    const profileId = await addReader(db, TITLE);
    await db.update(sessions).set({ profileId }).where(eq(sessions.idHash, sessionHash));
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
  });
});

describe("whose browser it is", () => {
  it("is the last one's who subscribed", async () => {
    const { userId, subscribe } = await addBrowser();
    const other = await addReader(db, TITLE);
    await subscribe({ userId: other, sessionHash: await addSession(other) });
    expect(await own(userId)).toEqual([]);
    expect(await own(other)).toHaveLength(1);
  });

  it("is a user's for ten browsers, of which those that were signed out make room", async () => {
    const { userId, sessionHash } = await addBrowser();
    const add = (number: number) =>
      addPushChannel(
        db,
        keyring,
        { userId, sessionHash, device: "Firefox on Linux" },
        { kind: "push", url: `https://push.example.net/${number}`, ...createPushBrowser().keys },
      );
    for (let number = 1; number < MAX_PUSH_CHANNELS; number += 1) await add(number);
    await expect(add(MAX_PUSH_CHANNELS)).rejects.toThrow("10 browsers");
    expect(await own(userId)).toHaveLength(MAX_PUSH_CHANNELS);
    await sql`UPDATE channels SET session_hash = 'ended' WHERE target_key = (
      SELECT min(target_key) FROM channels)`;
    await add(MAX_PUSH_CHANNELS);
    expect(await own(userId)).toHaveLength(MAX_PUSH_CHANNELS);
  });
});
