// @module-tag rest
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findSession } from "~/features/accounts/sessions.server";
import { sessions } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { endpointRequests } from "../../support/crawl/endpoint-requests";
import { fillPattern, ROUTES } from "../../support/crawl/route-paths";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { PATIENCE } from "../../support/server/patience";
import { dataOf, signUpClient, type SignedInClient } from "../../support/server/signed-in";
import { startSite, type Site } from "../../support/server/site";

const database = await testDatabase();
const { db } = database;
const TITLE = 4_101;
/** Rated above what visitors may see. */
const RESTRICTED = 4_102;
const PIN = "2468";
const HOUR = 60 * 60;

beforeAll(async () => {
  await addAnime(db, { mal_id: TITLE, title: "Harbor", rating: "G - All Ages" });
  await addEpisodes(db, TITLE, 1, 1);
  await addAnime(db, {
    mal_id: RESTRICTED,
    title: "Foghorn",
    rating: "R - 17+ (violence & profanity)",
  });
});

let site: Site;
/** Another process of the same site. */
let second: Site;
beforeAll(async () => {
  const environment = {
    ...databaseEnvironment(database.options),
    ...PATIENCE,
    RATE_LIMITS:
      "signup=100000/60,signin=100000/60,passwordChange=100000/60,profileSwitch=100000/60,newRooms=1000/60",
    VISITOR_RATING: "pg",
  };
  site = await startSite(environment);
  second = await startSite(environment);
}, 120_000);
afterAll(async () => {
  await site.stop();
  await second.stop();
});

const copyOf = (client: ApiClient, origin = client.origin): ApiClient =>
  Object.assign(createApiClient(origin), { cookie: client.cookie });

const submit = (client: ApiClient, form: Record<string, string>, path = "/profiles") =>
  client.send("POST", path, new URLSearchParams(form), { accept: "text/html" });

const open = (client: ApiClient, id: string, pin?: string) =>
  client.send("POST", "/api/session/profile", { id, ...(pin === undefined ? {} : { pin }) });

const whoIs = async (client: ApiClient) =>
  dataOf<{ id: string } | null>(await client.send("GET", "/api/auth/session"))?.id ?? null;

interface Household {
  /** A device that asks, on which the parent watches. */
  device: SignedInClient;
  parentId: string;
  childId: string;
}

/** Signs up a parent with a PIN and a child, and has the parent's device ask who is watching. */
async function createHousehold(): Promise<Household> {
  const device = await signUpClient(site.url);
  const parentId = device.userId;
  const own = { id: parentId, pin: PIN };
  expect((await device.send("PATCH", "/api/user/profiles", own)).status).toBe(200);
  const child = { name: "Ed", maxRating: "pg" };
  const childId = dataOf<{ id: string }>(await device.send("POST", "/api/user/profiles", child)).id;
  expect((await submit(device, { intent: "ask" })).headers.get("location")).toBe("/profiles");
  expect(await whoIs(device)).toBe(parentId);
  return { device, parentId, childId };
}

const sessionsOf = (accountId: string) =>
  db.select().from(sessions).where(eq(sessions.userId, accountId)).orderBy(sessions.createdAt);

/** Moves the last use of all sessions of an account into the past. */
const rest = (accountId: string, seconds: number) =>
  db
    .update(sessions)
    .set({ lastUsedAt: sql`now() - make_interval(secs => ${seconds})` })
    .where(eq(sessions.userId, accountId));

