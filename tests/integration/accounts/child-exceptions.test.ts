import { and, eq, ne } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportAccount } from "~/features/accounts/export-account.server";
import {
  MAX_ASKED_TITLES,
  MAX_CHILD_TITLES,
} from "~/features/accounts/household/child-titles.server";
import { AgeLimit, type ParentalControl } from "~/features/catalog/parental-control";
import { animePath } from "~/features/catalog/view/anime-path";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import type { RouterContext } from "~/http/context";
import { getPageUser } from "~/http/session/get-session.server";
import type { WithheldTitle } from "~/frame/page-error-data";
import { action as askForm } from "~/routes/account/ask-for-title";
import { action as titleForm, loader as titlesPage } from "~/routes/account/child-titles";
import { loader as managePage } from "~/routes/account/manage-profiles";
import { loader as animePage } from "~/routes/catalog/anime";
import { auditLog, childTitles, sessions, suggestionStates } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { createApiClient, type ApiClient } from "../../support/server/api-client";
import { catchPageError, createPageCaller, readOutcome } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const LIMITS = {
  RATE_LIMITS: "signup=100000/60,signin=100000/60,passwordChange=100000/60,profileSwitch=100000/60",
};
const callPage = createPageCaller(database, LIMITS);

/** Rated within PG, above it, not at all, and mature; and one that is withdrawn. */
const [WITHIN, ABOVE, UNRATED, MATURE, WITHDRAWN, UNKNOWN] = [1, 2, 3, 4, 5, 999_999] as const;
const titleOf = (id: number) => (id === ABOVE ? "Harbor above" : "Harbor within");
/** Titles above the limit, more than a child may have. */
const MANY = Array.from({ length: MAX_CHILD_TITLES + 1 }, (_, index) => 10_000 + index);

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: WITHIN, title: "Harbor within", rating: "PG - Children" },
    { mal_id: ABOVE, title: "Harbor above", rating: "R - 17+ (violence & profanity)" },
    { mal_id: UNRATED, title: "Harbor unrated", rating: null },
    { mal_id: MATURE, title: "Harbor mature", rating: "Rx - Hentai" },
    { mal_id: WITHDRAWN, title: "Harbor withdrawn", rating: "R - 17+ (violence & profanity)" },
    ...MANY.map((mal_id) => ({ mal_id, rating: "R - 17+ (violence & profanity)" })),
  );
  await setTitleWithdrawn(db, WITHDRAWN, true);
  await indexForSearch(db);
});

const UNKNOWN_PROFILE = "00000000-0000-4000-8000-000000000000";

interface Family {
  parent: SignedInClient;
  child: ApiClient;
  childId: string;
}

let family: Family;
beforeEach(async () => {
  await db.delete(childTitles);
  family = await createFamily();
});

async function signIn(client: SignedInClient): Promise<void> {
  const { email, password } = client.credentials;
  expect((await client.send("POST", "/api/auth/signin", { email, password })).status).toBe(200);
}

/** Switches a session of the account to one of its profiles, and signs the account in again. */
async function openProfile(parent: SignedInClient, id: string): Promise<ApiClient> {
  const client = Object.assign(createApiClient(parent.origin), { cookie: parent.cookie });
  expect((await client.send("POST", "/api/session/profile", { id })).status).toBe(200);
  await signIn(parent);
  return client;
}

async function addProfile(parent: SignedInClient, input: object): Promise<string> {
  const added = await parent.send("POST", "/api/user/profiles", { name: "Ed", ...input });
  expect(added.status).toBe(200);
  return dataOf<{ id: string }>(added).id;
}

/** A parent with a child whose limit is PG. */
async function createFamily(): Promise<Family> {
  const parent = await createSignedInClient(database, LIMITS);
  await parent.send("PATCH", "/api/user/profiles", { id: parent.userId, pin: "1357" });
  const childId = await addProfile(parent, { maxRating: "pg" });
  return { parent, childId, child: await openProfile(parent, childId) };
}

type Fields = Record<string, string>;

/** Sends a form as a browser without scripts does. */
const post = ({ cookie }: ApiClient, fields: Fields) => ({
  init: { method: "POST", headers: { cookie }, body: new URLSearchParams(fields) },
});

