// @module-tag rest
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createRoom } from "~/features/playback/rooms/create-room.server";
import {
  MAX_GUEST_NAME_LENGTH,
  MAX_MEMBERS,
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGES,
} from "~/features/playback/rooms/room";
import { deleteExpiredRooms } from "~/features/playback/rooms/room-store.server";
import { MAX_WAIT_MS } from "~/features/playback/rooms/room-rules";
import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { addAnime, addEpisodes } from "../../factories/anime";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { STARTER_TEMPLATE } from "../../support/database/templates";
import { createRoomClient } from "../../support/server/room-client";
import { signUpClient } from "../../support/server/signed-in";

const database = await testDatabase({ template: STARTER_TEMPLATE });
const { db, sql } = database;
let animeId: number;
let one: BuiltServer;
let two: BuiltServer;
const stopAll: (() => Promise<void>)[] = [];

async function startSite(environment: Record<string, string> = {}): Promise<BuiltServer> {
  const dataDir = createDataDir();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    SESSION_SECRET: "a secret for tests only",
    BCRYPT_COST: "10",
    RATE_LIMITS: "newRooms=100000/60,roomChanges=100000/60",
    ...databaseEnvironment(database.options),
    ...environment,
  });
  stopAll.push(async () => {
    server.signal("SIGKILL");
    await server.exited;
    await removeDataDir(dataDir);
  });
  await server.ready;
  return server;
}

beforeAll(async () => {
  [one, two] = await Promise.all([startSite(), startSite()]);
});
afterAll(() => Promise.all(stopAll.map((stop) => stop())));
/** An id above those of the starter catalog. */
let lastId = 1_900_000_000;
beforeEach(async () => {
  animeId = lastId += 1;
  await addAnime(db, { mal_id: animeId });
  await addEpisodes(db, animeId, 1, 3);
});

describe("members at two processes", () => {
  it("see each other's changes of playback", async () => {
    const [ana, ben] = [createRoomClient(one.url), createRoomClient(two.url)];
    const id = await ana.createRoom(animeId, 1, 12);
    const [atOne, atTwo] = [await ana.open(id), await ben.open(id)];
    await expect.poll(() => atOne.latest()?.members.length).toBe(2);
    expect([atOne.member(), atTwo.member()]).toEqual([1, 2]);
    await expect
      .poll(() => atTwo.latest())
      .toMatchObject({ animeId, episode: 1, position: 12, playing: false, chat: false });

    await ana.change(id, { do: "play", position: 13.5 });
    await expect.poll(() => atTwo.latest()).toMatchObject({ playing: true, position: 13.5 });
    const { body } = await ben.change(id, { do: "pause", position: 15 });
    await expect.poll(() => atOne.latest()).toMatchObject({ playing: false, position: 15 });
    expect(atOne.latest()).toEqual(body.room);
    expect(atOne.latest()?.last).toEqual({ member: 2, did: "pause" });
    await ben.change(id, { do: "seek", position: 700.25 });
    await expect.poll(() => atOne.latest()?.position).toBe(700.25);
    await ana.change(id, { do: "episode", number: 2, from: 1 });
    await expect
      .poll(() => atTwo.latest())
      .toMatchObject({ episode: 2, position: 0, playing: true });
  });

  it("wait for one who buffers, and no longer than the limit", async () => {
    const [ana, ben] = [createRoomClient(one.url), createRoomClient(two.url)];
    const id = await ana.createRoom(animeId, 1);
    const atOne = await ana.open(id);
    await ben.open(id);
    await ana.change(id, { do: "play" });
    const held = await ben.change(id, { do: "wait" });
    const { room, now = 0 } = held.body;
    expect(room?.at).toBeGreaterThan(now);
    expect(room?.at).toBeLessThanOrEqual(now + MAX_WAIT_MS);
    await expect.poll(() => atOne.latest()?.members[1]?.waitsUntil).toBe(room?.at);
    const ready = await ben.change(id, { do: "ready" });
    await expect.poll(() => atOne.latest()?.members[1]?.waitsUntil).toBeNull();
    expect(ready.body.room?.at).toBeLessThanOrEqual(ready.body.now ?? 0);
  });

  it("stop waiting for one who leaves", async () => {
    const [ana, ben] = [createRoomClient(one.url), createRoomClient(two.url)];
    const id = await ana.createRoom(animeId, 1);
    const atOne = await ana.open(id);
    await ana.change(id, { do: "play" });
    await ben.change(id, { do: "wait" });
    const { body } = await ben.change(id, { do: "leave" });
    expect(body.room?.at).toBeLessThanOrEqual(body.now ?? 0);
    await expect.poll(() => atOne.latest()?.members.map(({ number }) => number)).toEqual([1]);
  });

  it("keep their number through a reload, and lose their place in the list when they close", async () => {
    const [ana, ben] = [createRoomClient(one.url), createRoomClient(two.url)];
    const id = await ana.createRoom(animeId, 1);
    const first = await ana.open(id);
    const atTwo = await ben.open(id);
    await expect.poll(() => atTwo.latest()?.members.length).toBe(2);
    first.close();
    const again = await ana.open(id);
    await expect.poll(() => again.member()).toBe(1);
    expect(atTwo.rooms.every((room) => room === null || room.members[0]?.number === 1)).toBe(true);
    again.close();
    // The next member is the host meanwhile.
    await expect.poll(() => atTwo.latest()?.members.map(({ number }) => number)).toEqual([2]);
    expect((await ben.change(id, { do: "chat", chat: "on" })).status).toBe(200);
  });

  it("share the database connections of their process, whatever their number", async () => {
    const id = await createRoomClient(one.url).createRoom(animeId, 1);
    const openStream = async () => {
      const stream = await createRoomClient(one.url).open(id);
      expect(stream.status).toBe(200);
      await expect.poll(() => stream.rooms.length).toBeGreaterThan(0);
    };
    const countListeners = async () => {
      const rows = await sql`
        SELECT 1 FROM pg_stat_activity
        WHERE application_name = 'akari-listen' AND datname = current_database()`;
      return rows.length;
    };
    await openStream();
    const listeners = await countListeners();
    expect(listeners).toBeGreaterThan(0);
    for (let opened = 1; opened < 12; opened += 1) await openStream();
    expect(await countListeners()).toBeLessThanOrEqual(listeners);
  });
});