describe("a device that asks who is watching", () => {
  it("is locked by an hour without use, and not a moment earlier", async () => {
    const { device, parentId } = await createHousehold();
    await rest(parentId, HOUR - 20);
    expect(await whoIs(device)).toBe(parentId);
    await rest(parentId, HOUR);
    for (const origin of [site.url, second.url])
      expect(await whoIs(copyOf(device, origin))).toBeNull();
    // Nothing of a locked session counts as its use.
    expect((await device.send("GET", "/profiles")).status).toBe(200);
    const [stored] = await sessionsOf(parentId);
    expect(Date.now() - (stored?.lastUsedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(HOUR * 1000);
    // Other devices stay open.
    const other = createApiClient(site.url);
    const { email, password } = device.credentials;
    await other.send("POST", "/api/auth/signin", { email, password });
    await rest(parentId, 2 * HOUR);
    expect(await whoIs(other)).toBe(parentId);
    const [first, later] = await sessionsOf(parentId);
    expect([first?.asksProfile, later?.asksProfile]).toEqual([true, false]);
  });

  it("records its last use every ten minutes, others every hour", async () => {
    const { device, parentId } = await createHousehold();
    const idleAfterUse = async (seconds: number) => {
      await rest(parentId, seconds);
      expect(await whoIs(device)).toBe(parentId);
      const [stored] = await sessionsOf(parentId);
      return Math.round((Date.now() - (stored?.lastUsedAt.getTime() ?? 0)) / 60_000);
    };
    expect(await idleAfterUse(9.5 * 60)).toBeGreaterThan(8);
    expect(await idleAfterUse(10.1 * 60)).toBeLessThan(2);
    await submit(device, { intent: "stop-asking" });
    expect(await idleAfterUse(59 * 60)).toBeGreaterThan(57);
    // The device did nothing for almost an hour, which does not lock it once it asks.
    await submit(device, { intent: "ask" });
    expect(await idleAfterUse(0)).toBeLessThan(2);
  });

  it("is locked while the clock is set back by more than an hour", async () => {
    const { device, parentId } = await createHousehold();
    const [stored] = await sessionsOf(parentId);
    await rest(parentId, -HOUR - 60);
    expect(await whoIs(device)).toBeNull();
    expect(stored?.asksProfile).toBe(true);
  });

  it("is locked by the switch of the profile, at once and in every process", async () => {
    const { device } = await createHousehold();
    const tab = copyOf(device, second.url);
    const locked = await submit(device, { intent: "lock" });
    expect([locked.status, locked.headers.get("location")]).toEqual([303, "/profiles"]);
    for (const client of [device, tab]) expect(await whoIs(client)).toBeNull();
    // Other sessions have nothing to lock.
    const calm = await signUpClient(site.url);
    await submit(calm, { intent: "lock" });
    expect(await whoIs(calm)).toBe(calm.userId);
  });

  it("still asks after a switch, and no more once it was signed out", async () => {
    const { device, parentId, childId } = await createHousehold();
    expect((await open(device, childId)).status).toBe(200);
    const [switched, ...others] = await sessionsOf(parentId);
    expect([switched?.asksProfile, switched?.locked, others]).toEqual([true, false, []]);
    await submit(device, { intent: "lock" });
    expect((await open(device, parentId, PIN)).status).toBe(200);
    expect(await sessionsOf(parentId)).toMatchObject([{ asksProfile: true, locked: false }]);
    await submit(device, { intent: "lock" });
    expect((await device.send("POST", "/api/auth/signout")).status).toBe(200);
    expect(await sessionsOf(parentId)).toEqual([]);
    const { email, password } = device.credentials;
    await device.send("POST", "/api/auth/signin", { email, password });
    expect(await sessionsOf(parentId)).toMatchObject([{ asksProfile: false, locked: false }]);
  });

  it("is set for itself alone, and not by a child", async () => {
    const { device, parentId, childId } = await createHousehold();
    const other = createApiClient(site.url);
    const { email, password } = device.credentials;
    await other.send("POST", "/api/auth/signin", { email, password });
    expect((await sessionsOf(parentId)).map(({ asksProfile }) => asksProfile)).toEqual([
      true,
      false,
    ]);
    expect((await open(device, childId)).status).toBe(200);
    expect(String((await device.send("GET", "/profiles")).body)).not.toContain("asking");
    for (const intent of ["stop-asking", "ask"]) {
      const refused = await submit(device, { intent });
      expect(refused.status).toBe(403);
      expect(String(refused.body)).toContain("A parent has to do this");
    }
    const listed = dataOf<{ asks_profile: boolean; current: boolean }[] & Record<string, unknown>>(
      await other.send("GET", "/api/user/sessions"),
    );
    expect(listed.map((entry) => [entry.current, entry.asks_profile]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
    // Neither a locked session nor an unknown form changes it.
    await submit(device, { intent: "lock" });
    expect((await submit(device, { intent: "stop-asking" })).status).toBe(401);
    expect((await submit(device, { intent: "unlock" })).status).toBe(400);
    expect(await whoIs(device)).toBeNull();
    expect((await open(device, parentId, PIN)).status).toBe(200);
    expect((await submit(device, { intent: "stop-asking" })).status).toBe(303);
    await rest(parentId, 2 * HOUR);
    expect(await whoIs(device)).toBe(parentId);
  });

  it("keeps no copy for the time without a network", async () => {
    const { device } = await createHousehold();
    await device.send("POST", "/api/user/watchlist", { animeId: TITLE, type: "Watching" });
    const copy = async () => {
      const { headers, body } = await device.send("GET", "/offline");
      return [headers.get("x-akari-user"), String(body).includes("Harbor")];
    };
    expect(await copy()).toEqual([null, false]);
    await submit(device, { intent: "stop-asking" });
    expect(await copy()).toEqual([device.userId, true]);
  });
});

describe("a locked session", () => {
  it("is refused as a visitor is by every operation", async () => {
    const { device } = await createHousehold();
    await submit(device, { intent: "lock" });
    const differing: string[] = [];
    let refused = 0;
    for (const { method, path, body } of endpointRequests({ animeId: [TITLE], id: [RESTRICTED] })) {
      if (/^\/api\/(?:auth\/(?:signout|oauth|callback)|session\/profile)/.test(path)) continue;
      const statusOf = async (client: ApiClient) => (await client.send(method, path, body)).status;
      const status = await statusOf(copyOf(device));
      const visitors = await statusOf(createApiClient(site.url));
      if (status !== visitors) differing.push(`${method} ${path}: ${status}, ${visitors}`);
      if (status === 401) refused += 1;
    }
    expect(differing).toEqual([]);
    expect(refused).toBeGreaterThan(50);
    expect(await whoIs(device)).toBeNull();
  });

  it("leads from every page to the faces, and from there back", async () => {
    const { device } = await createHousehold();
    await submit(device, { intent: "lock" });
    const shown: string[] = [];
    let visited = 0;
    for (const { pattern, layouts } of ROUTES.filter(({ layouts: around }) =>
      around.includes("routes/page.tsx"),
    )) {
      const known = new Proxy<Record<string, string[]>>(
        { id: [String(TITLE)], number: ["1"], year: ["2026"], season: ["spring"] },
        { get: (all, name) => all[String(name)] ?? ["none"] },
      );
      expect(layouts[0]).toBe("routes/page.tsx");
      for (const path of fillPattern(pattern, known)) {
        if (path === "/profiles") continue;
        visited += 1;
        for (const method of ["GET", "POST"]) {
          const { status, headers, body } = await copyOf(device).send(
            method,
            `${path}?from=tv`,
            method === "POST" ? new URLSearchParams({ intent: "lock" }) : undefined,
            { accept: "text/html" },
          );
          const location = headers.get("location") ?? "";
          const { pathname, searchParams } = new URL(location, site.url);
          if (status !== 302 || pathname !== "/profiles" || String(body).includes("Harbor"))
            shown.push(`${method} ${path}: ${status} ${location}`);
          expect(searchParams.get("returnTo")).toBe(`${path}?from=tv`);
          expect(headers.get("cache-control")).toContain("no-store");
        }
        const data = await copyOf(device).send("GET", `${path === "/" ? "/_root" : path}.data`);
        if (!String(data.body).includes("/profiles")) shown.push(`${path}.data: ${data.status}`);
      }
    }
    expect(shown).toEqual([]);
    expect(visited).toBeGreaterThan(60);
  });

  it("opens no file and no stream that visitors may not, and shows theirs as to them", async () => {
    const { device, childId } = await createHousehold();
    await open(device, childId);
    await submit(device, { intent: "lock" });
    const visitor = createApiClient(site.url);
    for (const path of [
      ...["/schedule.ics", "/suggest?search_query=Foghorn", "/suggest?search_query=Harbor"],
      ...["/feed/episodes.atom", "/feed/browse.json?search_query=Harbor", "/feed/mine.atom"],
      ...[`/media/cover/${RESTRICTED}/large`, `/media/episode/${RESTRICTED}/1`, "/offline"],
      ...[
        "/profile/2026/card.svg",
        "/schedule/mine.ics",
        "/admin/changes",
        "/room/none/live",
        "/live",
      ],
      `/api/animes/getAnime?id=${RESTRICTED}&parental_control=false`,
      "/api/animes/full?parental_control=false",
    ]) {
      const [own, theirs] = [await device.send("GET", path), await visitor.send("GET", path)];
      const verdictOf = ({ status, headers, body }: typeof own) => [
        ...[path, status, headers.get("location"), headers.get("x-akari-user")],
        ...["Harbor", "Foghorn"].map((title) => JSON.stringify(body).includes(title)),
      ];
      expect(verdictOf(own)).toEqual(verdictOf(theirs));
      expect(JSON.stringify(own.body)).not.toContain("Foghorn");
    }
  });

  it("is told nothing but names, faces and who has a PIN", async () => {
    const { device, parentId } = await createHousehold();
    await device.send("POST", "/api/user/watchlist", { animeId: RESTRICTED, type: "Watching" });
    await submit(device, { intent: "lock" });
    const { status, headers, body } = await device.send("GET", "/profiles");
    expect([status, headers.get("x-akari-user")]).toEqual([200, "visitor"]);
    const page = String(body);
    for (const shown of ["Faye", "Ed", `profile=${parentId}`])
      expect(page).toContain(shown === "Faye" ? device.credentials.username : shown);
    for (const hidden of [device.credentials.email, "Foghorn", "max_rating", "/profiles/manage"])
      expect(page).not.toContain(hidden);
    expect((await device.send("GET", "/api/user/profiles")).status).toBe(401);
  });

  it("is opened by the PIN of a profile, whose tries count on every device", async () => {
    const { device, parentId, childId } = await createHousehold();
    const visitor = createApiClient(site.url);
    expect((await open(visitor, parentId, PIN)).status).toBe(401);
    await submit(device, { intent: "lock" });
    const other = await signUpClient(site.url);
    expect((await open(device, other.userId)).status).toBe(404);
    expect((await open(device, parentId)).status).toBe(403);
    for (let count = 0; count < 5; count += 1) {
      const client = copyOf(device, count % 2 === 0 ? site.url : second.url);
      const tried =
        count < 3 ? open(client, parentId, "1111") : submit(client, { id: parentId, pin: "1111" });
      expect((await tried).status).toBe(403);
      expect(await whoIs(device)).toBeNull();
    }
    const sixth = await open(device, parentId, PIN);
    expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "30"]);
    expect(await whoIs(device)).toBeNull();
    // The child has no PIN, and gets no further than its own profile.
    const back = await submit(device, { id: childId }, "/profiles?returnTo=%2Flist%3Fa%3Db");
    expect([back.status, back.headers.get("location")]).toEqual([303, "/list?a=b"]);
    expect(await whoIs(device)).toBe(childId);
    expect((await open(device, parentId, PIN)).status).toBe(429);
  });

  it("is opened again by its own profile, in a session that proves nothing", async () => {
    const { device, parentId } = await createHousehold();
    await submit(device, { intent: "lock" });
    const before = copyOf(device);
    const face = await submit(
      device,
      { id: parentId, pin: PIN },
      "/profiles?returnTo=%2F%2Fevil.test",
    );
    expect([face.status, face.headers.get("location")]).toEqual([303, "/"]);
    expect(await whoIs(device)).toBe(parentId);
    const added = await device.send("POST", "/api/user/profiles", { name: "Ein" });
    expect(added.status).toBe(403);
    // The locked session has ended, so its cookie opens nothing.
    expect((await open(before, parentId, PIN)).status).toBe(401);
    expect((await before.send("GET", "/profiles")).headers.get("location")).toContain("/signin");
  });

  it("is not opened by a forged cookie, another header or a sign-in that fails", async () => {
    const { device, parentId } = await createHousehold();
    await submit(device, { intent: "lock" });
    const [name = "", value = ""] = device.cookie.split("=", 2);
    const payload = decodeURIComponent(value).split(".")[0] ?? "";
    for (const cookie of [
      `${name}=${payload}`,
      `${name}=${payload}.${"A".repeat(43)}`,
      `${device.cookie}; akari_visitor=parental_control=false`,
      `${device.cookie}; ${device.cookie}`,
    ]) {
      const forged = Object.assign(createApiClient(site.url), { cookie });
      expect(await whoIs(forged)).toBeNull();
      expect((await forged.send("GET", "/list")).status).toBe(302);
      expect((await forged.send("GET", "/api/user/watchlist")).status).toBe(401);
    }
    const { email } = device.credentials;
    const wrong = await device.send("POST", "/api/auth/signin", { email, password: "Wrong!2road" });
    expect([wrong.status, await whoIs(device)]).toEqual([401, null]);
    const [stored] = await sessionsOf(parentId);
    expect(stored?.locked).toBe(true);
  });

  it("names no user to the code that finds it", async () => {
    const { device, parentId } = await createHousehold();
    await submit(device, { intent: "lock" });
    const payload = decodeURIComponent(device.cookie.split("=", 2)[1] ?? "").split(".")[0] ?? "";
    const { id } = JSON.parse(Buffer.from(payload, "base64").toString()) as { id: string };
    expect(await findSession(db, id)).toEqual({
      kind: "locked",
      session: { householdId: parentId, idHash: expect.any(String) as string },
    });
  });
});
