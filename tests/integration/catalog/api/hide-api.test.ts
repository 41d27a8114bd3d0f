import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { addAnimes, addRelation, indexForSearch } from "../../../factories/anime";
import { testDatabase } from "../../../support/database/test-database";
import { createApiClient, startApi, type ApiClient } from "../../../support/server/api-client";
import { dataOf, signUpClient, type SignedInClient } from "../../../support/server/signed-in";

const database = await testDatabase();
const MANY_REQUESTS = { RATE_LIMITS: "animesFull=100000/60,signup=100000/60" };
let account: SignedInClient | undefined;
let user: ApiClient;

const PATHS = [
  "/api/animes/full",
  "/api/animes",
  "/api/animes/top",
  "/api/animes/seasonal?year=2015&season=spring",
  "/api/animes/suggest?q=Harbor",
  "/api/animes/similar?id=1",
  "/api/animes/facets",
  "/api/animes/random",
];
const withHide = (path: string, hide: string) =>
  `${path}${path.includes("?") ? "&" : "?"}hide=${hide}`;

beforeAll(async () => {
  await addAnimes(
    database.db,
    ...["First", "Second", "Third", "Fourth", "Fifth"].map((name, index) => ({
      mal_id: index + 1,
      title: `${name} Harbor`,
      genres: ["Drama", index % 2 === 0 ? "Mystery" : "Comedy"],
      themes: ["School"],
      score: 9 - index,
    })),
    { mal_id: 6, title: "Mature Harbor", rating: "Rx - Hentai", genres: ["Drama"], score: 9.9 },
  );
  await addRelation(database.db, 4, "SEQUEL", 6);
  await indexForSearch(database.db);
  await rebuildFranchises(database.db);
  await rebuildListingBitmaps(database.db);
});

/** A server per test, and one account for all. */
beforeEach(async () => {
  const client = await startApi(database, MANY_REQUESTS);
  account ??= await signUpWithList(client.origin);
  user = Object.assign(client, { cookie: account.cookie });
});

async function signUpWithList(origin: string): Promise<SignedInClient> {
  const client = await signUpClient(origin);
  for (const [animeId, type] of [
    [2, "Completed"],
    [3, "To Watch"],
    [4, "Completed"],
  ])
    await client.send("POST", "/api/user/watchList", { animeId, type });
  return client;
}

const idsOf = async (client: ApiClient, path: string): Promise<number[]> =>
  dataOf<{ mal_id: number }[]>(await client.send("GET", path)).map(({ mal_id }) => mal_id);

