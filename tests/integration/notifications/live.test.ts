// @module-tag rest
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createLiveHub } from "~/features/notifications/live/live-hub.server";
import type { LiveState } from "~/features/notifications/live/live-state";
import { spreadDueEvents } from "~/features/notifications/spread/spread-events.server";
import { addAnime, addEpisodes } from "../../factories/anime";
import { fillPattern, ROUTES } from "../../support/crawl/route-paths";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { readEvents } from "../../support/server/event-stream";
import { PATIENCE } from "../../support/server/patience";
import { dataOf, signUpClient, type SignedInClient } from "../../support/server/signed-in";
import { startSite, type Site } from "../../support/server/site";
import { addEvent, addReader } from "./readers";

const database = await testDatabase();
const { db, sql } = database;
const TITLE = 52_991;
const pages = import.meta.glob("/app/routes/**/*.tsx");
let one: Site;
let two: Site;
let user: SignedInClient;

beforeAll(async () => {
  await addAnime(db, { mal_id: TITLE, title: "Frieren", episodes: 28 });
  await addEpisodes(db, TITLE, 1, 28);
  const environment = {
    ...databaseEnvironment(database.options),
    ...PATIENCE,
    ...{ JOBS: "off", CLIENT_LIMITS: "live=3" },
    RATE_LIMITS: "signup=100000/60",
  };
  [one, two] = await Promise.all([startSite(environment), startSite(environment)]);
}, 120_000);
afterAll(() => Promise.all([one.stop(), two.stop()]));
beforeEach(async () => {
  user = await signUpClient(one.url);
});

/** Opens the stream that a visible page holds. */
async function follow(url: string, { cookie } = user, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(`${url}/live`, {
    headers: { cookie, ...headers },
    signal: controller.signal,
  });
  const states: LiveState[] = [];
  const ended = response.ok
    ? readEvents(response, (_, data) => states.push(data as LiveState)).catch(() => undefined)
    : Promise.resolve();
  return { response, states, ended, close: () => controller.abort() };
}

const markSeen = (episode: number) =>
  user.send("POST", "/api/user/watchlist/seen", { animeId: TITLE, episode, seen: true });

describe("a page that is open at another instance", () => {
  it("is told the present state, each change of the list, and nothing twice", async () => {
    const [here, there] = [await follow(one.url), await follow(two.url)];
    await expect.poll(() => [here.states.length, there.states.length]).toEqual([1, 1]);
    expect(here.states).toEqual(there.states);
    expect((await markSeen(1)).status).toBe(200);
    await expect.poll(() => there.states.at(-1)?.listVersion).not.toBe(here.states[0]?.listVersion);
    await expect.poll(() => here.states.at(-1)).toEqual(there.states.at(-1));
    const { length } = there.states;
    expect((await markSeen(2)).status).toBe(200);
    await expect.poll(() => there.states.length).toBe(length + 1);
  });

  it("is told of notifications, and that they were read", async () => {
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: TITLE, state: "watching" });
    const { states } = await follow(two.url);
    await expect.poll(() => states.at(-1)?.unread).toBe(0);
    await addReader(db, TITLE);
    await addEvent(db, { animeMalId: TITLE, episode: 7 });
    await spreadDueEvents(db);
    await expect.poll(() => states.at(-1)?.unread).toBe(1);
    await user.send("POST", "/api/user/notifications/read", { all: true });
    await expect.poll(() => states.at(-1)?.unread).toBe(0);
  });

  it("is told nothing of others", async () => {
    const { states } = await follow(two.url);
    await expect.poll(() => states.length).toBe(1);
    await addReader(db, TITLE);
    const other = await signUpClient(one.url);
    const theirs = await follow(two.url, other);
    await other.send("PATCH", "/api/user/watchlist/entry", { animeId: TITLE, state: "planned" });
    await expect.poll(() => theirs.states.length).toBe(2);
    expect(states).toHaveLength(1);
  });
});

