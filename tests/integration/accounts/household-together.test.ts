import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteAccount } from "~/features/accounts/delete-account.server";
import {
  createHouseholdLink,
  joinHousehold,
  leaveHousehold,
  MAX_JOINED_ACCOUNTS,
} from "~/features/accounts/household/join-household.server";
import { addProfile } from "~/features/accounts/household/manage-profiles.server";
import { switchProfile } from "~/features/accounts/household/switch-profile.server";
import * as joinPage from "~/routes/account/join-household";
import * as managePage from "~/routes/account/manage-profiles";
import * as editPage from "~/routes/account/edit-profile";
import * as watchPage from "~/routes/watch/episode";
import {
  auditLog,
  childLimits,
  householdLinks,
  listEvents,
  playbackPositions,
  profilePins,
  profiles,
  sessions,
  users,
  watchListEntries,
} from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { createPageCaller, readOutcome } from "../../support/server/call-page";
import { createTestServices } from "../../support/server/context";
import {
  createSignedInClient,
  dataOf,
  signUpClient,
  type SignedInClient,
} from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const LIMITS = {
  RATE_LIMITS: "signup=100000/60,signin=100000/60,passwordChange=100000/60,profileSwitch=100000/60",
};
const callPage = createPageCaller(database, LIMITS);
const { hasher } = createTestServices(LIMITS, database).accounts;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Household {
  parent: SignedInClient;
  other: SignedInClient;
}

const managerOf = (id: string, householdId = id) => ({ householdId, user: { id } });

/** Two accounts at one server. */
async function createAccounts(): Promise<Household> {
  const parent = await createSignedInClient(database, LIMITS);
  return { parent, other: await signUpClient(parent.origin) };
}

/** Sends a form of a page. */
async function submit(
  client: ApiClient,
  action: (args: never) => unknown,
  path: string,
  fields: Record<string, string> | [string, string][],
  params: Record<string, string> = {},
) {
  const init = {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie: client.cookie },
  };
  const call = callPage(action, path, { params, init });
  return readOutcome<{ link?: string; failure?: { message: string | null } }>(
    Promise.resolve(call),
  );
}

async function invite({ parent }: Pick<Household, "parent">): Promise<string> {
  const { data } = await submit(parent, managePage.action, "/profiles/manage", {
    intent: "invite",
  });
  const { pathname, search } = new URL(data.link ?? "");
  expect(pathname).toBe("/profiles/join");
  return pathname + search;
}

async function join(client: ApiClient, path: string, pin = "") {
  const { status, location, data } = await submit(client, joinPage.action, path, { pin });
  return { status, location, message: data.failure?.message ?? null };
}

async function createHousehold(): Promise<Household> {
  const accounts = await createAccounts();
  expect((await join(accounts.other, await invite(accounts))).status).toBe(302);
  return accounts;
}

const add = async (client: ApiClient, input: object) =>
  dataOf<{ id: string }>(await client.send("POST", "/api/user/profiles", input)).id;

const listIds = async (client: ApiClient) =>
  dataOf<{ id: string }[] & Record<string, unknown>>(
    await client.send("GET", "/api/user/profiles"),
  ).map(({ id }) => id);

const householdOf = async (id: string) =>
  (await db.select({ id: users.householdId }).from(users).where(eq(users.id, id)))[0]?.id;

const copyOf = (client: ApiClient): ApiClient =>
  Object.assign(createApiClient(client.origin), { cookie: client.cookie });