describe("hide", () => {
  it("leaves out titles of the user's list, with exact totals and links", async () => {
    const response = await user.send("GET", "/api/animes?hide=seen,planned&limit=1");
    expect(response).toMatchObject({
      status: 200,
      body: { data: [{ mal_id: 1 }], meta: { total_items: 2, last_page: 2 } },
    });
    expect(response.headers.get("link")).toContain("hide=seen%2Cplanned&page_number=2");
    expect(await idsOf(user, "/api/animes?hide=seen,planned&limit=1&page=2")).toEqual([5]);
    expect(await idsOf(user, "/api/animes/top?hide=Completed")).toEqual([1, 3, 5]);
    expect(await idsOf(user, PATHS[3] + "&hide=planned")).toEqual([1, 2, 4, 5]);
    expect((await idsOf(user, "/api/animes/suggest?q=harbor&hide=seen")).sort()).toEqual([1, 3, 5]);
    expect((await idsOf(user, "/api/animes/similar?id=1&hide=seen,planned")).sort()).toEqual([5]);
  });

  it("counts facets without them", async () => {
    const { body } = await user.send("GET", "/api/animes/facets?hide=seen");
    expect(body).toMatchObject({
      data: {
        genres: [
          { name: "Drama", count: 3 },
          { name: "Mystery", count: 3 },
        ],
        types: [{ name: "TV", count: 3 }],
      },
    });
  });

  it("never picks one of them at random, and responds 404 when none is left", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { body } = await user.send("GET", "/api/animes/random?hide=seen,planned");
      expect([1, 5]).toContain((body as { data: { mal_id: number } }).data.mal_id);
    }
    const path = "/api/animes/random?search_query=third+harbor&hide=planned";
    await user.send("GET", path.replace("&hide=planned", ""));
    expect(
      (await user.send("GET", "/api/animes/random?genre_filter=comedy&hide=seen")).status,
    ).toBe(404);
  });

  it.each(PATHS)("has a private response for the user alone: %s", async (path) => {
    const open = await user.send("GET", path);
    const own = await user.send("GET", withHide(path, "seen"));
    expect([own.status, own.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect(own.headers.get("etag")).toBeNull();
    expect(own.headers.get("expires")).toBeNull();
    // The public response is the same before and after, signed in or not.
    const visitor = createApiClient(user.origin);
    if (!path.includes("random")) {
      expect((await visitor.send("GET", path)).body).toEqual(open.body);
      expect((await user.send("GET", path)).headers.get("etag")).toBe(open.headers.get("etag"));
      expect((await visitor.send("GET", withHide(path, "none"))).body).toEqual(open.body);
      expect((await visitor.send("GET", withHide(path, ""))).body).toEqual(open.body);
    }
  });

  it.each(PATHS)("is refused without a session: %s", async (path) => {
    const visitor = createApiClient(user.origin);
    expect((await visitor.send("GET", withHide(path, "seen"))).status).toBe(401);
    expect((await visitor.send("GET", withHide(path, "s%65en"))).status).toBe(401);
    expect(
      (await visitor.send("GET", withHide(path, "seen").replace("hide", "%68ide"))).status,
    ).toBe(401);
  });

  it.each(PATHS)("names itself when a choice is unknown: %s", async (path) => {
    for (const client of [user, createApiClient(user.origin)]) {
      const response = await client.send("GET", withHide(path, "watched"));
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ issues: [{ path: "hide" }] });
    }
  });

  it("is unknown to other endpoints", async () => {
    expect((await user.send("GET", "/api/genres?hide=watched")).status).toBe(200);
  });

  it("follows the list at once", async () => {
    const client = await signUpClient(user.origin);
    expect(await idsOf(client, "/api/animes?hide=dropped")).toEqual([1, 2, 3, 4, 5]);
    await client.send("PATCH", "/api/user/watchlist/entry", { animeId: 1, state: "dropped" });
    expect(await idsOf(client, "/api/animes?hide=dropped")).toEqual([2, 3, 4, 5]);
    await client.send("DELETE", "/api/user/watchList", { animeId: 1 });
    expect(await idsOf(client, "/api/animes?hide=dropped")).toEqual([1, 2, 3, 4, 5]);
  });

  it("reads the list of a token's user if the token may", async () => {
    const tokenOf = async (scopes: string[]) =>
      dataOf<{ token: string }>(
        await user.send("POST", "/api/user/tokens", { name: "listing", scopes }),
      ).token;
    const get = async (scopes: string[]) =>
      createApiClient(user.origin).send("GET", "/api/animes?hide=seen", undefined, {
        authorization: `Bearer ${await tokenOf(scopes)}`,
      });
    expect(await get(["list:read"])).toMatchObject({ body: { meta: { total_items: 3 } } });
    expect((await get(["profile:read"])).status).toBe(403);
  });

  it("shows mature titles only if both the URL and the user's setting allow it", async () => {
    const OPEN = "/api/animes?hide=planned&parental_control=false";
    expect(await idsOf(user, OPEN)).toEqual([1, 2, 4, 5]);
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: false });
    expect(await idsOf(user, OPEN)).toEqual([6, 1, 2, 4, 5]);
    expect(await idsOf(user, "/api/animes?hide=planned")).toEqual([1, 2, 4, 5]);
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: true });
  });

  it("does not tell of a hidden member by a franchise that is wholly seen", async () => {
    const path = "/api/animes?hide=franchise&parental_control=false";
    expect(await idsOf(user, path)).toEqual([1, 3, 5]);
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: false });
    expect(await idsOf(user, path)).toEqual([6, 1, 3, 4, 5]);
    await user.send("POST", "/api/saveUserPreferences", { parentalControl: true });
  });

  it("is not the page's default", async () => {
    await user.send("POST", "/api/user/sitePreferences", { hide: ["seen"] });
    expect(await idsOf(user, "/api/animes")).toEqual([1, 2, 3, 4, 5]);
    await user.send("POST", "/api/user/sitePreferences", { hide: [] });
  });
});
