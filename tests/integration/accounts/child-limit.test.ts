import { eq } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { LIMIT_RATINGS } from "~/features/catalog/parental-control";
import {
  createCalendarLink,
  readCalendarLink,
} from "~/features/accounts/tokens/calendar-link.server";
import { createToken, readToken } from "~/features/accounts/tokens/tokens.server";
import { action as editForm, loader as editPage } from "~/routes/account/edit-profile";
import { action as addForm, loader as managePage } from "~/routes/account/manage-profiles";
import { loader as facesPage } from "~/routes/account/profiles";
import { loader as settingsPage } from "~/routes/account/settings";
import { auditLog, childLimits, preferences, suggestions, suggestionStates } from "~db/schema";
import { addAnime, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient, startApi, type ApiClient } from "../../support/server/api-client";
import { createPageCaller, readOutcome } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db, sql } = database;
const LIMITS = {
  RATE_LIMITS: "signup=100000/60,signin=100000/60,passwordChange=100000/60,profileSwitch=100000/60",
};
const callPage = createPageCaller(database, LIMITS);
const OWN_PIN = "1357";

interface Profile {
  id: string;
  name: string;
  is_child: boolean;
  max_rating?: string | null;
  has_pin: boolean;
}
interface Sent {
  status: number;
  error: string;
}

/** An account with a name, and with a PIN unless told otherwise. */
async function createParent(pin: string | null = OWN_PIN): Promise<SignedInClient> {
  const parent = await createSignedInClient(database, LIMITS);
  await change(parent, parent.userId, { name: "Faye", pin });
  return parent;
}

async function sent(response: Promise<{ status: number; body: unknown }>): Promise<Sent> {
  const { status, body } = await response;
  return { status, error: status === 200 ? "" : JSON.stringify(body) };
}

const add = (client: ApiClient, input: object) =>
  sent(client.send("POST", "/api/user/profiles", { name: "Ed", ...input }));

const change = (client: ApiClient, id: string, input: object) =>
  sent(client.send("PATCH", "/api/user/profiles", { id, ...input }));

async function added(client: ApiClient, input: object): Promise<Profile> {
  const response = await client.send("POST", "/api/user/profiles", { name: "Ed", ...input });
  expect([response.status, response.body]).toEqual([200, response.body]);
  return dataOf<Profile & Record<string, unknown>>(response);
}

const list = async (client: ApiClient) =>
  dataOf<Profile[] & Record<string, unknown>>(await client.send("GET", "/api/user/profiles"));

async function limitOf(id: string): Promise<string | null> {
  const rows = await db.select().from(childLimits).where(eq(childLimits.userId, id));
  return rows[0]?.maxRating ?? null;
}

/** Sends a form as a browser without scripts does. */
async function submit(client: ApiClient, fields: Record<string, string>, id?: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const init = { method: "POST", headers: { cookie: client.cookie }, body };
  const path = id === undefined ? "/profiles/manage" : `/profiles/manage/${id}`;
  const call =
    id === undefined
      ? callPage(addForm, path, { init })
      : callPage(editForm, path, { init, params: { id } });
  return readOutcome<{ failure?: { message?: string; fields: Record<string, string> } }>(call);
}

const withCookie = ({ cookie }: ApiClient) => ({ init: { headers: { cookie } } });