describe("an account that joins a household", () => {
  it("does so once by a link, keeps what it has and manages with the others", async () => {
    const { parent, other } = await createAccounts();
    const ed = await add(parent, { name: "Ed" });
    const first = await invite({ parent });
    const second = await invite({ parent });
    expect((await join(other, first)).status).toBe(404);
    const page = await readOutcome<{ name: string }>(
      Promise.resolve(
        callPage(joinPage.loader, second, { init: { headers: { cookie: other.cookie } } }),
      ),
    );
    const [own] = await db
      .select({ name: profiles.name })
      .from(profiles)
      .where(eq(profiles.userId, parent.userId));
    expect([page.status, page.data.name]).toEqual([200, own?.name]);
    expect(await join(other, second, "2468")).toEqual({
      status: 302,
      location: "/profiles/manage?done=joined",
      message: null,
    });
    const late = await signUpClient(parent.origin);
    expect(await join(late, second)).toEqual({
      status: 404,
      location: null,
      message: "This link has expired or was used. Ask for a new one.",
    });
    const members = [parent.userId, other.userId, ed];
    expect(await listIds(parent)).toEqual(members);
    expect(await listIds(other)).toEqual(members);
    const ein = await add(other, { name: "Ein" });
    expect(await listIds(parent)).toEqual([...members, ein]);
    const { email, password } = other.credentials;
    const elsewhere = createApiClient(parent.origin);
    expect((await elsewhere.send("POST", "/api/auth/signin", { email, password })).status).toBe(
      200,
    );
    const wrong = await copyOf(parent).send("POST", "/api/session/profile", { id: other.userId });
    expect(wrong.status).toBe(403);
    const opened = await parent.send("POST", "/api/session/profile", {
      id: other.userId,
      pin: "2468",
    });
    expect(opened.status).toBe(200);
    const actions = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.actorId, other.userId), eq(auditLog.subjectId, other.userId)));
    expect(actions).toContainEqual({ action: "household.joined" });
  });

  it("has a link for seven days, of which only the hash is stored", async () => {
    const { parent, other } = await createAccounts();
    const code = new URL(await invite({ parent }), "http://a").searchParams.get("code") ?? "";
    const [stored] = await db
      .select()
      .from(householdLinks)
      .where(eq(householdLinks.accountId, parent.userId));
    expect(JSON.stringify(stored)).not.toContain(code);
    const at = (ms: number) => new Date((stored?.createdAt.getTime() ?? 0) + ms);
    const tools = { db, hasher };
    await expect(joinHousehold(tools, other.userId, { code }, at(7 * DAY_MS))).rejects.toThrow();
    // A link from after the clock was set back would be valid longer.
    await expect(joinHousehold(tools, other.userId, { code }, at(-DAY_MS))).rejects.toThrow();
    await joinHousehold(tools, other.userId, { code }, at(7 * DAY_MS - 1));
    expect(await householdOf(other.userId)).toBe(parent.userId);
  });

  it("is refused with a sentence, and nothing changes", async () => {
    const { parent, other } = await createHousehold();
    const managed = await add(parent, { name: "Ed" });
    const asManaged = copyOf(parent);
    await asManaged.send("POST", "/api/session/profile", { id: managed });
    const { email, password } = parent.credentials;
    await parent.send("POST", "/api/auth/signin", { email, password });
    const path = await invite({ parent });
    expect((await join(asManaged, path)).status).toBe(403);
    expect(await join(parent, path)).toMatchObject({ status: 409 });
    expect(await join(other, path)).toMatchObject({
      status: 409,
      message: "You are already in this household.",
    });
    const third = await signUpClient(parent.origin);
    const thirds = await invite({ parent: third });
    expect(await join(other, thirds)).toMatchObject({
      status: 409,
      message: "You are in another household. Leave it first.",
    });
    expect(await join(parent, thirds)).toMatchObject({
      status: 409,
      message: "Your own household has other profiles or accounts. Delete or remove them first.",
    });
    expect((await join(third, "/profiles/join?code=forged")).status).toBe(404);
    expect((await join(third, path, "123")).status).toBe(400);
    const visitor = await join(createApiClient(parent.origin), path);
    expect(visitor.location).toMatch(/^\/signin\?returnTo=/);
    await db
      .update(sessions)
      .set({ confirmedAt: new Date(0) })
      .where(eq(sessions.userId, third.userId));
    expect((await join(third, path)).location).toMatch(/^\/confirm\?returnTo=/);
    expect([await householdOf(third.userId), await householdOf(parent.userId)]).toEqual([
      null,
      null,
    ]);
  });

  it("needs a PIN beside a child, which it may set as it joins", async () => {
    const { parent, other } = await createAccounts();
    const child = await add(parent, { name: "Ed" });
    await parent.send("PATCH", "/api/user/profiles", { id: parent.userId, pin: "1357" });
    await db.insert(childLimits).values({ userId: child, maxRating: "pg" });
    const path = await invite({ parent });
    const refused = await join(other, path);
    expect(refused.status).toBe(409);
    expect(refused.message).toContain("all other profiles need a PIN");
    expect((await join(other, path, "2468")).status).toBe(302);
    expect(
      (await db.select().from(profilePins).where(eq(profilePins.userId, other.userId))).length,
    ).toBe(1);
  });

  it(`is one of ${MAX_JOINED_ACCOUNTS} at most`, async () => {
    const { parent, other } = await createAccounts();
    const householdId = parent.userId;
    const insert = (count: number) =>
      db.insert(users).values(
        Array.from({ length: count }, (_, number) => ({
          email: `member-${householdId}-${number}-${count}@example.org`,
          userName: `Member ${number}`,
          householdId,
        })),
      );
    await insert(MAX_JOINED_ACCOUNTS - 1);
    expect((await join(other, await invite({ parent }))).status).toBe(302);
    const late = await signUpClient(parent.origin);
    expect((await join(late, await invite({ parent }))).status).toBe(409);
  });

  it("is in one household, however two join each other or one joins as it adds profiles", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { parent, other } = await createAccounts();
      const [one, two] = [parent.userId, other.userId];
      const tools = { db, hasher };
      const links = [
        await createHouseholdLink(db, managerOf(one)),
        await createHouseholdLink(db, managerOf(two)),
      ] as const;
      const results = await Promise.allSettled([
        joinHousehold(tools, two, links[0]),
        joinHousehold(tools, one, links[1]),
        addProfile(tools, managerOf(two), { name: "Ed" } as never),
      ]);
      expect(results.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
      const households = await db
        .select({ id: users.id, householdId: users.householdId })
        .from(users);
      const parents = new Set(households.map(({ householdId }) => householdId));
      // An account that others are with is in no other household.
      for (const { id, householdId } of households)
        if (parents.has(id)) expect([id, householdId]).toEqual([id, null]);
    }
  });
});

