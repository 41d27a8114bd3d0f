import { Webhook } from "standardwebhooks";
import { asc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createDeliveryTools, keyring, makeDue, readChannel } from "./delivery-tools";
import {
  deliverDue,
  type DeliveryTools,
} from "~/features/notifications/delivery/deliver-due.server";
import { listNotices } from "~/features/notifications/inbox/list-notifications.server";
import {
  SITE_KINDS,
  WEBHOOK_KINDS,
  type EventKind,
} from "~/features/notifications/notification-kinds";
import { tellPrograms } from "~/features/watch-list/tell-programs.server";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { openRun, trackRun } from "~/features/site/runs/track-run.server";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import {
  changeInBulk,
  removeEntry,
  setEntryFields,
  setSeen,
} from "~/features/watch-list/tracking/track-entries.server";
import { trackPlayback } from "~/features/watch-list/tracking/track-playback.server";
import { undoEvent } from "~/features/watch-list/tracking/undo-event.server";
import { importList } from "~/features/watch-list/transfer/import-list.server";
import { tellOfImport } from "~/features/import/tell-of-import.server";
import { createWebhookSecret } from "~/providers/channels/webhook";
import {
  animes,
  type channels,
  deliveries,
  notifications,
  outboxEvents,
  preferences,
  users,
} from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { addTestChannel } from "../../factories/channels";
import { startFakeService, type FakeService } from "../../fakes/json-service";
import { testDatabase } from "../../support/database/test-database";
import { validateMessage } from "../../support/server/api-contract";
import { createSignedInClient } from "../../support/server/signed-in";
import { addEvent, addReader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const [FIRST, SECOND, THIRD, FILM] = [1, 2, 3, 4];
const SECRET = createWebhookSecret();
const HOUR_MS = 3_600_000;

let service: FakeService;
let tools: DeliveryTools;

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, channels, site_runs, jobs, job_runs CASCADE`;
  for (const id of [FIRST, SECOND, THIRD])
    await addAnime(db, {
      mal_id: id,
      title: `Title ${id}`,
      episodes: 12,
      status: "Finished Airing",
    });
  service = await startFakeService({ ok: true });
  onTestFinished(() => service.close());
  tools = createDeliveryTools(db, { LOCAL_HOSTS: service.baseUrl.host });
});

const addWebhook = (userId: string | null, fields: Partial<typeof channels.$inferInsert> = {}) =>
  addTestChannel(db, keyring, {
    userId,
    target: { kind: "webhook", url: service.baseUrl.href, secret: SECRET, previous: null },
    kinds: [...WEBHOOK_KINDS],
    ...fields,
  });

/** A user without a list, whose changes programs follow. */
async function addTracker(fields: { parentalControl?: boolean } = {}): Promise<Tracker> {
  const userId = await addReader(db, FIRST, fields);
  await sql`DELETE FROM watch_list_entries`;
  return {
    ...{ userId, via: "site", timeZone: "UTC", parentalControl: false },
    listeners: [tellPrograms],
  };
}

interface Message {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** Sends what is due, and returns the messages, each of which is as documented and signed. */
async function receive(): Promise<[type: string, data: Record<string, unknown>][]> {
  await spreadDueEvents(db);
  await makeDue(db);
  await deliverDue(tools);
  return service.calls.splice(0).map(({ body, headers }) => {
    const message = new Webhook(SECRET).verify(body, headers as Record<string, string>) as Message;
    validateMessage(message);
    return [message.type, message.data];
  });
}
const listEvents = () =>
  db
    .select({ kind: outboxEvents.kind, key: outboxEvents.key, userId: outboxEvents.userId })
    .from(outboxEvents)
    .orderBy(asc(outboxEvents.id));
const row = (malId: number, title: string) => ({
  ...{ malId, title, state: "watching", episodesSeen: 3, addedAt: null, updatedAt: null },
});

describe("a user's webhook", () => {
  it("is told what was watched, and of the entry, its change and its end", async () => {
    const tracker = await addTracker();
    await addWebhook(tracker.userId);
    await setEntryFields(db, tracker, FIRST, { state: "watching", notes: "secret", score: 80 });
    await setSeen(db, tracker, FIRST, { kind: "mark", episode: 5, seen: true });
    await removeEntry(db, tracker, FIRST);
    const about = {
      mal_id: FIRST,
      title: "Title 1",
      url: "https://anime.example.org/anime/1/title-1",
    };
    const entry = { state: "watching", score: 80, finished_on: null, priority: 0, private: false };
    const started_on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
    expect(await receive()).toEqual([
      [
        "entry.changed",
        {
          ...{ ...about, ...entry, started_on: null, episodes_seen: 0 },
          changed: ["on_list", "state", "score", "notes"],
          text: "Title 1 was changed on your list",
        },
      ],
      [
        "episode.watched",
        { ...about, episode: 5, episodes: [5], text: "Episode 5 of Title 1 was watched" },
      ],
      [
        "entry.changed",
        {
          ...{ ...about, ...entry, started_on, episodes_seen: 1 },
          changed: ["episodes_seen", "started_on"],
          text: "Title 1 was changed on your list",
        },
      ],
      ["entry.removed", { ...about, text: "Title 1 was removed from your list" }],
    ]);
  });

  it("is told of several episodes at once, also by the player", async () => {
    const tracker = await addTracker();
    await addWebhook(tracker.userId, { kinds: ["episode.watched"] });
    await setSeen(db, tracker, FIRST, { kind: "mark", episode: 2, seen: true });
    await setEntryFields(db, tracker, FIRST, { state: "completed" });
    const marks = [{ animeId: SECOND, episode: 1, seen: true, again: false, age: 0 }];
    await db.transaction((tx) =>
      trackPlayback(tx, { ...tracker, via: "player" }, { started: [], marks }),
    );
    expect(
      (await receive()).map(([, { mal_id, episode, episodes }]) => [mal_id, episode, episodes]),
    ).toEqual([
      [FIRST, 2, [2]],
      [FIRST, 1, [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
      [SECOND, 1, [1]],
    ]);
  });

  it("is told of a rewatch from its first episode, and of a film that is watched again", async () => {
    const tracker = await addTracker();
    await addAnime(db, { mal_id: FILM, title: "Film", episodes: 1, status: "Finished Airing" });
    for (const id of [FIRST, FILM]) await setEntryFields(db, tracker, id, { state: "completed" });
    await addWebhook(tracker.userId, { kinds: ["episode.watched"] });
    const marks = [FIRST, FILM].map((animeId) => ({
      ...{ animeId, episode: 1, seen: true, again: true, age: 0 },
    }));
    await db.transaction((tx) =>
      trackPlayback(tx, { ...tracker, via: "player" }, { started: [], marks }),
    );
    expect((await receive()).map(([, { mal_id, episodes }]) => [mal_id, episodes])).toEqual([
      [FIRST, [1]],
      [FILM, [1]],
    ]);
  });

  it("is told what waits of a title under the id that it was merged into", async () => {
    const tracker = await addTracker();
    await addWebhook(tracker.userId);
    await setEntryFields(db, tracker, FIRST, { state: "planned" });
    await setEntryFields(db, tracker, SECOND, { state: "planned" });
    await mergeTitles(db, { from: FIRST, into: SECOND }, moveEntries);
    expect((await receive()).map(([type, { mal_id }]) => [type, mal_id])).toEqual([
      ["entry.changed", SECOND],
      ["entry.changed", SECOND],
    ]);
  });

  it("is told with a sequel's date what its text says", async () => {
    const tracker = await addTracker();
    await addWebhook(tracker.userId);
    for (const dated of [false, true]) {
      const data = { dated };
      const fields = { kind: "sequel.announced", animeMalId: FIRST, data, key: `sequel:${dated}` };
      const [event] = await db.insert(outboxEvents).values(fields).returning();
      const eventId = event?.id ?? 0;
      await db.insert(notifications).values({
        ...{ userId: tracker.userId, eventId, animeMalId: FIRST, dueAt: new Date(0) },
      });
      await sql`INSERT INTO deliveries SELECT id, ${eventId} FROM channels`;
      await sql`UPDATE deliveries SET due_at = now()`;
    }
    await db.update(outboxEvents).set({ spreadAt: new Date() });
    expect(await receive()).toMatchObject([
      ["sequel.announced", { dated: true, text: "Title 1, a sequel, has a date" }],
    ]);
  });

  it("is told of an import once, also of one that changed nothing, and of its undo", async () => {
    const tracker = await addTracker();
    await addWebhook(tracker.userId);
    await setEntryFields(db, tracker, FIRST, { state: "planned" });
    await receive();
    const entries = [row(FIRST, "Title 1"), row(SECOND, "Title 2"), row(THIRD, "Title 3")] as never;
    const run = () => importList(db, tracker, entries, { policy: "replace", dryRun: false });
    await run();
    await run();
    await importList(db, tracker, entries, { policy: "replace", dryRun: true });
    const [event] = await sql<
      { id: string }[]
    >`SELECT id FROM list_events WHERE through = 'import' LIMIT 1`;
    await undoEvent(db, tracker, event?.id ?? "");
    const finished = {
      of: "list",
      text: "An import is finished",
      url: "https://anime.example.org/list/import",
    };
    expect(await receive()).toEqual([
      ["import.finished", { ...finished, added: 2, changed: 1, removed: 0 }],
      ["import.finished", { ...finished, added: 0, changed: 0, removed: 0 }],
      ["import.finished", { ...finished, added: 0, changed: 1, removed: 2 }],
    ]);
  });

  it("is told at once in quiet hours, and of a job if its user is an owner", async () => {
    const tracker = await addTracker();
    await addWebhook(tracker.userId);
    await db.update(users).set({ role: "owner" });
    const hour = (from: number) =>
      new Date(Date.now() + from * HOUR_MS).toISOString().slice(11, 16);
    const site = { quietFrom: hour(-1), quietUntil: hour(1), timeZone: "UTC" };
    await db.update(preferences).set({ site });
    await db
      .insert(outboxEvents)
      .values({ kind: "job.failed", key: "job", data: { job: "backup" } });
    await setEntryFields(db, tracker, FIRST, { state: "planned" });
    const types = async () => (await receive()).map(([type]) => type);
    expect(await types()).toEqual(["entry.changed"]);
    await sql`UPDATE preferences SET site = '{}'`;
    expect(await types()).toEqual(["job.failed"]);
  });

  it("is told of no change that was rolled back, nor of another user's", async () => {
    const tracker = await addTracker();
    const stranger = await addTracker();
    await addWebhook(tracker.userId);
    const failing = {
      ...tracker,
      listeners: [tellPrograms, () => Promise.reject(new Error("no"))],
    };
    await expect(setEntryFields(db, failing, FIRST, { state: "planned" })).rejects.toThrow("no");
    await setEntryFields(db, stranger, FIRST, { state: "planned" });
    expect(await listEvents()).toEqual([]);
  });

  it.each<[string, Partial<typeof channels.$inferInsert> | null]>([
    ["no webhook", null],
    ["a webhook for other kinds", { kinds: ["episode.aired"] }],
    ["a paused webhook", { pausedAt: new Date() }],
    ["an ended webhook", { endedAt: new Date() }],
  ])("costs a single statement and no row for a user with %s", async (_name, fields) => {
    const tracker = await addTracker();
    if (fields !== null) await addWebhook(tracker.userId, fields);
    const statements: unknown[] = [];
    await db.transaction(async (tx) => {
      const counted = new Proxy(tx, {
        get: (target, name) => {
          const value = Reflect.get(target, name) as unknown;
          if (typeof value !== "function") return value;
          return (...all: unknown[]) => {
            statements.push(name);
            return Reflect.apply(value, target, all) as unknown;
          };
        },
      });
      const after = { listed: true, seen: [[1, 500]] };
      const entries = [{ malId: FIRST, before: { listed: false, seen: [] }, after }];
      await tellPrograms(counted, { userId: tracker.userId, via: "site", entries } as never);
    });
    expect(statements).toEqual(["execute"]);
    expect(await listEvents()).toEqual([]);
  });

  it("is told of each of many entries that changed at once", async () => {
    const tracker = await addTracker();
    await addWebhook(tracker.userId);
    await changeInBulk(db, tracker, [FIRST, SECOND, THIRD], { state: "planned" });
    await setSeen(db, tracker, FIRST, { kind: "mark", episode: 1, seen: true });
    const told = (await receive()).map(([type, { mal_id }]) => `${type} ${String(mal_id)}`);
    expect(told.toSorted()).toEqual([
      "entry.changed 1",
      "entry.changed 1",
      "entry.changed 2",
      "entry.changed 3",
      "episode.watched 1",
    ]);
  });

  it.each(["hidden", "parental control"])(
    "is not told of a title that the user may not see by then: %s",
    async (why) => {
      const tracker = await addTracker();
      await addWebhook(tracker.userId);
      await setEntryFields(db, tracker, FIRST, { state: "planned" });
      await setEntryFields(db, tracker, SECOND, { state: "planned" });
      await db
        .update(animes)
        .set(why === "hidden" ? { withdrawn: true } : { rating: "Rx - Hentai" })
        .where(eq(animes.malId, FIRST));
      if (why !== "hidden") await sql`UPDATE preferences SET parental_control = true`;
      expect((await receive()).map(([, { mal_id }]) => mal_id)).toEqual([SECOND]);
      expect(await db.select({ dueAt: deliveries.dueAt }).from(deliveries)).toEqual([
        { dueAt: null },
        { dueAt: null },
      ]);
    },
  );

  it("alone is told, never the bell or another channel", async () => {
    const tracker = await addTracker();
    const target = {
      kind: "ntfy",
      url: new URL("topic", service.baseUrl).href,
      token: null,
    } as const;
    const kinds: EventKind[] = [...WEBHOOK_KINDS];
    await addTestChannel(db, keyring, { userId: tracker.userId, target, kinds });
    await addWebhook(tracker.userId);
    await setEntryFields(db, tracker, FIRST, { state: "planned" });
    expect((await receive()).map(([type]) => type)).toEqual(["entry.changed"]);
    const { notices } = await listNotices(db, tracker.userId, {
      unreadOnly: false,
      page: 1,
      perPage: 9,
    });
    expect(notices).toEqual([]);
  });

  it("is told of what the API changes", async () => {
    const client = await createSignedInClient(database);
    await addWebhook(client.userId);
    const { status } = await client.send("POST", "/api/user/watchlist/add", {
      ...{ animeId: FIRST, type: "Watching" },
    });
    expect(status).toBe(200);
    expect((await receive()).map(([type, { state }]) => [type, state])).toEqual([
      ["entry.changed", "watching"],
    ]);
  });
});

describe("a webhook of the site", () => {
  const arrive = (animeMalId: number, episode: number) =>
    addEvent(db, { kind: "episode.available", animeMalId, episode });

  it("is told what airs and what plays here, whoever watches it, and a season once", async () => {
    await addWebhook(null, { kinds: [...SITE_KINDS] });
    await addEpisodes(db, FIRST, 1, 3, { videoSource: "https://example.test/a.mp4" });
    await addEvent(db, { animeMalId: SECOND, episode: 4 });
    for (const episode of [1, 2, 3]) await arrive(FIRST, episode);
    const told = await receive();
    expect(told.map(([type, { mal_id, episodes }]) => [type, mal_id, episodes])).toEqual([
      ["episode.aired", SECOND, [4]],
      ["episode.available", FIRST, [1, 2, 3]],
    ]);
    expect(await sql`SELECT FROM notifications`).toHaveLength(0);
  });

  it("is told of jobs that fail, and of an import of the catalog that was not stopped", async () => {
    await addWebhook(null, { kinds: [...SITE_KINDS] });
    await db
      .insert(outboxEvents)
      .values({ kind: "job.failed", key: "job", data: { job: "backup" } });
    const controller = new AbortController();
    const run = async () => {
      const id = await openRun(db, { kind: "import", subject: "anime.ndjson", startedBy: null });
      await trackRun(
        db,
        id,
        {
          ...{ signal: controller.signal, report: () => undefined },
          record: (
            tx,
            counts: { added: number; changed: number; unchanged: number; rejected: number },
          ) => tellOfImport(tx, id, counts),
        },
        () => Promise.resolve({ added: 3, changed: 1, unchanged: 20, rejected: 2 }),
      );
    };
    await run();
    controller.abort();
    await run();
    expect(await receive()).toEqual([
      [
        "job.failed",
        {
          job: "backup",
          text: "The job backup needs attention",
          url: "https://anime.example.org/admin/jobs",
        },
      ],
      [
        "import.finished",
        {
          ...{ of: "catalog", added: 3, changed: 1, unchanged: 20, rejected: 2 },
          ...{ text: "An import is finished", url: "https://anime.example.org/admin/catalog" },
        },
      ],
    ]);
  });

  it("is never told of anyone's list, even with all kinds", async () => {
    const tracker = await addTracker();
    await addWebhook(null);
    await addWebhook(tracker.userId, { kinds: ["episode.aired"] });
    await setEntryFields(db, tracker, FIRST, { state: "planned" });
    await sql`
      INSERT INTO outbox_events (kind, key, user_id, anime_mal_id, data) VALUES
        ('entry.removed', 'a', ${tracker.userId}, ${FIRST}, '{}'),
        ('import.finished', 'b', ${tracker.userId}, NULL, '{"of": "list"}'),
        ('sequel.announced', 'c', NULL, ${FIRST}, '{}'),
        ('account.changed', 'd', ${tracker.userId}, NULL, '{"change": "emailChanged"}')`;
    expect(await receive()).toEqual([]);
    expect(
      await sql`SELECT FROM deliveries d JOIN channels c ON c.id = d.channel_id WHERE c.user_id IS NULL`,
    ).toHaveLength(0);
  });

  it("is not told of titles that visitors do not see", async () => {
    await addWebhook(null, { kinds: [...SITE_KINDS] });
    await db.update(animes).set({ rating: "Rx - Hentai" }).where(eq(animes.malId, FIRST));
    await db.update(animes).set({ withdrawn: true }).where(eq(animes.malId, SECOND));
    for (const id of [FIRST, SECOND, THIRD]) await addEvent(db, { animeMalId: id, episode: 1 });
    expect((await receive()).map(([, { mal_id }]) => mal_id)).toEqual([THIRD]);
  });

  it("is not told of titles above the age limit of visitors", async () => {
    tools = createDeliveryTools(db, { LOCAL_HOSTS: service.baseUrl.host, VISITOR_RATING: "pg" });
    await addWebhook(null, { kinds: [...SITE_KINDS] });
    await db.update(animes).set({ rating: "G - All Ages" }).where(eq(animes.malId, FIRST));
    await db.update(animes).set({ rating: "R - 17+ (violence)" }).where(eq(animes.malId, SECOND));
    for (const id of [FIRST, SECOND]) await addEvent(db, { animeMalId: id, episode: 1 });
    expect((await receive()).map(([, { mal_id }]) => mal_id)).toEqual([FIRST]);
  });

  it("that is gone ends, and owners are told, with the page that manages it", async () => {
    const id = await addWebhook(null, { kinds: [...SITE_KINDS], name: "Home Assistant" });
    const owner = await addReader(db, FIRST);
    const member = await addReader(db, SECOND);
    await db.update(users).set({ role: "owner" }).where(eq(users.id, owner));
    service.faults = [{ status: 410 }];
    await addEvent(db, { animeMalId: THIRD, episode: 1 });
    await spreadDueEvents(db);
    await makeDue(db);
    await deliverDue(tools);
    await spreadDueEvents(db);
    expect((await readChannel(db, id))?.endedAt).not.toBeNull();
    const inBell = async (userId: string) => {
      const { notices } = await listNotices(db, userId, { unreadOnly: true, page: 1, perPage: 9 });
      return notices.map(({ kind, title, isSite }) => [kind, title, isSite]);
    };
    expect(await inBell(owner)).toEqual([["channel.ended", "Home Assistant", true]]);
    expect(await inBell(member)).toEqual([]);
    await db.update(users).set({ role: "member" });
    expect(await inBell(owner)).toEqual([]);
  });
});