describe("a room", () => {
  it("shows the names of users, and numbers guests", async () => {
    const user = await signUpClient(one.url);
    const ana = createRoomClient(one.url, user.cookie);
    const id = await ana.createRoom(animeId, 1);
    const stream = await ana.open(id);
    await createRoomClient(one.url).change(id, { do: "ready" });
    await expect
      .poll(() => stream.latest()?.members)
      .toEqual([
        { number: 1, name: user.credentials.username, guestName: null, waitsUntil: null },
        { number: 2, name: null, guestName: null, waitsUntil: null },
      ]);
  });

  it("admits as many members as the limit, and no more", async () => {
    const id = await createRoomClient(one.url).createRoom(animeId, 1);
    for (let count = 2; count < MAX_MEMBERS; count += 1)
      await createRoomClient(one.url).change(id, { do: "ready" });
    const [last, late] = [createRoomClient(one.url), createRoomClient(one.url)];
    expect((await last.open(id)).status).toBe(200);
    const refused = await late.open(id);
    expect([refused.status, (await late.change(id, { do: "pause" })).status]).toEqual([409, 409]);
    expect((await last.change(id, { do: "pause" })).status).toBe(200);
  });

  it("obeys everyone until only the host may control it", async () => {
    const [host, guest] = [createRoomClient(one.url), createRoomClient(one.url)];
    const id = await host.createRoom(animeId, 1);
    await guest.open(id);
    expect((await guest.change(id, { do: "play" })).status).toBe(200);
    expect((await guest.change(id, { do: "control", control: "host" })).status).toBe(403);
    await host.change(id, { do: "control", control: "host" });
    const refused = await guest.change(id, { do: "pause" });
    expect([refused.status, refused.body.error]).toEqual([403, "Only the host can do this."]);
    // Buffering is not control.
    expect(
      (await guest.change(id, { do: "wait" })).body.room?.members[1]?.waitsUntil,
    ).not.toBeNull();
    expect((await host.change(id, { do: "pause" })).body.room?.playing).toBe(false);
  });

  it("has no chat until the host turns it on, and forgets it when it is turned off", async () => {
    const [host, guest] = [createRoomClient(one.url), createRoomClient(one.url)];
    const id = await host.createRoom(animeId, 1);
    await guest.open(id);
    expect((await guest.change(id, { do: "say", text: "hello" })).status).toBe(403);
    await host.change(id, { do: "chat", chat: "on" });
    for (let count = 1; count <= MAX_MESSAGES; count += 1)
      await guest.change(id, { do: "say", text: `message ${count}` });
    const { body } = await host.change(id, { do: "say", text: "<b>one more</b>" });
    expect(body.room?.messages).toHaveLength(MAX_MESSAGES);
    expect(body.room?.messages.map(({ text }) => text).slice(-2)).toEqual([
      `message ${MAX_MESSAGES}`,
      "<b>one more</b>",
    ]);
    expect(body.room?.messages[0]?.text).toBe("message 2");
    await host.change(id, { do: "chat", chat: "off" });
    const again = await host.change(id, { do: "chat", chat: "on" });
    expect(again.body.room?.messages).toEqual([]);
  });

  it.each([
    [{ do: "seek", position: 86_400 }, 200, null],
    [{ do: "seek", position: 86_401 }, 400, "position"],
    [{ do: "seek", position: -1 }, 400, "position"],
    [{ do: "seek" }, 400, "position"],
    [{ do: "seek", position: "NaN" }, 400, "position"],
    [{ do: "episode", number: 3, from: 1 }, 200, null],
    [{ do: "episode", number: 4, from: 1 }, 400, "number"],
    [{ do: "episode", number: 1.5, from: 1 }, 400, "number"],
    [{ do: "control", control: "me" }, 400, "control"],
    [{ do: "explode" }, 400, "do"],
    [{}, 400, "do"],
    ["[]", 400, ""],
    ["{", 400, ""],
  ])("rejects %j with %i and the field", async (change, status, field) => {
    const host = createRoomClient(one.url);
    const id = await host.createRoom(animeId, 1);
    const response = await host.change(id, change);
    expect(response.status).toBe(status);
    expect(response.body.issues?.map(({ path }) => path)).toEqual(
      field === null ? undefined : [field],
    );
  });

  it.each([
    ["x".repeat(MAX_MESSAGE_LENGTH), 200],
    ["x".repeat(MAX_MESSAGE_LENGTH + 1), 400],
    ["  ", 400],
    ["nul\0", 400],
    ["\ud800", 400],
  ])("takes messages up to the limit: %j", async (text, status) => {
    const host = createRoomClient(one.url);
    const id = await host.createRoom(animeId, 1);
    await host.change(id, { do: "chat", chat: "on" });
    expect((await host.change(id, { do: "say", text })).status).toBe(status);
  });

  it("calls guests by the name they give, and users by theirs", async () => {
    const user = await signUpClient(one.url);
    const [guest, member] = [createRoomClient(one.url), createRoomClient(one.url, user.cookie)];
    const id = await guest.createRoom(animeId, 1);
    const stream = await guest.open(id);
    await member.open(id);
    await guest.change(id, { do: "chat", chat: "on" });
    expect((await guest.change(id, { do: "name", name: " Ana " })).status).toBe(200);
    await expect
      .poll(() => stream.latest()?.members)
      .toMatchObject([
        { name: null, guestName: "Ana" },
        { name: expect.any(String) as string, guestName: null },
      ]);
    const refused = await member.change(id, { do: "name", name: "Ana" });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      "You already have a name here: that of your account.",
    ]);
    await guest.change(id, { do: "say", text: "before" });
    await guest.change(id, { do: "name", name: "" });
    const { body } = await guest.change(id, { do: "say", text: "after" });
    expect(body.room?.members[0]).toMatchObject({ guestName: null });
    expect(body.room?.messages.map(({ name, guestName }) => [name, guestName])).toEqual([
      [null, "Ana"],
      [null, null],
    ]);
  });

  it.each([
    ["x".repeat(MAX_GUEST_NAME_LENGTH), 200],
    ["x".repeat(MAX_GUEST_NAME_LENGTH + 1), 400],
    ["Ana 👩‍👧", 200],
    ["two\nlines", 400],
    ["nul\0", 400],
    ["\ud800", 400],
    // It would turn the text after it around.
    ["\u202eana", 400],
  ])("takes names up to the limit, on one line: %j", async (name, status) => {
    const host = createRoomClient(one.url);
    const id = await host.createRoom(animeId, 1);
    const { body, ...response } = await host.change(id, { do: "name", name });
    expect(response.status).toBe(status);
    expect(body.issues?.map(({ path }) => path)).toEqual(status === 200 ? undefined : ["name"]);
  });

  it("refuses bodies over the limit and of other types", async () => {
    const host = createRoomClient(one.url);
    const id = await host.createRoom(animeId, 1);
    const large = JSON.stringify({ do: "say", text: "x".repeat(70_000) });
    expect((await host.change(id, large)).status).toBe(413);
    expect((await host.change(id, "play", { "content-type": "text/plain" })).status).toBe(415);
  });

  it("is closed to other sites", async () => {
    const host = createRoomClient(one.url);
    const id = await host.createRoom(animeId, 1);
    const foreign = { origin: "https://elsewhere.test" };
    expect((await host.change(id, { do: "play" }, foreign)).status).toBe(403);
    expect((await host.open(id, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  });

  it.each(["AAAAAAAAAAAAAAAAAAAAAA", "no-room", "%00"])("is a 404 when it is %j", async (id) => {
    const guest = createRoomClient(one.url);
    const page = await guest.get(`/room/${id}`);
    expect(page.status).toBe(404);
    expect(page.text).toContain("This room doesn’t exist or has ended.");
    expect((await guest.open(id)).status).toBe(404);
    expect((await guest.change(id, { do: "play" })).status).toBe(404);
  });

  it("ends when it expires, and is deleted then", async () => {
    const host = createRoomClient(one.url);
    const id = await host.createRoom(animeId, 1);
    await sql`UPDATE rooms SET expires_at = now() WHERE id = ${id}`;
    expect((await host.get(`/room/${id}`)).status).toBe(404);
    expect((await host.change(id, { do: "play" })).status).toBe(404);
    await deleteExpiredRooms(db);
    expect(await sql`SELECT 1 FROM rooms WHERE id = ${id}`).toHaveLength(0);
    expect(await sql`SELECT 1 FROM room_members WHERE room_id = ${id}`).toHaveLength(0);
  });

  it("ends when its title is removed", { tags: "nightly" }, async () => {
    const [host, other] = [createRoomClient(one.url), createRoomClient(two.url)];
    const id = await host.createRoom(animeId, 1);
    const stream = await other.open(id);
    await expect.poll(() => stream.rooms.length).toBeGreaterThan(0);
    await sql`DELETE FROM animes WHERE mal_id = ${animeId}`;
    expect((await host.change(id, { do: "play" })).status).toBe(404);
    // Deletions are noticed with the next sign of life, within 15 seconds.
    await expect.poll(() => stream.latest(), { timeout: 45_000 }).toBeNull();
  });

  it("hides a mature title from viewers with parental control", async () => {
    const mature = (lastId += 1);
    await addAnime(db, { mal_id: mature, title: "Hidden Name", rating: "Rx - Hentai" });
    await addEpisodes(db, mature, 1, 1);
    const adult = createRoomClient(one.url, "akari_visitor=parental_control=false");
    const child = createRoomClient(one.url);
    const id = await adult.createRoom(mature, 1);
    expect((await adult.get(`/room/${id}`)).text).toContain("Hidden Name");
    const page = await child.get(`/room/${id}`);
    expect(page.status).toBe(403);
    expect(page.text).not.toContain("Hidden Name");
    expect((await child.open(id)).status).toBe(403);
    expect((await child.change(id, { do: "play" })).status).toBe(403);
    expect((await child.postForm("/room", { animeId: String(mature), episode: "1" })).status).toBe(
      403,
    );
  });
});

describe("without scripts", () => {
  it("a room shows where it stands, and obeys forms", async () => {
    const host = createRoomClient(one.url);
    const id = await host.createRoom(animeId, 1, 75);
    const paused = await host.get(`/room/${id}`);
    expect(paused.text).toContain("Paused at 1:15");
    expect(paused.text).toContain(`/media/episode/${animeId}/1#t=75`);
    expect(paused.text).toContain("Guest 1 (you)");
    const played = await host.postForm(`/room/${id}`, { do: "play" });
    expect([played.status, played.headers.get("location")]).toEqual([303, `/room/${id}`]);
    expect((await host.get(`/room/${id}`)).text).toContain("Playing, now at 1:1");
    const left = await host.postForm(`/room/${id}`, { do: "leave" });
    expect(left.headers.get("location")).toBe(`/watch/${animeId}/1`);
    expect(await sql`SELECT 1 FROM room_members WHERE room_id = ${id}`).toHaveLength(0);
  });

  it("a refused form names what is wrong", async () => {
    const host = createRoomClient(one.url);
    const response = await host.postForm("/room", { animeId: "x", episode: "1" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("animeId");
    const missing = await host.postForm("/room", { animeId: String(animeId), episode: "9" });
    expect(missing.status).toBe(404);
  });
});

describe("limits", () => {
  it("bound the pages and changes of a client, and the rooms that it creates", async () => {
    const site = await startSite({
      CLIENT_LIMITS: "rooms=2",
      RATE_LIMITS: "newRooms=2/600,roomChanges=3/60",
    });
    const host = createRoomClient(site.url);
    const id = await host.createRoom(animeId, 1);
    // What React Router asks for data has no reader of events.
    for (let count = 0; count < 3; count += 1)
      expect((await host.get(`/room/${id}/live.data`)).status).toBeLessThan(300);
    const streams = [await host.open(id), await host.open(id)];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await host.open(id);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    streams[0]?.close();
    await expect.poll(async () => (await host.open(id)).status).toBe(200);

    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await host.change(id, { do: "clock" })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    await host.createRoom(animeId, 1);
    const late = await host.postForm("/room", { animeId: String(animeId), episode: "1" });
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("bound the rooms of a site", async () => {
    await sql`DELETE FROM rooms`;
    const member = { keyHash: "test", userId: null };
    const options = { member, parentalControl: true, maxRooms: 2 };
    const create = () => createRoom(db, { animeId, episode: 1, position: 0 }, options);
    await create();
    await create();
    await expect(create()).rejects.toThrow("too many rooms");
    await sql`UPDATE rooms SET expires_at = now()`;
    await create();
  });

  it("keep visitors out where only members may open files", async () => {
    const site = await startSite({ MEDIA_ACCESS: "members" });
    const visitor = createRoomClient(site.url);
    const created = await visitor.postForm("/room", { animeId: String(animeId), episode: "1" });
    expect(created.headers.get("location")).toBe(
      `/signin?returnTo=${encodeURIComponent(`/watch/${animeId}/1`)}`,
    );
    const user = createRoomClient(site.url, (await signUpClient(site.url)).cookie);
    const id = await user.createRoom(animeId, 1);
    expect((await visitor.get(`/room/${id}`)).status).toBe(302);
    expect((await visitor.open(id)).status).toBe(401);
    expect((await visitor.change(id, { do: "play" })).status).toBe(401);
    expect((await user.open(id)).status).toBe(200);
  });
});

describe("a stream of events", () => {
  it("passes proxies at once, and is not stored", async () => {
    const host = createRoomClient(one.url);
    const { headers } = await host.open(await host.createRoom(animeId, 1));
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("cache-control")).toBe("private, no-store, no-transform");
    expect(headers.get("content-encoding")).toBeNull();
  });

  it("ends at SIGTERM, and members find the room at the next process", async () => {
    const site = await startSite();
    const host = createRoomClient(site.url);
    const id = await host.createRoom(animeId, 1, 33);
    const streams = await Promise.all(Array.from({ length: 5 }, () => host.open(id)));
    site.signal("SIGTERM");
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(Array(5).fill(true));
    expect(await site.exited).toBe(0);
    const next = createRoomClient(two.url);
    const stream = await next.open(id);
    onTestFinished(() => stream.close());
    await expect.poll(() => stream.latest()?.position).toBe(33);
  });
});