/** What the page shows of a form: where it leads, or why it was refused. */
async function decide(
  client: ApiClient,
  childId: string,
  animeId: number | string,
  state: string,
  returnTo = "/anime/2/any?children=",
) {
  const path = `/profiles/manage/${childId}/titles`;
  const form = post(client, {
    animeId: String(animeId),
    state,
    returnTo,
  });
  const call = callPage(titleForm, path, { ...form, params: { id: childId } });
  const { status, location, data } = await readOutcome<{ refused?: string }>(call);
  return { status, location, refused: data.refused };
}

const DONE = { status: 303, location: "/anime/2/any?children=", refused: undefined };
const refusedWith = (status: number, text: string) => ({
  status,
  location: null,
  refused: expect.stringContaining(text) as string,
});

async function ask(client: ApiClient, animeId: number | string, intent = "ask") {
  const form = post(client, { animeId: String(animeId), intent });
  const { status, location, data } = await readOutcome<{
    failure?: { message: string | null; fields: Fields };
  }>(callPage(askForm, "/profiles/ask", form));
  return { status, location, failure: data.failure };
}

const statesOf = async (childId: string) => {
  const rows = await db.select().from(childTitles).where(eq(childTitles.userId, childId));
  return Object.fromEntries(rows.map(({ malId, state }) => [malId, state]));
};

const givenTitles = (userId: string, state: string, ids: readonly number[]) =>
  db.insert(childTitles).values(ids.map((malId) => ({ userId, malId, state })));

/** The status of a title's endpoint, and whether search and listing have it. */
async function seen({ child }: Family, id: number) {
  const { status } = await child.send("GET", `/api/animes/getAnime?id=${id}`);
  const found = await Promise.all(
    ["/api/animes?search_query=Harbor", "/api/animes/suggest?q=Harbor"].map(async (path) =>
      JSON.stringify((await child.send("GET", path)).body).includes(`"mal_id":${id},`),
    ),
  );
  return [status, ...found];
}