describe("an account in another's household", () => {
  it("changes itself alone, and is neither changed nor exported by the others", async () => {
    const { parent, other } = await createHousehold();
    const change = { id: other.userId, pin: "1111" };
    expect((await parent.send("PATCH", "/api/user/profiles", change)).status).toBe(403);
    const back = { id: parent.userId, name: "Mine" };
    expect((await other.send("PATCH", "/api/user/profiles", back)).status).toBe(403);
    expect(
      (await other.send("PATCH", "/api/user/profiles", { id: other.userId, pin: "1111" })).status,
    ).toBe(200);
    const edit = await readOutcome(
      Promise.resolve(
        callPage(editPage.loader, `/profiles/manage/${other.userId}`, {
          params: { id: other.userId },
          init: { headers: { cookie: parent.cookie } },
        }),
      ),
    );
    expect(edit.status).toBe(403);
    expect((await parent.send("DELETE", `/api/user/profiles?id=${other.userId}`)).status).toBe(409);
  });

  it("leaves with everything, and no session shows its profile to others any more", async () => {
    const { parent, other } = await createHousehold();
    await addAnime(db, { mal_id: 6_001 });
    await other.send("POST", "/api/user/watchlist", { animeId: 6_001, type: "Watching" });
    const television = copyOf(parent);
    await television.send("POST", "/api/session/profile", { id: other.userId });
    const { email, password } = parent.credentials;
    await parent.send("POST", "/api/auth/signin", { email, password });
    const ed = await add(parent, { name: "Ed" });
    const tablet = createApiClient(parent.origin);
    const own = other.credentials;
    await tablet.send("POST", "/api/auth/signin", { email: own.email, password: own.password });
    await tablet.send("POST", "/api/session/profile", { id: ed });
    const link = await invite({ parent });
    const left = await submit(other, managePage.action, "/profiles/manage", {
      intent: "leave",
      id: other.userId,
    });
    expect([left.status, left.location]).toEqual([302, "/profiles/manage?done=left"]);
    for (const client of [television, tablet])
      expect((await client.send("GET", "/api/user/profiles")).status).toBe(401);
    expect(await listIds(other)).toEqual([other.userId]);
    expect(await listIds(parent)).toEqual([parent.userId, ed]);
    // The one who left may have made the link.
    expect((await join(other, link)).status).toBe(404);
    const entries = await db
      .select()
      .from(watchListEntries)
      .where(eq(watchListEntries.userId, other.userId));
    expect(entries).toHaveLength(1);
    for (const id of [other.userId, parent.userId, "ed"]) {
      const again = await submit(parent, managePage.action, "/profiles/manage", {
        intent: "leave",
        id,
      });
      expect([id, again.status]).toEqual([id, id === "ed" ? 400 : 404]);
    }
  });

  it("is removed by the account that has the household, and by no other one", async () => {
    const { parent, other } = await createHousehold();
    const third = await signUpClient(parent.origin);
    await join(third, await invite({ parent }));
    const remove = (client: ApiClient, id: string) =>
      submit(client, managePage.action, "/profiles/manage", { intent: "leave", id });
    expect((await remove(other, third.userId)).status).toBe(403);
    expect((await remove(other, parent.userId)).status).toBe(403);
    expect((await remove(parent, third.userId)).location).toBe("/profiles/manage?done=removed");
    expect(await householdOf(third.userId)).toBeNull();
    expect(await householdOf(other.userId)).toBe(parent.userId);
  });

  it("opens no profile of the household in a session that it had before it left", async () => {
    const { parent, other } = await createHousehold();
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, other.userId));
    const stale = { idHash: session?.idHash ?? "", householdId: parent.userId };
    await leaveHousehold(db, managerOf(other.userId, parent.userId), other.userId);
    const client = { device: "TV", address: "::1", key: "::1" };
    await expect(
      switchProfile(db, stale, { id: parent.userId, pinHash: null }, client),
    ).rejects.toThrow("There is no such profile.");
    const tools = { db, hasher };
    await expect(
      addProfile(tools, managerOf(other.userId, parent.userId), { name: "Ed" } as never),
    ).rejects.toThrow("You are no longer in this household.");
    expect((await other.send("GET", "/api/user/profiles")).status).toBe(200);
  });

  it("keeps itself when the account that has the household is deleted", async () => {
    const { parent, other } = await createHousehold();
    const ed = await add(parent, { name: "Ed" });
    const tablet = copyOf(other);
    await tablet.send("POST", "/api/session/profile", { id: ed });
    const { email, password } = other.credentials;
    await other.send("POST", "/api/auth/signin", { email, password });
    await deleteAccount(db, parent.userId);
    expect((await tablet.send("GET", "/api/user/profiles")).status).toBe(401);
    expect(await listIds(other)).toEqual([other.userId]);
    const joined = await createHousehold();
    const ein = await add(joined.other, { name: "Ein" });
    await deleteAccount(db, joined.other.userId);
    expect(await listIds(joined.parent)).toEqual([joined.parent.userId, ein]);
  });
});