describe("GET /live", () => {
  it("is for sessions: 401 to visitors and tokens, and after a sign-out", async () => {
    expect((await follow(one.url, { ...user, cookie: "" })).response.status).toBe(401);
    const made = await user.send("POST", "/api/user/tokens", {
      ...{ name: "Script", scopes: ["profile:read"] },
    });
    const { token } = (made.body as { data: { token: string } }).data;
    const authorization = `Bearer ${token}`;
    const byToken = await follow(one.url, { ...user, cookie: "" }, { authorization });
    expect(byToken.response.status).toBe(401);
    const before = { ...user };
    await user.send("POST", "/api/auth/signout");
    expect((await follow(one.url, before)).response.status).toBe(401);
  });

  it("is no use of a session, so that a device that is left alone locks", async () => {
    await sql`UPDATE sessions SET last_used_at = now() - interval '2 hours' WHERE user_id = ${user.userId}`;
    const { response } = await follow(one.url);
    expect([response.status, response.headers.get("set-cookie")]).toEqual([200, null]);
    const [session] =
      await sql`SELECT last_used_at < now() - interval '1 hour' AS rests FROM sessions WHERE user_id = ${user.userId}`;
    expect(session).toEqual({ rests: true });
  });

  it("ends with its session, within moments", async () => {
    const { states, ended } = await follow(two.url);
    await expect.poll(() => states.length).toBe(1);
    await user.send("POST", "/api/auth/signout");
    await ended;
  });

  it("has a share of each client, which what reads no events does not take", async () => {
    for (const [method, path] of [
      ["HEAD", "/live"],
      ["GET", "/live.data"],
    ] as const) {
      const headers = { cookie: user.cookie };
      const response = await fetch(two.url + path, { method, headers });
      await response.text();
      expect(response.ok).toBe(true);
    }
    const open = [await follow(two.url), await follow(two.url), await follow(two.url)];
    expect(open.map(({ response }) => response.status)).toEqual([200, 200, 200]);
    const { response } = await follow(two.url);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "60"]);
    open[0]?.close();
    await expect.poll(async () => (await follow(two.url)).response.status).toBe(200);
  });

  it("is not for other sites", async () => {
    const { response } = await follow(one.url, user, { "sec-fetch-site": "cross-site" });
    expect(response.status).toBe(403);
  });

  it("is a stream that no proxy collects, and ends when the site stops", async () => {
    const third = await startSite({ ...databaseEnvironment(database.options), JOBS: "off" });
    const { response, states, ended } = await follow(third.url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
    });
    await expect.poll(() => states.length).toBe(1);
    await third.stop();
    await ended;
  });
});

it("loads no page again that would then ask for a recent proof", async () => {
  await user.send("PATCH", "/api/user/profiles", { id: user.userId, pin: "2468" });
  const child = { name: "Ed", maxRating: "pg" };
  const { id } = dataOf<{ id: string }>(await user.send("POST", "/api/user/profiles", child));
  await sql`UPDATE users SET role = 'owner' WHERE id = ${user.userId}`;
  await sql`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE user_id = ${user.userId}`;
  const asking: string[] = [];
  const shown = ROUTES.filter(({ file }) => pages[`/app/${file}`] !== undefined);
  for (const { pattern, file } of shown) {
    const values = new Proxy<Record<string, string[]>>(
      { id: [id] },
      { get: (all, name) => all[String(name)] ?? ["none"] },
    );
    for (const path of fillPattern(pattern, values)) {
      const { headers } = await user.send("GET", path, undefined, { accept: "text/html" });
      if (headers.get("location")?.startsWith("/confirm?") !== true) continue;
      asking.push(path);
      expect(await pages[`/app/${file}`]?.(), path).toMatchObject({
        handle: { staysAsLoaded: true },
      });
    }
  }
  expect(asking.length).toBeGreaterThan(5);
});