describe("a parent", () => {
  it("allows and blocks titles, from the child's next request on", async () => {
    const { parent, childId } = family;
    const [yes, no] = [
      [200, true, true],
      [403, false, false],
    ];
    for (const [id, state, expected] of [
      [ABOVE, "allowed", yes],
      [UNRATED, "allowed", yes],
      [WITHIN, "blocked", no],
      [WITHIN, "rating", yes],
      [ABOVE, "blocked", no],
      [UNRATED, "rating", no],
    ] as const) {
      expect(await seen(family, id)).toEqual(expected === yes ? no : yes);
      expect([id, state, await decide(parent, childId, id, state)]).toEqual([id, state, DONE]);
      expect([id, state, await seen(family, id)]).toEqual([id, state, expected]);
    }
    expect(await statesOf(childId)).toEqual({ [ABOVE]: "blocked" });
  });

  it("leaves an entry in the log for each change, and has suggestions computed again", async () => {
    const { parent, childId } = family;
    await db.delete(suggestionStates).where(eq(suggestionStates.userId, childId));
    for (const state of ["allowed", "allowed", "blocked", "rating", "rating"])
      expect(await decide(parent, childId, ABOVE, state)).toEqual(DONE);
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, childId), eq(auditLog.action, "profile.title")))
      .orderBy(auditLog.id);
    expect(entries.map(({ actorId, details }) => [actorId, details])).toEqual(
      ["allowed", "blocked", "rating"].map((state) => [parent.userId, { title: ABOVE, state }]),
    );
    const marked = await db
      .select()
      .from(suggestionStates)
      .where(eq(suggestionStates.userId, childId));
    expect(marked).toHaveLength(1);
  });

  it("cannot allow a mature title, but block it", async () => {
    const { parent, childId } = family;
    const refused = refusedWith(409, "No age limit shows mature titles");
    expect(await decide(parent, childId, MATURE, "allowed")).toEqual(refused);
    expect(await decide(parent, childId, MATURE, "blocked")).toEqual(DONE);
    expect(await decide(parent, childId, MATURE, "allowed")).toEqual(refused);
    expect(await statesOf(childId)).toEqual({ [MATURE]: "blocked" });
  });

  it.each(["allowed", "blocked"])("has 200 titles %s, and the 201st is refused", async (state) => {
    const { parent, childId } = family;
    const [last, tooMany] = MANY.slice(-2) as [number, number];
    await givenTitles(childId, "blocked", MANY.slice(0, 100));
    await givenTitles(childId, "allowed", MANY.slice(100, MAX_CHILD_TITLES - 1));
    expect(await decide(parent, childId, last, state)).toEqual(DONE);
    const refused = refusedWith(409, `at most ${MAX_CHILD_TITLES} titles`);
    expect(await decide(parent, childId, tooMany, state)).toEqual(refused);
    // Changing what is there works, and makes no room.
    expect(await decide(parent, childId, MANY[0] ?? 0, "allowed")).toEqual(DONE);
    expect(await decide(parent, childId, tooMany, state)).toEqual(refused);
    expect(await decide(parent, childId, MANY[0] ?? 0, "rating")).toEqual(DONE);
    expect(await decide(parent, childId, tooMany, state)).toEqual(DONE);
    expect(Object.keys(await statesOf(childId))).toHaveLength(MAX_CHILD_TITLES);
  });

  it("has 200 titles also when two are sent at once", async () => {
    const { parent, childId } = family;
    await givenTitles(childId, "blocked", MANY.slice(0, MAX_CHILD_TITLES - 1));
    const sent = MANY.slice(-2).map((id) => decide(parent, childId, id, "allowed"));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([303, 409]);
    expect(Object.keys(await statesOf(childId))).toHaveLength(MAX_CHILD_TITLES);
  });

  it("is told what is wrong with the form", async () => {
    const { parent, childId } = family;
    for (const [animeId, state, status, text] of [
      ["x", "allowed", 400, "animeId must be a whole number"],
      ["0", "allowed", 400, "animeId must be a whole number"],
      ["2147483648", "allowed", 400, "animeId must be a whole number"],
      [String(ABOVE), "asked", 400, "state must be one of rating, allowed, blocked"],
      [String(ABOVE), "", 400, "state must be one of"],
      [String(UNKNOWN), "allowed", 404, ""],
      [String(UNKNOWN), "blocked", 404, ""],
      [String(WITHDRAWN), "allowed", 404, ""],
      [String(WITHDRAWN), "blocked", 404, ""],
    ] as const) {
      const refused = refusedWith(status, text);
      const sent = decide(parent, childId, animeId, state);
      expect([animeId, state, await sent]).toEqual([animeId, state, refused]);
    }
    expect(await statesOf(childId)).toEqual({});
  });

  it("decides for the children of the household alone", async () => {
    const { parent, childId } = family;
    const other = await createFamily();
    const jet = await addProfile(parent, { name: "Jet", pin: "2468" });
    for (const id of [other.childId, UNKNOWN_PROFILE, other.parent.userId])
      expect([id, await decide(parent, id, ABOVE, "allowed")]).toEqual([
        id,
        refusedWith(404, "no such profile"),
      ]);
    expect((await decide(parent, "me", ABOVE, "allowed")).status).toBe(400);
    for (const id of [jet, parent.userId])
      expect([id, await decide(parent, id, ABOVE, "allowed")]).toEqual([
        id,
        refusedWith(409, "no age limit"),
      ]);
    expect(await db.select().from(childTitles).where(eq(childTitles.malId, ABOVE))).toEqual([]);
    for (const [client, id, status] of [
      [parent, childId, 200],
      [parent, other.childId, 404],
    ] as const) {
      const call = callPage(titlesPage, `/profiles/manage/${id}/titles`, {
        init: { headers: { cookie: client.cookie } },
        params: { id },
      });
      expect((await readOutcome(call)).status).toBe(status);
    }
  });

  it("needs a recent proof, and returns to the title's page", async () => {
    const { parent, childId } = family;
    await db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 11 * 60_000) })
      .where(eq(sessions.userId, parent.userId));
    expect(await decide(parent, childId, ABOVE, "allowed")).toEqual({
      status: 303,
      location: `/confirm?returnTo=${encodeURIComponent("/anime/2/any?children=")}`,
      refused: undefined,
    });
    expect(await statesOf(childId)).toEqual({});
  });

  it("is there again on the title's page when the parent has confirmed, once", async () => {
    const { parent, childId } = family;
    const confirmedAgo = (minutes: number) =>
      db
        .update(sessions)
        .set({ confirmedAt: new Date(Date.now() - minutes * 60_000) })
        .where(eq(sessions.userId, parent.userId));
    const read = async (id: number, query: string) => {
      const path = animePath({ mal_id: id, title: titleOf(id) });
      const init = { headers: { cookie: parent.cookie } };
      const params = { id: String(id), slug: path.split("/")[3] ?? "" };
      return (await callPage(animePage, `${path}${query}`, { init, params })).children?.chosen;
    };
    const returnTo = `${animePath({ mal_id: ABOVE, title: titleOf(ABOVE) })}?children=open`;
    const choose = () => decide(parent, childId, ABOVE, "blocked", returnTo);
    const chosen = { childId, state: "blocked" };

    await confirmedAgo(11);
    expect((await choose()).location).toMatch(/^\/confirm\?/);
    await confirmedAgo(9);
    expect(await read(ABOVE, "")).toBeNull();

    await confirmedAgo(11);
    await choose();
    await confirmedAgo(9);
    expect(await read(WITHIN, "?children=open")).toBeNull();

    await confirmedAgo(11);
    await choose();
    expect(await read(ABOVE, "?children=open")).toBeNull();
    await choose();
    await confirmedAgo(9);
    expect(await read(ABOVE, "?children=open")).toEqual(chosen);
    expect(await read(ABOVE, "?children=open")).toBeNull();
    expect(await statesOf(childId)).toEqual({});
    expect(await choose()).toMatchObject({ status: 303, location: returnTo });
    expect(await statesOf(childId)).toEqual({ [ABOVE]: "blocked" });
  });

  it("is an account: neither a child nor another managed profile decides", async () => {
    const { parent, child, childId } = family;
    const jet = await addProfile(parent, { name: "Jet", pin: "2468" });
    const adult = Object.assign(createApiClient(parent.origin), { cookie: parent.cookie });
    await adult.send("POST", "/api/session/profile", { id: jet, pin: "2468" });
    for (const client of [child, adult]) {
      const refused = refusedWith(403, "Switch to your account");
      expect(await decide(client, childId, ABOVE, "allowed")).toEqual(refused);
    }
    const visitor = await decide(createApiClient(parent.origin), childId, ABOVE, "allowed");
    expect(visitor.location).toContain("/signin?returnTo=");
    expect(await statesOf(childId)).toEqual({});
  });
});

