import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { tellUser } from "~/features/accounts/tell-user.server";
import { saveMailTiming } from "~/features/notifications/channels/mail-channel.server";
import {
  deliverDue,
  type DeliveryTools,
} from "~/features/notifications/delivery/deliver-due.server";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { MAX_CONNECTIONS } from "~/providers/mail/mailer.server";
import { action, loader } from "~/routes/account/unsubscribe";
import { deliveryReader } from "~/services/delivery-reader.server";
import { channels, notifications, outboxEvents, preferences, users } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { readMail, startMailServer } from "../../support/server/mail-server";
import { createDeliveryTools, makeDue, readChannel, readLog, SITE } from "./delivery-tools";
import { addEvent, addReader, type Reader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const TITLE = 1;
const HOUR_MS = 3_600_000;
const server = await startMailServer();

let tools: DeliveryTools;

beforeEach(async () => {
  await sql`TRUNCATE animes, users, outbox_events, jobs, job_runs CASCADE`;
  await addAnime(db, { mal_id: TITLE, title: "Frieren" });
  await addEpisodes(db, TITLE, 1, 30, { videoSource: "https://example.test/a.mp4" });
  for (const list of [server.mails, server.refused, server.faults, server.held]) list.length = 0;
  server.unknown.clear();
  tools = createDeliveryTools(db, server.environment);
});

type MailFields = Partial<Pick<typeof channels.$inferInsert, "kinds" | "timing" | "endedAt">>;

/** A reader of the title who is mailed. */
async function addMailed(reader: Reader = {}, fields: MailFields = {}) {
  const userId = await addReader(db, TITLE, reader);
  const address = `${userId}@akari.test`;
  const id = randomUUID();
  await db.update(users).set({ email: address, emailKey: address }).where(eq(users.id, userId));
  await db.insert(channels).values({
    ...{ id, userId, kind: "mail", name: "Email", host: "", timing: "now" },
    ...{ kinds: [...NOTIFICATION_KINDS], ...fields },
  });
  return { userId, id, address };
}

const aired = (episode: number, fields = {}) =>
  addEvent(db, { animeMalId: TITLE, episode, ...fields });
const changed = (userId: string) => tellUser(db, userId, "passwordChanged");
const pass = () => makeDue(db);
async function deliver() {
  await spreadDueEvents(db);
  return deliverDue(tools);
}
const sent = () => server.mails.map(readMail);
const subjects = () => sent().map(({ headers }) => headers.get("subject"));
const channelOf = (id: string) => readChannel(db, id);
const logOf = (id: string) => readLog(db, id);
const inBell = (userId: string) =>
  db
    .select({ kind: outboxEvents.kind })
    .from(notifications)
    .innerJoin(outboxEvents, eq(outboxEvents.id, notifications.eventId))
    .where(eq(notifications.userId, userId));

describe("a mail of news", () => {
  it("is plain text in the reader's language, which ends by one click", async () => {
    const { id, address } = await addMailed({ site: { locale: "es" } });
    const event = await aired(5);
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    const [mail] = sent();
    const url = `https://anime.example.org/unsubscribe/${id}`;
    expect(server.mails[0]?.to).toEqual([address]);
    expect(Object.fromEntries(mail?.headers ?? [])).toMatchObject({
      to: address,
      subject: "Se ha emitido el episodio 5 de Frieren",
      "content-type": "text/plain; charset=utf-8",
      "auto-submitted": "auto-generated",
      "message-id": expect.stringMatching(
        new RegExp(`^<akari-${event}-[0-9a-f]{16}@example\\.org>$`),
      ) as string,
      "list-unsubscribe": `<${url}>`,
      "list-unsubscribe-post": "List-Unsubscribe=One-Click",
    });
    expect(mail?.text).toBe(
      [
        "Se ha emitido el episodio 5 de Frieren",
        "https://anime.example.org/anime/1/frieren",
        "",
        "Recibes este correo porque así lo elegiste en Bebop.",
        "Ajustes: https://anime.example.org/settings/notifications",
        `Dejar de recibirlos: ${url}`,
      ].join("\n"),
    );
  });

  it("has no links without the site's address, and no click without https", async () => {
    await addMailed();
    await aired(5);
    tools = { ...tools, readerOf: (stored) => deliveryReader(stored, { ...SITE, origin: null }) };
    await deliver();
    const origin = "http://192.168.1.20:3000";
    tools = { ...tools, readerOf: (stored) => deliveryReader(stored, { ...SITE, origin }) };
    await aired(6);
    await deliver();
    expect(sent()[0]?.text).not.toContain("http");
    expect(sent().map(({ headers }) => headers.has("list-unsubscribe"))).toEqual([false, true]);
    expect(sent().map(({ headers }) => headers.has("list-unsubscribe-post"))).toEqual([
      false,
      false,
    ]);
  });

  it("has the same id at each attempt", async () => {
    const { id } = await addMailed();
    await aired(5);
    server.faults.push({ status: 451, text: "4.3.0 try again" });
    expect(await deliver()).toEqual({ sent: 0, failed: 1 });
    expect(await logOf(id)).toMatchObject([{ attempts: 1, status: 451, problem: "status" }]);
    await pass();
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    const ids = [...server.refused, ...server.mails].map((mail) =>
      readMail(mail).headers.get("message-id"),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await logOf(id)).toMatchObject([{ attempts: 2, status: 250, dueAt: null }]);
  });

  it("has an id for each user, as two may have one mailbox", async () => {
    await addMailed();
    await addMailed();
    await aired(5);
    expect(await deliver()).toEqual({ sent: 2, failed: 0 });
    expect(new Set(sent().map(({ headers }) => headers.get("message-id"))).size).toBe(2);
  });

  it("tells nothing that was read, muted or hidden meanwhile", async () => {
    const { userId } = await addMailed();
    await aired(5);
    await spreadDueEvents(db);
    await db.update(notifications).set({ readAt: new Date() });
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    await aired(6);
    await spreadDueEvents(db);
    await db
      .update(preferences)
      .set({ parentalControl: true })
      .where(eq(preferences.userId, userId));
    await sql`UPDATE animes SET rating = 'Rx - Hentai'`;
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    expect(server.mails).toEqual([]);
  });

  it("is not sent without an address or without mail", async () => {
    const { userId, id } = await addMailed();
    await aired(5);
    tools = createDeliveryTools(db);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    await aired(6);
    tools = createDeliveryTools(db, server.environment);
    await db.update(users).set({ email: null }).where(eq(users.id, userId));
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    expect(await logOf(id)).toMatchObject([{ dueAt: null }, { dueAt: null }]);
  });
});

describe("a daily or weekly mail", () => {
  /** The hour of the clock in UTC that began last. */
  const begun = () => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  const daily = (hour: number, timing = "daily") =>
    addMailed({ site: { digestHour: hour, timeZone: "UTC" } }, { timing });

  it("tells at its hour what came since the one before", async () => {
    const now = begun();
    const before = new Date(now.getTime() - HOUR_MS / 2);
    const { id } = await daily(now.getUTCHours());
    await addAnime(db, { mal_id: 2, title: "Lantern" });
    await sql`INSERT INTO watch_list_entries (user_id, anime_mal_id, state)
      SELECT user_id, 2, 'watching' FROM channels`;
    for (const episode of [4, 5]) await aired(episode, { at: before, dueAt: before });
    await addEvent(db, { animeMalId: 2, episode: 1, at: before, dueAt: before });
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    expect(subjects()).toEqual(["News about 2 titles from Bebop"]);
    expect(sent()[0]?.text).toContain("Episodes 4–5 of Frieren");
    expect(sent()[0]?.text).toContain("Episode 1 of Lantern");
    const late = new Date(now.getTime() + 1);
    await aired(6, { at: late, dueAt: late });
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    const waiting = (await logOf(id)).filter(({ dueAt }) => dueAt !== null);
    expect(waiting.map(({ dueAt }) => dueAt?.getTime())).toEqual([now.getTime() + 24 * HOUR_MS]);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
  });

  it("is sent once its hour has passed, though it was put off", async () => {
    const now = begun();
    const before = new Date(now.getTime() - HOUR_MS / 2);
    await daily(now.getUTCHours());
    await aired(4, { at: before, dueAt: before });
    await spreadDueEvents(db);
    await pass();
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
  });

  it("is not sent with a change of the account", async () => {
    const { userId, id } = await daily((begun().getUTCHours() + 12) % 24);
    await addEvent(db, { kind: "episode.available", animeMalId: TITLE, episode: 7 });
    await changed(userId);
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    expect(subjects()).toEqual(["Your password was changed"]);
    expect((await logOf(id)).filter(({ dueAt }) => dueAt !== null)).toHaveLength(1);
  });

  it("is not sent without news", async () => {
    const now = begun();
    const before = new Date(now.getTime() - HOUR_MS / 2);
    await daily(now.getUTCHours());
    await aired(4, { at: before, dueAt: before });
    await spreadDueEvents(db);
    await db.update(notifications).set({ readAt: new Date() });
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    expect(server.mails).toEqual([]);
  });

  it("waits for Monday, or no longer once the user wants it at once", async () => {
    const { userId, id } = await daily(8, "weekly");
    await aired(4);
    await deliver();
    const [waiting] = await logOf(id);
    expect([waiting?.dueAt?.getUTCDay(), waiting?.dueAt?.getUTCHours()]).toEqual([1, 8]);
    await saveMailTiming(db, userId, "now");
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
  });

  it("does not lose what the user is told after their own delay", async () => {
    const site = { scheduleDelayHours: 24 };
    const { userId, id } = await addMailed({ site }, { timing: "daily" });
    await aired(4);
    await spreadDueEvents(db);
    for (const timing of ["weekly", "now"] as const) {
      await saveMailTiming(db, userId, timing);
      expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    }
    const [waiting] = await logOf(id);
    expect((waiting?.dueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
  });

  it("is tried again soon if it was not accepted", async () => {
    const now = begun();
    const before = new Date(now.getTime() - HOUR_MS / 2);
    const { id } = await daily(now.getUTCHours());
    await aired(4, { at: before, dueAt: before });
    server.faults.push({ status: 451, text: "4.3.0 try again" });
    expect(await deliver()).toEqual({ sent: 0, failed: 1 });
    const [tried] = await logOf(id);
    expect((tried?.dueAt?.getTime() ?? 0) - Date.now()).toBeLessThan(60_000);
    await pass();
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
  });
});

describe("a change of the account", () => {
  it.each<[string, MailFields, Record<string, unknown>]>([
    ["with nothing ticked", { kinds: [] }, {}],
    ["after the mail channel has ended", { endedAt: new Date() }, {}],
    ["before the hour of a weekly mail", { timing: "weekly" }, {}],
    ["in quiet hours", {}, { quietFrom: "00:00", quietUntil: "23:59" }],
  ])("is mailed at once, by itself: %s", async (_, fields, site) => {
    const { userId } = await addMailed({ site }, fields);
    await aired(5);
    await changed(userId);
    await spreadDueEvents(db);
    // Whoever changed it may hide it in the bell.
    await sql`UPDATE notifications SET read_at = now()`;
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    expect(subjects()).toEqual(["Your password was changed"]);
    const [mail] = sent();
    expect(mail?.text).toContain("Bebop");
    expect(mail?.headers.get("auto-submitted")).toBe("auto-generated");
    expect(mail?.headers.has("list-unsubscribe")).toBe(false);
  });

  it("makes the mail channel, whose news is the user's choice, and shows in the bell", async () => {
    const userId = await addReader(db, TITLE);
    await db.update(users).set({ email: "ed@akari.test" }).where(eq(users.id, userId));
    for (let time = 0; time < 2; time += 1) await changed(userId);
    await aired(5);
    expect(await deliver()).toEqual({ sent: 2, failed: 0 });
    expect(await db.select().from(channels)).toMatchObject([{ kind: "mail", kinds: [] }]);
    expect(await inBell(userId)).toHaveLength(3);
  });

  it("of the address is told to the old one, and starts mails again", async () => {
    const { userId, id, address } = await addMailed({}, { endedAt: new Date() });
    await db.update(users).set({ email: "new@akari.test" }).where(eq(users.id, userId));
    await tellUser(db, userId, "emailChanged", address);
    await aired(5);
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
    expect(server.mails.map(({ to }) => to)).toEqual([[address]]);
    expect(sent()[0]?.text).toContain("new@akari.test");
    expect(await channelOf(id)).toMatchObject({ endedAt: null });
    await aired(6);
    await deliver();
    expect(server.mails.at(-1)?.to).toEqual(["new@akari.test"]);
  });

  it("is told only if it was made", async () => {
    const { userId } = await addMailed();
    await db
      .transaction(async (tx) => {
        await tellUser(tx, userId, "secondFactorOff");
        throw new Error("rolled back");
      })
      .catch(() => undefined);
    expect(await deliver()).toEqual({ sent: 0, failed: 0 });
    expect(await inBell(userId)).toEqual([]);
  });
});

describe("a server that takes no mail", () => {
  it.each([
    { status: 550, text: "5.1.1 user unknown" },
    { status: 554, text: "5.2.1 mailbox disabled" },
  ])("ends the mails to an address that it does not know: $status $text", async (refusal) => {
    const { userId, id, address } = await addMailed();
    server.unknown.set(address, refusal);
    await aired(5);
    expect(await deliver()).toEqual({ sent: 0, failed: 1 });
    expect((await channelOf(id))?.endedAt).not.toBeNull();
    await aired(6);
    await deliver();
    expect(await logOf(id)).toHaveLength(1);
    expect((await inBell(userId)).map(({ kind }) => kind).toSorted()).toEqual([
      "channel.ended",
      "episode.aired",
      "episode.aired",
    ]);
  });

  it.each([
    { status: 550, text: "5.7.1 unable to relay" },
    { status: 550, text: "relay not permitted" },
    { status: 553, text: "that domain isn't in my list of allowed rcpthosts" },
    { status: 554, text: "5.7.1 relay access denied" },
    { status: 450, text: "4.2.0 greylisted" },
  ])("is tried again for what it might take later: $status $text", async (refusal) => {
    const { id, address } = await addMailed();
    server.unknown.set(address, refusal);
    await aired(5);
    expect(await deliver()).toEqual({ sent: 0, failed: 1 });
    expect(await channelOf(id)).toMatchObject({ endedAt: null });
    server.unknown.clear();
    await pass();
    expect(await deliver()).toEqual({ sent: 1, failed: 0 });
  });

  it("loses nothing while it is away, and ends nobody's mails", async () => {
    const own = await Promise.all([addMailed(), addMailed(), addMailed()]);
    await aired(5);
    await changed(own[0].userId);
    tools = createDeliveryTools(db, { ...server.environment, SMTP_URL: "smtp://127.0.0.1:9" });
    for (let time = 0; time < 3; time += 1) {
      await pass();
      await deliver();
    }
    for (const { id } of own) {
      expect(await channelOf(id)).toMatchObject({ failures: 0, endedAt: null });
      expect((await logOf(id)).map(({ attempts }) => attempts)).not.toContain(1);
    }
    tools = createDeliveryTools(db, server.environment);
    await pass();
    expect(await deliver()).toEqual({ sent: 4, failed: 0 });
    expect(subjects().toSorted()).toEqual([
      "Episode 5 of Frieren has aired",
      "Episode 5 of Frieren has aired",
      "Episode 5 of Frieren has aired",
      "Your password was changed",
    ]);
  });
});

describe("a slow server", () => {
  it("has few mails at once, and keeps others free for another process", async () => {
    const own = await Promise.all([addMailed(), addMailed(), addMailed(), addMailed()]);
    await aired(5);
    await spreadDueEvents(db);
    let release = () => {};
    server.held.push(new Promise<void>((resolve) => (release = resolve)));
    const delivering = deliverDue(tools);
    const taken = async () =>
      (await Promise.all(own.map(({ id }) => logOf(id))))
        .flat()
        .filter(({ attempts }) => attempts > 0);
    await vi.waitFor(async () => expect(await taken()).toHaveLength(MAX_CONNECTIONS));
    server.held.length = 0;
    release();
    expect(await delivering).toEqual({ sent: 4, failed: 0 });
  });
});

describe("/unsubscribe", () => {
  const callPage = createPageCaller(database, {});
  const post = (code: string, body: string) =>
    callPage(action, `/unsubscribe/${code}`, {
      params: { code },
      init: {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
      },
    });

  it.each(["List-Unsubscribe=One-Click", ""])("ends news by %j, signed out", async (body) => {
    const { userId, id } = await addMailed();
    const stranger = await addMailed();
    await aired(5);
    await changed(userId);
    await spreadDueEvents(db);
    expect(await post(id, body)).toEqual({ isDone: true });
    expect(await channelOf(id)).toMatchObject({ kinds: [], endedAt: null });
    expect((await channelOf(stranger.id))?.kinds).toEqual([...NOTIFICATION_KINDS]);
    expect(await deliver()).toEqual({ sent: 2, failed: 0 });
    expect(subjects().toSorted()).toEqual([
      "Episode 5 of Frieren has aired",
      "Your password was changed",
    ]);
  });

  it("changes nothing when it is only opened", async () => {
    const { id } = await addMailed();
    await callPage(loader, `/unsubscribe/${id}`, { params: { code: id } });
    expect((await channelOf(id))?.kinds).toEqual([...NOTIFICATION_KINDS]);
  });

  it.each(["nonsense", randomUUID(), "%00"])("knows no code %j", async (code) => {
    await addMailed();
    for (const call of [
      () => callPage(loader, `/unsubscribe/${code}`, { params: { code } }),
      () => post(code, "List-Unsubscribe=One-Click"),
    ])
      expect(await catchPageError(call())).toMatchObject({ status: 404 });
  });

  it("knows no other channel of the user", async () => {
    const { id } = await addMailed();
    await db.update(channels).set({ kind: "ntfy" });
    expect(await catchPageError(post(id, ""))).toMatchObject({ status: 404 });
  });
});