describe("the hub", () => {
  let sessionHash: string;
  let profileId: string;

  beforeEach(async () => {
    profileId = await addReader(db, TITLE);
    sessionHash = crypto.randomUUID();
    await sql`INSERT INTO sessions (id_hash, user_id, device, address, expires_at) VALUES
      (${sessionHash}, ${user.userId}, 'Browser', '192.0.2.1', now() + interval '1 hour')`;
  });

  /** Connects a page that was loaded with nothing. */
  function connect({ readMs = 5, beatMs = 5 } = {}) {
    const onError = vi.fn<(error: unknown) => void>();
    const hub = createLiveHub({ db, onError, readMs, beatMs });
    onTestFinished(() => hub.close());
    const page = {
      ...{ sessionHash, state: { listVersion: "", unread: 0 } },
      send: vi.fn<(state: LiveState) => void>(),
      beat: vi.fn<() => void>(),
      end: vi.fn<() => void>(),
    };
    const close = hub.subscribe(page);
    const last = () => page.send.mock.lastCall?.[0];
    return { hub, page, last, close, onError };
  }

  it("tells what became due by time alone, and keeps the connection in use", async () => {
    const { page, last } = connect();
    await expect.poll(() => last()?.listVersion).not.toBe("");
    const eventId = await addEvent(db, { animeMalId: TITLE, episode: 9, spreadAt: new Date() });
    await sql`INSERT INTO notifications (user_id, event_id, anime_mal_id, due_at)
      VALUES (${user.userId}, ${eventId}, ${TITLE}, now() + interval '30 milliseconds')`;
    await expect.poll(() => last()?.unread).toBe(1);
    expect(page.send).toHaveBeenCalledTimes(3);
    expect(page.beat.mock.calls.length).toBeGreaterThan(3);
  });

  it("tells the state of the profile that the session switched to", async () => {
    const { last } = connect();
    await sql`UPDATE sessions SET profile_id = ${profileId} WHERE id_hash = ${sessionHash}`;
    const [profile] = await sql`SELECT list_version FROM users WHERE id = ${profileId}`;
    await expect.poll(() => last()?.listVersion).toBe(profile?.["list_version"]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["was ended", () => sql`DELETE FROM sessions WHERE id_hash = ${sessionHash}`],
    ["expired", () => sql`UPDATE sessions SET expires_at = now() WHERE id_hash = ${sessionHash}`],
    ["was locked", () => sql`UPDATE sessions SET locked = true WHERE id_hash = ${sessionHash}`],
    [
      "is of a disabled account",
      () => sql`UPDATE users SET disabled_at = now() WHERE id = ${user.userId}`,
    ],
    [
      "is of a disabled profile",
      () => sql`WITH disabled AS (
          UPDATE users SET disabled_at = now() WHERE id = ${profileId} RETURNING id)
        UPDATE sessions SET profile_id = ${profileId} FROM disabled
        WHERE id_hash = ${sessionHash}`,
    ],
  ])("ends a page whose session %s", async (_, change) => {
    const { page } = connect();
    await expect.poll(() => page.send.mock.calls.length).toBe(2);
    expect(page.end).not.toHaveBeenCalled();
    await change();
    await expect.poll(() => page.end.mock.calls.length).toBeGreaterThan(0);
  });

  it("reads nothing once no page is connected, and begins again", async () => {
    const { hub, page, close } = connect();
    await expect.poll(() => page.send.mock.calls.length).toBe(2);
    close();
    await sql`UPDATE users SET list_version = gen_random_uuid() WHERE id = ${user.userId}`;
    await setTimeout(50);
    expect(page.send).toHaveBeenCalledTimes(2);
    hub.subscribe(page);
    await expect.poll(() => page.send.mock.calls.length).toBe(4);
  });

  it("ends pages that come while the process stops", () => {
    const { hub, page } = connect();
    hub.close();
    const late = { ...page, end: vi.fn<() => void>() };
    hub.subscribe(late);
    expect(page.end).toHaveBeenCalledOnce();
    expect(late.end).toHaveBeenCalledOnce();
  });
});
