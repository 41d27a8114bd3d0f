// @module-tag rest
import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  calendarLinks,
  channels,
  childLimits,
  childTitles,
  personalTokens,
  preferences,
  rooms,
  sharedReviews,
} from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { endpointRequests } from "../../support/crawl/endpoint-requests";
import { fillPattern, routePatterns } from "../../support/crawl/route-paths";
import { databaseEnvironment, testDatabase } from "../../support/database/test-database";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { startSite, type Site } from "../../support/server/site";
import { PATIENCE } from "../../support/server/patience";
import { dataOf, signUpClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const REFUSAL = "A parent has to do this";
const TITLE = 4_001;

beforeAll(async () => {
  await addAnime(db, { mal_id: TITLE, title: "Harbor", rating: "G - All Ages" });
  await addEpisodes(db, TITLE, 1, 1);
});

let server: Site;
beforeAll(async () => {
  server = await startSite({
    ...databaseEnvironment(database.options),
    ...PATIENCE,
    RATE_LIMITS: "signup=1000/60,passwordChange=1000/60,newRooms=1000/60",
  });
}, 60_000);
afterAll(() => server.stop());

interface Family {
  parent: SignedInClient;
  child: ApiClient;
  childId: string;
  token: string;
}

/** Signs up a parent, whose child shared everything before it had a limit. */
async function createFamily(): Promise<Family> {
  const parent = await signUpClient(server.url);
  const added = await parent.send("POST", "/api/user/profiles", { name: "Ed" });
  const childId = dataOf<{ id: string }>(added).id;
  const child = Object.assign(createApiClient(parent.origin), { cookie: parent.cookie });
  expect((await child.send("POST", "/api/session/profile", { id: childId })).status).toBe(200);
  // The switch has ended the session that both had.
  const { email, password } = parent.credentials;
  expect((await parent.send("POST", "/api/auth/signin", { email, password })).status).toBe(200);
  const choices = { publicProfile: true, publicList: true, sharedTaste: true };
  expect((await child.send("POST", "/api/user/sitePreferences", choices)).status).toBe(200);
  expect((await child.send("GET", `/user/${childId}`)).status).toBe(200);
  const token = randomBytes(18).toString("base64url");
  await db.insert(sharedReviews).values({ userId: childId, year: 2026, token });
  await db.insert(childLimits).values({ userId: childId, maxRating: "pg" });
  return { parent, child, childId, token };
}

const siteOf = async (childId: string) => {
  const [row] = await db
    .select({ site: preferences.site })
    .from(preferences)
    .where(eq(preferences.userId, childId));
  return row?.site;
};

describe("a child", () => {
  it("reaches no operation that is for sessions alone, but the switch of the profile", async () => {
    const { parent, child } = await createFamily();
    const closed = new Set<string>();
    for (const { method, path, body } of endpointRequests({})) {
      if (path.startsWith("/api/auth/signout")) continue;
      const response = await child.send(method, path, body);
      if (JSON.stringify(response.body).includes(REFUSAL)) {
        expect(response.status).toBe(403);
        closed.add(`${method} ${path.split("?", 1)[0] ?? ""}`);
      }
    }
    // A new operation appears here unless it is open to tokens or says that it is for children.
    expect([...closed].sort()).toEqual([
      "DELETE /api/user/account",
      "DELETE /api/user/passkeys",
      "DELETE /api/user/profiles",
      "DELETE /api/user/push",
      "DELETE /api/user/sessions",
      "DELETE /api/user/tokens",
      "GET /api/user/export",
      "GET /api/user/passkeys",
      "GET /api/user/sessions",
      "GET /api/user/tokens",
      "PATCH /api/user/passkeys",
      "PATCH /api/user/profiles",
      "POST /api/user/email",
      "POST /api/user/passkeys",
      "POST /api/user/passkeys/options",
      "POST /api/user/password",
      "POST /api/user/profiles",
      "POST /api/user/tokens",
    ]);
    expect((await parent.send("GET", "/api/user/sessions")).status).toBe(200);
  });

  it("opens no page of the account, of rooms or of the site's operators", async () => {
    const { parent, child } = await createFamily();
    const verdicts = new Map<string, string[]>();
    for (const pattern of routePatterns().filter((path) => !path.startsWith("/media/"))) {
      const values = {
        id: pattern.startsWith("/user") ? [parent.userId] : [String(TITLE)],
        name: ["Drama"],
        number: ["1"],
        token: ["none"],
        code: ["none"],
        room: ["r".repeat(22)],
        year: ["2026"],
        season: ["spring"],
        feed: ["episodes.atom"],
        "*": ["none"],
      };
      const known = new Proxy<Record<string, string[]>>(values, {
        get: (all, name) => all[String(name)] ?? ["none"],
      });
      for (const path of fillPattern(pattern, known).slice(-1)) {
        const { status } = await child.send("GET", path, undefined, { accept: "text/html" });
        expect(status).toBeLessThan(500);
        const verdict = String(status);
        verdicts.set(verdict, [...(verdicts.get(verdict) ?? []), pattern]);
      }
    }
    expect(verdicts.get("403")).toEqual([
      ...["/room", "/room/:room"],
      "/profiles/join",
      ...["/profiles/manage", "/profiles/manage/:id", "/profiles/manage/:id/titles"],
      "/profiles/manage/:id/export",
      "/room/:room/live",
    ]);
    expect(verdicts.get("404")).toEqual(expect.arrayContaining(["/admin", "/admin/people"]));
    // A new page appears here until someone decides that a child may open it.
    expect(verdicts.get("200")).toEqual([
      ...["/", "/browse", "/season/:year?/:season?", "/schedule", "/library", "/watch/:id/:number"],
      "/forgot",
      "/profiles",
      ...["/list", "/list/history", "/list/import", "/history", "/searches", "/wishes"],
      "/notifications",
      ...["/home/customise", "/discover", "/discover/sequels"],
      // The form with which a child asks for a title.
      "/profiles/ask",
      // There is nothing that a managed profile could confirm with.
      "/confirm",
      ...["/signup/profile", "/signup/tastes"],
      ...["/profile", "/profile/statistics", "/profile/:year", "/settings"],
      ...["/settings/notifications", "/settings/searches"],
      ...["/docs", "/suggest", "/schedule.ics", "/feed/:feed", "/offline", "/service-worker.js"],
      ...["/sitemap.xml", "/robots.txt", "/opensearch.xml"],
    ]);
  });

  it("cannot send the forms of the settings that share or reach the account", async () => {
    const { child, childId } = await createFamily();
    const before = await siteOf(childId);
    for (const intent of [
      ...["visibility", "create-calendar", "revoke-calendar", "connect", "disconnect", "password"],
      ...["email", "revoke", "revoke-others", "create-token", "revoke-token", "delete"],
    ]) {
      const form = { intent, publicProfile: "true", publicList: "true", name: "Token" };
      const response = await child.send("POST", "/settings", new URLSearchParams(form));
      expect([intent, response.status]).toEqual([intent, 403]);
      expect(String(response.body)).toContain(REFUSAL);
    }
    expect(await siteOf(childId)).toEqual(before);
    for (const table of [calendarLinks, personalTokens])
      expect(await db.select().from(table).where(eq(table.userId, childId))).toEqual([]);
  });

  it("turns kinds of notifications off, and has none sent elsewhere", async () => {
    const { child, childId } = await createFamily();
    const id = randomUUID();
    const sent = async (fields: Record<string, string>) =>
      (await child.send("POST", "/settings/notifications", new URLSearchParams(fields))).status;
    for (const intent of ["add", "test", "pause", "resume", "rotate", "remove"]) {
      const form = { intent, id, kind: "webhook", name: "Hook", url: "https://hooks.example.org/" };
      expect([intent, await sent(form)]).toEqual([intent, 403]);
    }
    expect(await sent({ intent: "kinds", kinds: "bell episode.aired" })).toBe(302);
    expect(await siteOf(childId)).toMatchObject({
      notificationsOff: [
        "episode.available",
        "sequel.announced",
        "search.matched",
        "wish.added",
        "wish.declined",
        "channel.ended",
      ],
    });
    expect(await db.select().from(channels).where(eq(channels.userId, childId))).toEqual([]);
  });

  it("asks for titles, and decides about none", async () => {
    const { parent, child, childId } = await createFamily();
    const sent = async (client: ApiClient, path: string, fields: Record<string, string>) =>
      (await client.send("POST", path, new URLSearchParams(fields))).status;
    const [closed, animeId] = [4_002, "4002"];
    await addAnime(db, { mal_id: closed, rating: "R - 17+ (violence & profanity)" });
    expect(await sent(child, "/profiles/ask", { animeId, intent: "ask" })).toBe(303);
    for (const state of ["allowed", "blocked", "rating"])
      expect(await sent(child, `/profiles/manage/${childId}/titles`, { animeId, state })).toBe(403);
    expect(await sent(parent, "/profiles/ask", { animeId, intent: "ask" })).toBe(403);
    const titles = await db.select().from(childTitles).where(eq(childTitles.userId, childId));
    expect(titles.map(({ malId, state }) => [malId, state])).toEqual([[closed, "asked"]]);
    const page = await child.send("GET", `/anime/${animeId}`);
    expect([page.status, String(page.body)]).toEqual([
      403,
      expect.stringContaining("You asked for it."),
    ]);
  });

  it("has settings for the site and the player, without those that share", async () => {
    const { child, childId } = await createFamily();
    const page = String((await child.send("GET", "/settings")).body);
    expect(page).toContain('value="player"');
    for (const hidden of ["create-calendar", "visibility", "sharedTaste", "parentalControl"])
      expect(page).not.toContain(`"${hidden}"`);
    const form = { intent: "schedule", scheduleDelayHours: "7" };
    expect((await child.send("POST", "/settings", new URLSearchParams(form))).status).toBe(302);
    expect(await siteOf(childId)).toMatchObject({ scheduleDelayHours: 7 });
    const quiet = { intent: "suggestions", suggestions: "false" };
    expect((await child.send("POST", "/settings", new URLSearchParams(quiet))).status).toBe(302);
  });

  it("shares nothing with others, also what it shared before", async () => {
    const { parent, child, childId, token } = await createFamily();
    for (const choices of [{ publicProfile: true }, { publicList: true }, { sharedTaste: true }])
      expect((await child.send("POST", "/api/user/sitePreferences", choices)).status).toBe(403);
    const shares = new URLSearchParams({
      intent: "suggestions",
      suggestions: "true",
      sharedTaste: "true",
    });
    expect((await child.send("POST", "/settings", shares)).status).toBe(403);
    const year = new URLSearchParams({ intent: "share" });
    expect((await child.send("POST", "/profile/2026", year)).status).toBe(403);
    const player = { player: { speed: 1.5 }, publicProfile: false };
    expect((await child.send("POST", "/api/user/sitePreferences", player)).status).toBe(200);
    for (const path of [`/user/${childId}`, `/user/${childId}/list`, `/review/${token}`])
      expect([path, (await parent.send("GET", path)).status]).toEqual([path, 404]);
  });

  it("opens no room and joins none", async () => {
    const { parent, child } = await createFamily();
    const form = new URLSearchParams({ animeId: String(TITLE), episode: "1" });
    expect((await child.send("POST", "/room", form)).status).toBe(403);
    expect(await db.select().from(rooms)).toEqual([]);
    const opened = await parent.send("POST", "/room", form);
    const room = opened.headers.get("location") ?? "";
    expect(room).toMatch(/^\/room\/[\w-]{22}$/);
    for (const path of [room, `${room}/live`])
      expect((await child.send("GET", path)).status).toBe(403);
    const pause = new URLSearchParams({ do: "pause" });
    expect((await child.send("POST", room, pause)).status).toBe(403);
    expect(String((await child.send("GET", `/watch/${TITLE}/1`)).body)).not.toContain(
      'action="/room"',
    );
  });
});