describe("an age limit", () => {
  it("is what makes a managed profile a child’s, and is changed and removed", async () => {
    const parent = await createParent();
    const child = await added(parent, { child: true, pin: "2468" });
    expect(child).toMatchObject({ is_child: true, max_rating: "g" });
    expect(await limitOf(child.id)).toBe("g");
    for (const [input, rating] of [
      [{ maxRating: "pg" }, "pg"],
      [{ child: true }, "pg"],
      [{ name: "Edward" }, "pg"],
      [{ child: null }, "pg"],
      [{ child: true, maxRating: "r" }, "r"],
      [{ child: false }, null],
      [{ child: true }, "g"],
      [{ maxRating: null }, null],
      [{ maxRating: "pg-13", child: null }, "pg-13"],
      [{ child: false, maxRating: null }, null],
    ] as const) {
      const response = await parent.send("PATCH", "/api/user/profiles", { id: child.id, ...input });
      const { is_child, max_rating } = dataOf<Profile & Record<string, unknown>>(response);
      expect([input, response.status, max_rating]).toEqual([input, 200, rating]);
      expect([is_child, await limitOf(child.id)]).toEqual([rating !== null, rating]);
    }
    for (const maxRating of LIMIT_RATINGS)
      expect(await added(parent, { maxRating })).toMatchObject({
        is_child: true,
        max_rating: maxRating,
      });
  });

  it("is noted in the audit log with each change, and has suggestions computed again", async () => {
    const parent = await createParent();
    const { id } = await added(parent, { maxRating: "pg" });
    await db.delete(suggestionStates).where(eq(suggestionStates.userId, id));
    await change(parent, id, { maxRating: "pg" });
    expect(await db.$count(suggestionStates, eq(suggestionStates.userId, id))).toBe(0);
    await change(parent, id, { maxRating: "r" });
    expect(await db.$count(suggestionStates, eq(suggestionStates.userId, id))).toBe(1);
    await change(parent, id, { maxRating: null });
    const entries = await db
      .select({ action: auditLog.action, actorId: auditLog.actorId, details: auditLog.details })
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id);
    const noted = (rating: string) => ({
      action: "profile.limit",
      actorId: parent.userId,
      details: { rating },
    });
    expect(entries.slice(1)).toEqual([noted("pg"), noted("r"), noted("none")]);
  });

  it("is refused with the field that is wrong", async () => {
    const parent = await createParent();
    const { id } = await added(parent, { maxRating: "pg" });
    const bad: [object, string][] = [
      [{ child: "yes" }, "child"],
      [{ child: 1 }, "child"],
      [{ maxRating: "r+" }, "maxRating"],
      [{ maxRating: "rx" }, "maxRating"],
      [{ maxRating: "PG" }, "maxRating"],
      [{ maxRating: "" }, "maxRating"],
      [{ maxRating: 13 }, "maxRating"],
      [{ maxRating: ["g"] }, "maxRating"],
      [{ child: false, maxRating: "g" }, "maxRating"],
      [{ child: true, maxRating: null }, "maxRating"],
    ];
    for (const [input, field] of bad)
      for (const result of [await add(parent, input), await change(parent, id, input)]) {
        expect([input, result.status]).toEqual([input, 400]);
        expect(result.error).toContain(`"${field}"`);
      }
    const { error } = await add(parent, { maxRating: "r+" });
    expect(error).toContain("maxRating must be one of g, pg, pg-13, r.");
    expect(await list(parent)).toMatchObject([{}, { id, max_rating: "pg" }]);
  });

  it("is not for an account", async () => {
    const parent = await createParent();
    for (const input of [{ child: true }, { maxRating: "r" }]) {
      const refused = await change(parent, parent.userId, { ...input, name: "Spike" });
      expect(refused.status).toBe(409);
      expect(refused.error).toContain("Only managed profiles can have an age limit.");
    }
    for (const input of [{ child: false }, { maxRating: null }])
      expect((await change(parent, parent.userId, input)).status).toBe(200);
    expect(await list(parent)).toMatchObject([{ name: "Faye", is_child: false, max_rating: null }]);
  });

  it("is told to accounts; the others learn who is a child", async () => {
    const parent = await createParent();
    const { id } = await added(parent, { maxRating: "pg" });
    const settings = await callPage(settingsPage, "/settings", withCookie(parent));
    expect(JSON.stringify(settings)).not.toContain("maxRating");
    const opened = await parent.send("POST", "/api/session/profile", { id });
    expect(dataOf(opened)).toMatchObject({ profile: { id, is_child: true } });
    expect(JSON.stringify(opened.body)).not.toContain("max_rating");
    const seen = await list(parent);
    expect(seen).toMatchObject([{ is_child: false }, { id, is_child: true }]);
    const faces = await callPage(facesPage, "/profiles", withCookie(parent));
    expect(JSON.stringify([seen, faces])).not.toMatch(/max_?rating/i);
  });

  it("ends what the profile shared, and keeps its parental control on", async () => {
    const { mal_id } = await addAnime(db, { rating: "G - All Ages" });
    const parent = await createParent();
    const { id } = await added(parent, { name: "Ed" });
    const child = Object.assign(createApiClient(parent.origin), { cookie: parent.cookie });
    expect((await child.send("POST", "/api/session/profile", { id })).status).toBe(200);
    const { email, password } = parent.credentials;
    expect((await parent.send("POST", "/api/auth/signin", { email, password })).status).toBe(200);
    const shared = { publicProfile: true, publicList: true, sharedTaste: true };
    const off = { parentalControl: false };
    const save = (path: string, body: object) => child.send("POST", `/api/user/${path}`, body);
    expect((await save("sitePreferences", { ...shared, theme: "light" })).status).toBe(200);
    expect((await save("saveUserPreferences", off)).status).toBe(200);
    const { token } = await createToken(db, id, { name: "TV", scopes: ["list:read"] });
    const code = await createCalendarLink(db, id);
    const suggested = { userId: parent.userId, animeMalId: mal_id, position: 1, reasons: [] };
    await db.insert(suggestions).values({ ...suggested, likedByOthers: true });
    expect(await change(parent, id, { maxRating: "pg" })).toMatchObject({ status: 200 });
    const [own] = await db.select().from(preferences).where(eq(preferences.userId, id));
    const closed = { publicProfile: false, publicList: false, sharedTaste: false };
    expect(own).toMatchObject({ parentalControl: true, site: { ...closed, theme: "light" } });
    expect(await readToken(db, token)).toBeNull();
    expect(await readCalendarLink(db, code)).toBeNull();
    const isSuggested = eq(suggestions.userId, parent.userId);
    expect(await db.select().from(suggestions).where(isSuggested)).toMatchObject([
      { likedByOthers: false },
    ]);
    const saved = await save("saveUserPreferences", off);
    expect([saved.status, dataOf(saved)]).toMatchObject([200, { parentalControl: true }]);
    const page = await callPage(settingsPage, "/settings", withCookie(child));
    expect(page).toMatchObject({ isChild: true, sessions: [], tokens: [] });
  });

  it("holds at the child's next request", async () => {
    const within = await addAnime(db, { rating: "PG - Children" });
    const above = await addAnime(db, { rating: "R - 17+ (violence & profanity)" });
    const unrated = await addAnime(db, { rating: null });
    await indexForSearch(db);
    const parent = await createParent();
    const { id } = await added(parent, { name: "Ed" });
    const child = Object.assign(createApiClient(parent.origin), { cookie: parent.cookie });
    expect((await child.send("POST", "/api/session/profile", { id })).status).toBe(200);
    const { email, password } = parent.credentials;
    await parent.send("POST", "/api/auth/signin", { email, password });
    for (const { mal_id } of [within, above, unrated]) {
      const entry = { animeId: String(mal_id), type: "Watching" };
      expect((await child.send("POST", "/api/user/watchlist", entry)).status).toBe(200);
    }
    const seen = async () => {
      const listed = JSON.stringify((await child.send("GET", "/api/user/watchlist")).body);
      return [within, above, unrated].map(({ title }) => listed.includes(`"${title}"`));
    };
    expect(await seen()).toEqual([true, true, true]);
    for (const [maxRating, expected] of [
      ["pg", [true, false, false]],
      ["g", [false, false, false]],
      ["r", [true, true, false]],
      [null, [true, true, true]],
    ] as const) {
      expect(await change(parent, id, { maxRating, pin: "2468" })).toMatchObject({ status: 200 });
      expect([maxRating, await seen()]).toEqual([maxRating, expected]);
    }
  });
});