/** What the 403 of a title's page says to a child. */
async function deepLink({ child, childId }: Family, id: number) {
  const rows = await statesOf(childId);
  const of = (state: string) =>
    Object.keys(rows).flatMap((malId) => (rows[malId] === state ? [Number(malId)] : []));
  const parentalControl = new AgeLimit("pg", { allowed: of("allowed"), blocked: of("blocked") });
  const { status, data } = await catchPageError(
    callPage(animePage, `/anime/${id}`, {
      init: { headers: { cookie: child.cookie } },
      visitor: { parentalControl },
      params: { id: String(id) },
    }),
  );
  return { status, text: JSON.stringify(data), ...(data as { withheld?: WithheldTitle }) };
}

describe("a child", () => {
  it("asks for a title behind a link, once, and takes it back", async () => {
    const { child, childId } = family;
    for (const id of [ABOVE, UNRATED]) {
      const closed = await deepLink(family, id);
      expect(closed).toMatchObject({ status: 403, withheld: { animeId: id, state: "open" } });
      expect(closed.text).not.toContain("Harbor");
      const there = { status: 303, location: `/anime/${id}`, failure: undefined };
      expect(await ask(child, id)).toEqual(there);
      expect(await ask(child, id)).toEqual(there);
      expect(await deepLink(family, id)).toMatchObject({ withheld: { state: "asked" } });
      // It opens nothing.
      expect(await seen(family, id)).toEqual([403, false, false]);
    }
    expect(await statesOf(childId)).toEqual({ [ABOVE]: "asked", [UNRATED]: "asked" });
    expect((await ask(child, ABOVE, "withdraw")).status).toBe(303);
    expect((await ask(child, ABOVE, "withdraw")).status).toBe(303);
    expect(await statesOf(childId)).toEqual({ [UNRATED]: "asked" });
    expect(await deepLink(family, ABOVE)).toMatchObject({ withheld: { state: "open" } });
  });

  it("cannot ask for what is mature, blocked or not there", async () => {
    const { parent, child, childId } = family;
    await decide(parent, childId, WITHIN, "blocked");
    for (const id of [MATURE, WITHIN]) {
      expect(await deepLink(family, id)).toMatchObject({ status: 403, withheld: { state: null } });
      expect([id, (await ask(child, id)).status]).toEqual([id, 403]);
      expect((await ask(child, id, "withdraw")).status).toBe(303);
    }
    for (const id of [UNKNOWN, WITHDRAWN]) {
      const gone = await deepLink(family, id);
      expect([gone.status, gone.withheld]).toEqual([404, undefined]);
      expect([id, (await ask(child, id)).status]).toEqual([id, 404]);
    }
    for (const id of ["x", "", "0", "2147483648"])
      expect(await ask(child, id)).toMatchObject({
        status: 400,
        failure: { fields: { animeId: expect.any(String) as string } },
      });
    expect((await ask(child, ABOVE, "allow")).status).toBe(400);
    expect(await statesOf(childId)).toEqual({ [WITHIN]: "blocked" });
  });

  it("asks for 20 titles at a time, and for none beyond its 200", async () => {
    const { child, childId } = family;
    await givenTitles(childId, "asked", MANY.slice(0, MAX_ASKED_TITLES - 1));
    expect((await ask(child, ABOVE)).status).toBe(303);
    expect(await ask(child, UNRATED)).toMatchObject({
      status: 409,
      failure: { message: expect.stringContaining("You have asked for 20 titles") as string },
    });
    await ask(child, MANY[0] ?? 0, "withdraw");
    expect((await ask(child, UNRATED)).status).toBe(303);
    await db
      .delete(childTitles)
      .where(and(eq(childTitles.userId, childId), ne(childTitles.malId, ABOVE)));
    await givenTitles(childId, "blocked", MANY.slice(0, MAX_CHILD_TITLES - 1));
    expect((await ask(child, UNRATED)).status).toBe(409);
    await ask(child, ABOVE, "withdraw");
    expect((await ask(child, UNRATED)).status).toBe(303);
  });

  it("asks for nothing that it sees, and others ask for nothing", async () => {
    const { parent, child, childId } = family;
    expect((await ask(child, WITHIN)).status).toBe(303);
    await decide(parent, childId, ABOVE, "allowed");
    expect((await ask(child, ABOVE)).status).toBe(303);
    await ask(child, ABOVE, "withdraw");
    expect(await statesOf(childId)).toEqual({ [ABOVE]: "allowed" });
    expect(await ask(parent, UNRATED)).toMatchObject({ status: 403 });
    expect((await ask(createApiClient(parent.origin), UNRATED)).location).toContain("/signin");
    expect(await deepLink({ ...family, child: parent }, MATURE)).toMatchObject({
      status: 403,
      withheld: undefined,
    });
  });
});