describe("profiles that watch together", () => {
  const watch = (client: ApiClient, title: number, ids: readonly string[]) =>
    submit(
      client,
      watchPage.action,
      `/watch/${title}/1`,
      ids.map((id): [string, string] => ["profile", id]),
      { id: String(title), number: "1" },
    );
  const play = (client: ApiClient, animeId: number, entry: object = {}) =>
    client.send("POST", "/api/user/progress", {
      animeId,
      episode: 1,
      position: 1400,
      duration: 1440,
      ...entry,
    });
  const positionsOf = (userId: string) =>
    db
      .select({ animeId: playbackPositions.animeMalId, at: playbackPositions.markedAt })
      .from(playbackPositions)
      .where(eq(playbackPositions.userId, userId));

  it("get an episode in their own history, which each can undo", async () => {
    await addAnime(db, { mal_id: 6_101, title: "Harbor", episodes: 2 });
    await addEpisodes(db, 6_101, 1, 2);
    const { parent, other } = await createHousehold();
    const ed = await add(parent, { name: "Ed" });
    expect((await watch(parent, 6_101, [ed, other.userId])).location).toBe("/watch/6101/1");
    expect((await play(parent, 6_101)).status).toBe(200);
    for (const id of [parent.userId, ed, other.userId]) {
      expect(await positionsOf(id)).toMatchObject([
        { animeId: 6_101, at: expect.any(Date) as Date },
      ]);
      expect(
        await db.select({ via: listEvents.via }).from(listEvents).where(eq(listEvents.userId, id)),
      ).toContainEqual({ via: "player" });
    }
    const [event] = await db.select().from(listEvents).where(eq(listEvents.userId, other.userId));
    const undo = await other.send("POST", "/api/user/watchlist/undo", { eventId: event?.id });
    expect(undo.status).toBe(200);
    // What the viewer takes back or watched offline long ago is theirs alone.
    await play(parent, 6_101, { watched: false });
    await play(parent, 6_101, { episode: 2, age: 601 });
    expect(await positionsOf(ed)).toHaveLength(1);
    await play(parent, 6_101, { episode: 2, age: 600 });
    expect(await positionsOf(ed)).toHaveLength(2);
    // The choice ends with the session, as at a switch.
    await parent.send("POST", "/api/session/profile", { id: parent.userId });
    await addAnime(db, { mal_id: 6_102, title: "Quay" });
    await addEpisodes(db, 6_102, 1, 1);
    expect((await play(parent, 6_102)).status).toBe(200);
    expect(await positionsOf(ed)).toHaveLength(2);
  });

  it("get nothing of a title that they may not see, and nothing once they have left", async () => {
    await addAnime(db, { mal_id: 6_111, title: "Gun", rating: "R - 17+ (violence & profanity)" });
    await addEpisodes(db, 6_111, 1, 1);
    const { parent, other } = await createHousehold();
    const child = await add(parent, { name: "Ed" });
    await db.insert(childLimits).values({ userId: child, maxRating: "pg" });
    await watch(parent, 6_111, [child, other.userId]);
    await leaveHousehold(db, managerOf(parent.userId), other.userId);
    expect((await play(parent, 6_111)).status).toBe(200);
    expect(await positionsOf(parent.userId)).toHaveLength(1);
    expect(await positionsOf(child)).toEqual([]);
    expect(await positionsOf(other.userId)).toEqual([]);
    expect(await db.select().from(listEvents).where(eq(listEvents.userId, child))).toEqual([]);
  });

  it("are chosen in the household by those who are not children", async () => {
    await addAnime(db, { mal_id: 6_121, rating: "G - All Ages" });
    await addEpisodes(db, 6_121, 1, 1);
    const { parent, other } = await createAccounts();
    const child = await add(parent, { name: "Ed" });
    expect((await watch(parent, 6_121, [other.userId])).status).toBe(404);
    expect((await watch(parent, 6_121, ["ed"])).status).toBe(400);
    expect((await watch(parent, 6_121, [child])).status).toBe(302);
    expect((await watch(parent, 6_121, [])).status).toBe(302);
    const visitor = await watch(createApiClient(parent.origin), 6_121, [child]);
    expect(visitor.location).toMatch(/^\/signin/);
    await db.insert(childLimits).values({ userId: child, maxRating: "pg" });
    const tablet = copyOf(parent);
    await tablet.send("POST", "/api/session/profile", { id: child });
    expect((await watch(tablet, 6_121, [parent.userId])).status).toBe(403);
    const [row] = await db
      .select({ also: sessions.alsoWatching })
      .from(sessions)
      .where(eq(sessions.profileId, child));
    expect(row?.also).toEqual([]);
  });
});