describe("beside a child every other profile has a PIN", () => {
  const missing = (names: string) => ({
    status: 409,
    error: expect.stringContaining(
      `In a household with a child, all other profiles need a PIN. Set one for ${names}.`,
    ) as string,
  });
  const done = { status: 200, error: "" };

  it("before the first child is added", async () => {
    const parent = await createParent(null);
    const { id } = await added(parent, { name: "Jet" });
    for (const input of [{ child: true }, { maxRating: "pg" }])
      expect(await add(parent, input)).toEqual(missing("Faye, Jet"));
    await change(parent, parent.userId, { pin: OWN_PIN });
    expect(await add(parent, { child: true })).toEqual(missing("Jet"));
    await change(parent, id, { pin: "2468" });
    expect(await list(parent)).toHaveLength(2);
    expect(await add(parent, { child: true })).toEqual(done);
    expect(await add(parent, { child: true })).toEqual(done);
  });

  it("before a limit makes a profile the first child’s", async () => {
    const parent = await createParent(null);
    const { id } = await added(parent, { name: "Jet" });
    const refused = await change(parent, id, { name: "Black", maxRating: "pg" });
    expect(refused).toEqual(missing("Faye"));
    expect(await list(parent)).toMatchObject([{}, { name: "Jet", is_child: false }]);
    await change(parent, parent.userId, { pin: OWN_PIN });
    expect(await change(parent, id, { maxRating: "pg" })).toEqual(done);
  });

  it("and keeps it; a child needs none", async () => {
    const parent = await createParent();
    const jet = await added(parent, { name: "Jet", pin: "2468" });
    const child = await added(parent, { child: true, pin: "1111" });
    for (const [id, name] of [
      [parent.userId, "Faye"],
      [jet.id, "Jet"],
    ] as const) {
      expect(await change(parent, id, { pin: null })).toEqual(missing(name));
      expect(await change(parent, id, { pin: "9753" })).toEqual(done);
    }
    expect(await change(parent, child.id, { pin: null })).toEqual(done);
    await parent.send("DELETE", `/api/user/profiles?id=${child.id}`);
    for (const id of [parent.userId, jet.id])
      expect(await change(parent, id, { pin: null })).toEqual(done);
  });

  it("once it is added", async () => {
    const parent = await createParent();
    await added(parent, { child: true });
    expect(await add(parent, { name: "Jet" })).toEqual(missing("Jet"));
    expect(await add(parent, { name: "Jet", child: false })).toEqual(missing("Jet"));
    expect(await list(parent)).toHaveLength(2);
    expect(await add(parent, { name: "Jet", pin: "2468" })).toEqual(done);
  });

  it("once it is no child’s while another is", async () => {
    const parent = await createParent();
    const ed = await added(parent, { name: "Ed", child: true });
    const ein = await added(parent, { name: "Ein", child: true });
    for (const input of [{ child: false }, { maxRating: null }])
      expect(await change(parent, ed.id, input)).toEqual(missing("Ed"));
    expect(await limitOf(ed.id)).toBe("g");
    expect(await change(parent, ed.id, { child: false, pin: "2468" })).toEqual(done);
    // The last child's may have none, as no child could open it.
    expect(await change(parent, ein.id, { child: false })).toEqual(done);
  });

  it("when two changes come at once", async () => {
    // Both would have checked before either is committed, unless one waits for the other.
    await sql`
      CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock_shared(76); RETURN NULL; END $$`;
    await sql`
      CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON audit_log
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`;
    onTestFinished(async () => {
      await sql`DROP FUNCTION wait_at_commit CASCADE`;
    });
    const countWaiting = async () =>
      (
        await sql<{ pid: number }[]>`SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`
      ).length;
    const atOnce = async (...changes: (() => Promise<Sent>)[]) => {
      let results: Promise<Sent[]> = Promise.resolve([]);
      await db.transaction(async (tx) => {
        await tx.execute("SELECT pg_advisory_xact_lock(76)");
        results = Promise.all(changes.map((each) => each()));
        await expect.poll(countWaiting).toBe(changes.length);
      });
      return (await results).map(({ status }) => status).sort();
    };
    const parent = await createParent();
    const jet = await added(parent, { name: "Jet", pin: "2468" });
    const ed = await added(parent, { name: "Ed" });
    const other = Object.assign(await startApi(database, LIMITS), { cookie: parent.cookie });
    expect(
      await atOnce(
        () => change(parent, ed.id, { maxRating: "pg" }),
        () => change(other, jet.id, { pin: null }),
      ),
    ).toEqual([200, 409]);
    const profiles = await list(parent);
    const hasChild = profiles.some((profile) => profile.is_child);
    expect(hasChild && profiles.some((each) => !each.is_child && !each.has_pin)).toBe(false);
  });
});