it("a page of a title offers visitors with an age limit to sign in, and names nothing", async () => {
  const limited = { parentalControl: new AgeLimit("pg") };
  const read = (id: number, parentalControl: ParentalControl, cookie = "") =>
    catchPageError(
      callPage(animePage, `/anime/${id}`, {
        visitor: { parentalControl },
        params: { id: String(id) },
        init: { headers: { cookie } },
      }),
    );
  for (const id of [ABOVE, UNRATED, MATURE]) {
    const refused = await read(id, limited.parentalControl);
    expect(refused).toEqual({
      status: 403,
      data: {
        message: "An age limit hides this anime.",
        issues: [],
        withheld: { state: "visitor" },
      },
    });
  }
  const { data } = await read(MATURE, true);
  expect(data).toEqual({ message: "Parental control hides this anime.", issues: [] });
  const own = await read(ABOVE, limited.parentalControl, family.child.cookie);
  expect(own.data).toMatchObject({ withheld: { state: "open" } });
});

const askedOf = async ({ cookie }: ApiClient) => {
  const user = ({ request, context }: { request: Request; context: RouterContext }) =>
    getPageUser(request, context);
  return (await callPage(user, "/", { init: { headers: { cookie } } }))?.askedTitles;
};

describe("what children ask for", () => {
  const managed = async ({ parent }: Family) =>
    (
      await callPage(managePage, "/profiles/manage", {
        init: { headers: { cookie: parent.cookie } },
      })
    ).asked;

  it("is listed and counted for the accounts of the household", async () => {
    const { parent, child, childId } = family;
    const newcomer = await createSignedInClient(database, LIMITS);
    expect(await askedOf(newcomer)).toBeNull();
    expect([await askedOf(parent), await askedOf(child)]).toEqual([0, null]);
    await ask(child, ABOVE);
    await ask(child, UNRATED);
    await decide(parent, childId, WITHIN, "blocked");
    expect([await askedOf(parent), await askedOf(child)]).toEqual([2, null]);
    expect(await managed(family)).toMatchObject([
      {
        animeId: UNRATED,
        childId,
        mayBeAllowed: true,
        shown: { title: { text: "Harbor unrated" } },
      },
      { animeId: ABOVE, childId, mayBeAllowed: true, shown: { path: "/anime/2/harbor-above" } },
    ]);
    const other = await createFamily();
    expect([await askedOf(other.parent), await managed(other)]).toEqual([0, []]);
  });

  it("is allowed, or refused for good", async () => {
    const { parent, child, childId } = family;
    await ask(child, ABOVE);
    await ask(child, UNRATED);
    expect(await decide(parent, childId, ABOVE, "allowed")).toEqual(DONE);
    expect(await decide(parent, childId, UNRATED, "blocked")).toEqual(DONE);
    expect(await askedOf(parent)).toBe(0);
    expect(await managed(family)).toEqual([]);
    expect(await seen(family, ABOVE)).toEqual([200, true, true]);
    expect(await seen(family, UNRATED)).toEqual([403, false, false]);
    expect((await ask(child, UNRATED)).status).toBe(403);
    // Once a parent leaves it to the age limit, the child may ask again.
    await decide(parent, childId, UNRATED, "rating");
    expect((await ask(child, UNRATED)).status).toBe(303);
  });

  it("can be refused while it is withdrawn, without a name", async () => {
    const { parent, childId } = family;
    await givenTitles(childId, "asked", [WITHDRAWN, MATURE]);
    const listed = await managed(family);
    expect(listed.map(({ animeId, mayBeAllowed }) => [animeId, mayBeAllowed]).sort()).toEqual([
      [MATURE, false],
      [WITHDRAWN, false],
    ]);
    expect(listed.find(({ animeId }) => animeId === WITHDRAWN)?.shown).toBeNull();
    for (const id of [WITHDRAWN, MATURE])
      expect(await decide(parent, childId, id, "blocked")).toEqual(DONE);
    expect(await managed(family)).toEqual([]);
  });

  it("is part of the profile's export, and goes with the limit", async () => {
    const { parent, child, childId } = family;
    await ask(child, ABOVE);
    await decide(parent, childId, WITHIN, "blocked");
    await decide(parent, childId, UNRATED, "allowed");
    expect((await exportAccount(db, childId)).age_limit).toEqual({
      rating: "pg",
      allowed: [UNRATED],
      blocked: [WITHIN],
      asked: [ABOVE],
    });
    expect((await exportAccount(db, parent.userId)).age_limit).toBeNull();
    await parent.send("PATCH", "/api/user/profiles", { id: childId, maxRating: null, pin: "2468" });
    expect(await statesOf(childId)).toEqual({});
  });
});

describe("a title's page", () => {
  const childrenOn = async ({ cookie }: ApiClient, id: number) => {
    const call = callPage(animePage, `/anime/${id}`, {
      init: { headers: { cookie } },
      params: { id: String(id), slug: id === MATURE ? "harbor-mature" : "harbor-above" },
      visitor: { parentalControl: false },
    });
    return (await call).children;
  };

  it("has the children of the household for an account, and for no one else", async () => {
    const { parent, child, childId } = family;
    const ein = await addProfile(parent, { name: "Ein", maxRating: "g" });
    await ask(child, ABOVE);
    await decide(parent, ein, ABOVE, "blocked");
    expect(await childrenOn(parent, ABOVE)).toEqual({
      children: [
        { id: childId, name: "Ed", state: "asked" },
        { id: ein, name: "Ein", state: "blocked" },
      ],
      mayBeAllowed: true,
      isOpen: false,
      chosen: null,
    });
    expect(await childrenOn(parent, MATURE)).toMatchObject({ mayBeAllowed: false });
    const jet = await addProfile(parent, { name: "Jet", pin: "2468" });
    const adult = Object.assign(createApiClient(parent.origin), { cookie: parent.cookie });
    await adult.send("POST", "/api/session/profile", { id: jet, pin: "2468" });
    const newcomer = await createSignedInClient(database, LIMITS);
    for (const client of [adult, newcomer, createApiClient(parent.origin)])
      expect(await childrenOn(client, ABOVE)).toBeNull();
  });
});