describe("the forms of profiles", () => {
  it("set, keep and remove a limit", async () => {
    const parent = await createParent();
    const fields = { name: "Ed", locale: "", pin: "" };
    expect(await submit(parent, { ...fields, maxRating: "pg-13" })).toMatchObject({
      status: 302,
      location: "/profiles/manage?done=added",
    });
    const { id } = (await list(parent))[1] ?? { id: "" };
    expect(await limitOf(id)).toBe("pg-13");
    const page = await callPage(editPage, `/profiles/manage/${id}`, {
      ...withCookie(parent),
      params: { id },
    });
    expect(page).toMatchObject({ isManaged: true, maxRating: "pg-13" });
    await submit(parent, { ...fields, name: "Edward" }, id);
    expect(await limitOf(id)).toBe("pg-13");
    for (const [maxRating, stored] of [
      ["g", "g"],
      ["", null],
    ] as const) {
      expect((await submit(parent, { ...fields, maxRating }, id)).status).toBe(302);
      expect(await limitOf(id)).toBe(stored);
    }
    expect((await submit(parent, fields, parent.userId)).status).toBe(302);
  });

  it("are shown again with what is wrong", async () => {
    const parent = await createParent(null);
    const fields = { name: "Ed", pin: "" };
    const unknown = await submit(parent, { ...fields, maxRating: "rx" });
    expect([unknown.status, Object.keys(unknown.data.failure?.fields ?? {})]).toEqual([
      400,
      ["maxRating"],
    ]);
    const { id } = await added(parent, { name: "Ein" });
    const refused = [
      await submit(parent, { ...fields, maxRating: "pg" }),
      await submit(parent, { ...fields, maxRating: "pg" }, id),
      await submit(parent, { ...fields, maxRating: "pg" }, parent.userId),
    ];
    expect(refused.map(({ status, data }) => [status, data.failure?.message])).toEqual([
      [409, expect.stringContaining("Set one for Faye, Ein.")],
      [409, expect.stringContaining("Set one for Faye.")],
      [409, expect.stringContaining("Only managed profiles")],
    ]);
  });

  it("tell who has a child what the site shows to visitors", async () => {
    const parent = await createParent();
    const read = (environment: Record<string, string>) =>
      createPageCaller(database, environment)(managePage, "/profiles/manage", withCookie(parent));
    expect(await read({})).toMatchObject({ signedOut: null });
    await added(parent, { child: true });
    for (const [environment, signedOut] of [
      [{}, { rating: null, canSignUp: true }],
      [
        { SIGNUPS: "invite", VISITOR_RATING: "pg" },
        { rating: "pg", canSignUp: false },
      ],
      [{ SIGNUPS: "closed" }, { rating: null, canSignUp: false }],
    ] as const)
      expect(await read(environment)).toMatchObject({ signedOut });
  });
});
