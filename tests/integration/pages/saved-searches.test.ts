import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_LAYOUT, HOME_RAILS, searchRail } from "~/features/home/home-rails";
import { compareFollowed } from "~/features/saved-search/compare-followed.server";
import { MAX_SAVED_QUERY_LENGTH } from "~/features/saved-search/parse-browse-url.server";
import {
  MAX_FOLLOWED_MATCHES,
  MAX_PINNED_SEARCHES,
  MAX_SAVED_SEARCHES,
} from "~/features/saved-search/saved-searches.server";
import { MAX_SEARCH_NAME_LENGTH } from "~/features/saved-search/saved-search-limits";
import { incrementCatalogVersion } from "~/features/catalog/catalog-version.server";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as home } from "~/routes/catalog/home";
import { action as customise, loader as customisePage } from "~/routes/watch-list/customise-home";
import { action, loader } from "~/routes/watch-list/searches";
import { animes, savedSearches } from "~db/schema";
import { addAnimes } from "../../factories/anime";
import { catchPageError, createPageCaller, readOutcome } from "../../support/server/call-page";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";
import { railOf, searchRailsOf } from "../../support/home-rails";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database);
let user: SignedInClient;

beforeAll(async () => {
  await addAnimes(
    db,
    { mal_id: 1, title: "Harbor", genres: ["Drama"], year: 2024, season: "Winter" },
    { mal_id: 2, title: "Lantern", genres: ["Drama", "Comedy"], year: 2024, season: "Spring" },
    { mal_id: 3, title: "For adults", genres: ["Drama"], rating: "Rx - Hentai", year: 2024 },
  );
});

beforeEach(async () => {
  await db.delete(savedSearches);
  await db.delete(animes).where(sql`mal_id > 3`);
  user = await createSignedInClient(database);
});

interface Refusal {
  refused: string;
  failure?: { fields: Record<string, string> };
}

async function post(fields: Record<string, string>, by: Pick<SignedInClient, "cookie"> = user) {
  const init = {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie: by.cookie },
  };
  return readOutcome<Refusal>(callPage(action, "/searches", { init }));
}

const save = (url: string, more: Record<string, string> = {}) =>
  post({ intent: "save", name: "Dramas", url, ...more });
const page = (path = "/searches", parentalControl = true) =>
  callPage(loader, path, {
    visitor: { parentalControl },
    init: { headers: { cookie: user.cookie } },
  });
const own = async () => (await page()).searches;
const homePage = (parentalControl = true) =>
  callPage(home, "/", {
    visitor: { parentalControl },
    init: { headers: { cookie: user.cookie } },
  });
const browsePage = (path: string, headers: Record<string, string> = {}) =>
  callPage(browse, path, { init: { headers: { cookie: user.cookie, ...headers } } });
const compare = async () => {
  await db.transaction(incrementCatalogVersion);
  return compareFollowed(database, new AbortController().signal);
};
const firstId = async () => (await own())[0]?.id ?? "";

describe("saving a search", () => {
  it("takes any Browse URL, in canonical form and without page and layout", async () => {
    const url =
      "http://akari.test/browse?season_filter=winter&genre_filter=drama,Comedy&page=3&view=list&parental_control=false";
    expect(await save(url)).toMatchObject({ status: 303, location: "/searches" });
    expect(await own()).toMatchObject([
      {
        name: "Dramas",
        path: "/browse?genre_filter=comedy%2Cdrama&season_filter=Winter",
        filters: ["Comedy", "Drama", "Winter", "Highest score"],
        problem: null,
        pinned: false,
        followed: false,
      },
    ]);
    expect(await save("?season_filter=Winter&genre_filter=Comedy,drama")).toMatchObject({
      status: 409,
      data: { refused: "You have saved this search already." },
    });
    expect(await own()).toHaveLength(1);
  });

  it("follows Browse's search by one click, named by its filters, and leads back to it", async () => {
    const url = "/browse?genre_filter=drama&season_filter=Winter";
    expect(await post({ intent: "follow-url", url })).toMatchObject({
      status: 303,
      location: url,
    });
    expect(await own()).toMatchObject([{ name: "Drama · Winter", followed: true, path: url }]);
    const many = `/browse?search_query=${"long ".repeat(20)}`;
    expect(await post({ intent: "follow-url", url: many })).toMatchObject({ status: 303 });
    expect((await own()).find(({ name }) => name.endsWith("…"))?.name).toHaveLength(
      MAX_SEARCH_NAME_LENGTH,
    );
    expect(await post({ intent: "follow-url", url })).toMatchObject({ status: 409 });
    expect(await post({ intent: "follow-url", url: "/list" })).toMatchObject({ status: 400 });
  });

  it("saves Browse without filters", async () => {
    expect(await save("/browse")).toMatchObject({ status: 303 });
    expect(await own()).toMatchObject([{ path: "/browse", filters: ["Highest score"] }]);
  });

  it.each([
    ["another page", "/schedule?genre_filter=Drama", "Enter the URL of a Browse page"],
    ["no URL", "http://", "Enter the URL of a Browse page"],
    ["another site", "https://evil.test/browse?genre_filter=Drama", "Enter a URL of this site."],
    ["another scheme", "ftp://akari.test/browse", "Enter a URL of this site."],
    ["another port", "//akari.test:8080/browse", "Enter a URL of this site."],
    ["an unknown filter", "/browse?mood_filter=sad", "Browse has no filter named “mood_filter”."],
    ["an unknown value", "/browse?season_filter=monsoon", "season_filter must be one of"],
    ["a score out of range", "/browse?score_filter=11", "score_filter must be a number from 0"],
    ["NUL", "/browse?genre_filter=%00", "genre_filter can’t contain a NUL"],
  ])("rejects %s", async (_, url, message) => {
    const refused = await save(url);
    expect(refused).toMatchObject({
      status: 400,
      data: { failure: { fields: { url: expect.stringContaining(message) as string } } },
    });
    expect(await own()).toEqual([]);
  });

  it("limits the length of the name and of the query", async () => {
    const name = "n".repeat(60);
    expect(await save("/browse?year_filter=2024", { name })).toMatchObject({ status: 303 });
    expect(await save("/browse?year_filter=2023", { name: `${name}n` })).toMatchObject({
      status: 400,
      data: { failure: { fields: { name: "A name can have at most 60 characters." } } },
    });
    expect(await save("/browse?year_filter=2023", { name: " \u200b " })).toMatchObject({
      status: 400,
      data: { failure: { fields: { name: "Enter a name." } } },
    });
    const genres = (length: number) => {
      const prefix = "genre_filter=";
      const list = Array.from({ length: 20 }, (_, index) => String.fromCharCode(97 + index));
      // Commas take three characters in a URL.
      const rest = length - prefix.length - list.length - 3 * (list.length - 1);
      return `/browse?${prefix}${list.join(",")}${"t".repeat(rest)}`;
    };
    expect(await save(genres(MAX_SAVED_QUERY_LENGTH))).toMatchObject({ status: 303 });
    expect(await save(genres(MAX_SAVED_QUERY_LENGTH + 1))).toMatchObject({ status: 400 });
    expect(await own()).toHaveLength(2);
  });

  it("limits the number of searches and of pinned ones", async () => {
    for (let index = 1; index < MAX_SAVED_SEARCHES; index += 1) {
      const pinned: Record<string, string> = index < MAX_PINNED_SEARCHES ? { pinned: "on" } : {};
      expect(await save(`/browse?year_filter=${1900 + index}`, pinned)).toMatchObject({
        status: 303,
      });
    }
    expect(await save("/browse?year_filter=1899", { pinned: "on" })).toMatchObject({ status: 303 });
    expect(await save("/browse?year_filter=1898")).toMatchObject({
      status: 409,
      data: { refused: `You can save at most ${MAX_SAVED_SEARCHES} searches. Delete one first.` },
    });
    const searches = await own();
    expect(searches).toHaveLength(MAX_SAVED_SEARCHES);
    const unpinned = searches.find(({ pinned }) => !pinned)?.id ?? "";
    expect(await post({ intent: "pin", id: unpinned })).toMatchObject({ status: 409 });
    expect(await post({ intent: "pin", id: searches[0]?.id ?? "" })).toMatchObject({ status: 303 });
    expect(await post({ intent: "unpin", id: searches[0]?.id ?? "" })).toMatchObject({
      status: 303,
    });
    expect(await post({ intent: "pin", id: unpinned })).toMatchObject({ status: 303 });
    expect((await own()).filter(({ pinned }) => pinned)).toHaveLength(MAX_PINNED_SEARCHES);
  });

  it("offers the search that Browse sends, unless it is saved", async () => {
    const path = "/browse?genre_filter=drama";
    const query = `?${new URLSearchParams({ save: path }).toString()}`;
    expect((await page(`/searches${query}`)).given).toEqual({
      url: path,
      filters: ["Drama", "Highest score"],
    });
    expect((await browsePage(path)).searches).toEqual({
      saved: null,
      fresh: 0,
      hasSearches: false,
      path,
    });
    await save(path);
    expect((await page(`/searches${query}`)).given).toBeNull();
    expect((await browsePage(path)).searches).toMatchObject({
      saved: { name: "Dramas", fresh: [] },
      hasSearches: true,
    });
    expect(
      await catchPageError(page("/searches?save=%2Fbrowse%3Fseason_filter%3Dmonsoon")),
    ).toMatchObject({ status: 400 });
  });

  it("tells what is outdated, on the page and on Home", async () => {
    await save("/browse?genre_filter=drama", { pinned: "on", followed: "on" });
    await db.execute(
      sql`UPDATE saved_searches SET query = 'season_filter=monsoon&gone_filter=x' WHERE id = ${await firstId()}::uuid`,
    );
    const problem = "Browse has no filter named “gone_filter”.";
    expect(await own()).toMatchObject([{ problem, filters: [] }]);
    expect(searchRailsOf(await homePage())).toMatchObject([{ problem, cards: [] }]);
    expect((await compare()).matched).toBe(0);
    expect(await post({ intent: "delete", id: await firstId() })).toMatchObject({ status: 303 });
  });
});

describe("changing saved searches", () => {
  it("renames, moves and deletes", async () => {
    for (const year of [2001, 2002, 2003])
      await save(`/browse?year_filter=${year}`, { name: String(year) });
    const names = async () => (await own()).map(({ name }) => name);
    const [first, second, third] = (await own()).map(({ id }) => id) as [string, string, string];
    await post({ intent: "up", id: third });
    expect(await names()).toEqual(["2001", "2003", "2002"]);
    await post({ intent: "up", id: first });
    await post({ intent: "down", id: second });
    expect(await names()).toEqual(["2001", "2003", "2002"]);
    await post({ intent: "down", id: first });
    expect(await names()).toEqual(["2003", "2001", "2002"]);
    await post({ intent: "rename", id: first, name: " The first " });
    expect(await names()).toEqual(["2003", "The first", "2002"]);
    expect(await post({ intent: "rename", id: first, name: "" })).toMatchObject({ status: 400 });
    await post({ intent: "delete", id: third });
    expect(await names()).toEqual(["The first", "2002"]);
  });

  it("undoes a deletion: the search is as it was, in its place, pinned and followed", async () => {
    await save("/browse?genre_filter=Drama", { pinned: "on", followed: "on" });
    await post({ intent: "save", name: "Comedies", url: "/browse?genre_filter=Comedy" });
    const before = await own();
    await post({ intent: "delete", id: await firstId() });
    const { searches, flashMessage } = await page();
    expect(searches).toHaveLength(1);
    const undo = flashMessage?.undo ?? {};
    expect(await post({ ...undo })).toMatchObject({ status: 303 });
    expect(await own()).toEqual(before);
    expect(await post({ ...undo })).toMatchObject({ status: 409 });
    const other = await createSignedInClient(database);
    expect(await post({ ...undo }, other)).toMatchObject({ status: 409 });
  });

  it.each([
    ["all others", "1 2 3", [11, 12]],
    ["none", "", [1, 2, 3, 11, 12]],
  ])(
    "undoes a deletion: new matches stay new, those that came since too (%s)",
    async (_, known, fresh) => {
      await save("/browse?genre_filter=drama", { followed: "on" });
      await db.update(savedSearches).set({ known: sql`string_to_array(${known}, ' ')::int4[]` });
      await addAnimes(db, { mal_id: 11, genres: ["Drama"] });
      await compare();
      await post({ intent: "delete", id: await firstId() });
      await addAnimes(db, { mal_id: 12, genres: ["Drama"] });
      await db.transaction(incrementCatalogVersion);
      await post({ ...(await page()).flashMessage?.undo });
      const [restored] = await db.select().from(savedSearches);
      expect(restored?.fresh.toSorted((one, other) => one - other)).toEqual(fresh);
      await compare();
      const [compared] = await db.select().from(savedSearches);
      expect(compared?.fresh.toSorted((one, other) => one - other)).toEqual(fresh);
    },
  );

  it.each([
    ["1000000000", 303],
    ["1000000001", 400],
    ["0", 400],
    ["1.5", 400],
  ])("restores to the place %s: %i", async (position, status) => {
    const restored = { intent: "restore", id: randomUUID(), name: "Drama", position };
    const response = await post({ ...restored, url: "/browse?genre_filter=Drama" });
    expect(response).toMatchObject({ status });
    await save("/browse?genre_filter=Comedy");
    expect(await own()).toHaveLength(status === 303 ? 2 : 1);
  });

  it("keeps distinct places when moves race", async () => {
    for (const year of [2001, 2002, 2003, 2004]) await save(`/browse?year_filter=${year}`);
    const ids = (await own()).map(({ id }) => id);
    await Promise.all(
      [...ids, ...ids].map((id, index) => post({ intent: index % 2 === 0 ? "up" : "down", id })),
    );
    const rows = await db
      .select({ position: savedSearches.position })
      .from(savedSearches)
      .where(sql`id = ANY(${sql.param(`{${ids.join(",")}}`)}::uuid[])`);
    expect(new Set(rows.map(({ position }) => position)).size).toBe(4);
  });

  it.each(["pin", "follow", "up", "seen", "delete", "rename"])(
    "does not %s another user's search",
    async (intent) => {
      await save("/browse?genre_filter=drama");
      const id = await firstId();
      const before = await own();
      const other = await createSignedInClient(database);
      expect(await post({ intent, id, name: "Mine" }, other)).toMatchObject({ status: 404 });
      expect(await own()).toEqual(before);
    },
  );

  it("rejects an unknown change", async () => {
    expect(await post({ intent: "explode", id: crypto.randomUUID() })).toMatchObject({
      status: 400,
    });
    expect(await post({ intent: "delete", id: "1" })).toMatchObject({ status: 400 });
  });
});

describe("following a search", () => {
  it("counts what matches from now on, until it is opened", async () => {
    await save("/browse?genre_filter=drama", { followed: "on", pinned: "on" });
    expect(await compare()).toEqual({ compared: 1, matched: 0 });
    await addAnimes(
      db,
      { mal_id: 11, title: "New one", genres: ["Drama"] },
      { mal_id: 12, title: "New one for adults", genres: ["Drama"], rating: "Rx - Hentai" },
    );
    expect(await compare()).toEqual({ compared: 1, matched: 2 });
    expect(await own()).toMatchObject([{ fresh: 1 }]);
    expect((await page("/searches", false)).searches).toMatchObject([{ fresh: 2 }]);
    expect(railOf(await homePage(), "newMatches")).toMatchObject([{ name: "Dramas", fresh: 1 }]);
    expect(searchRailsOf(await homePage())).toMatchObject([{ fresh: 1 }]);
    expect((await browsePage("/browse")).searches).toMatchObject({ fresh: 1, saved: null });
    const shown = async (headers = {}) =>
      (await browsePage("/browse?genre_filter=Drama", headers)).searches.saved?.fresh.map(
        ({ id }) => id,
      );
    expect(await shown({ "sec-purpose": "prefetch" })).toEqual([11]);
    expect(await shown({ "sec-fetch-site": "cross-site" })).toEqual([11]);
    expect(await shown()).toEqual([11]);
    expect(await shown()).toEqual([]);
    expect(await own()).toMatchObject([{ fresh: 0 }]);
    expect(railOf(await homePage(), "newMatches")).toEqual([]);
    expect(await compare()).toEqual({ compared: 1, matched: 0 });
  });

  it("leaves a match that comes while the search is opened", async () => {
    await save("/browse?genre_filter=drama", { followed: "on" });
    await db.update(savedSearches).set({ fresh: [1] });
    const countWaiting = async () => {
      const rows = await database.sql`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return rows.length;
    };
    let opening: ReturnType<typeof browsePage> | undefined;
    await db.transaction(async (tx) => {
      await tx.update(savedSearches).set({ fresh: [1, 2] });
      opening = browsePage("/browse?genre_filter=Drama");
      await expect.poll(countWaiting, { interval: 10 }).toBe(1);
    });
    await opening;
    expect(await db.select({ fresh: savedSearches.fresh }).from(savedSearches)).toContainEqual({
      fresh: [2],
    });
  });

  it("marks as seen, and stops", async () => {
    await save("/browse?genre_filter=comedy", { followed: "on" });
    await addAnimes(db, { mal_id: 21, genres: ["Comedy"] });
    await compare();
    const id = await firstId();
    expect(await own()).toMatchObject([{ fresh: 1 }]);
    await post({ intent: "seen", id });
    expect(await own()).toMatchObject([{ fresh: 0, followed: true }]);
    await post({ intent: "unfollow", id });
    await addAnimes(db, { mal_id: 22, genres: ["Comedy"] });
    await compare();
    expect(await own()).toMatchObject([{ fresh: 0, followed: false }]);
    await post({ intent: "follow", id });
    await compare();
    expect(await own()).toMatchObject([{ fresh: 0, followed: true }]);
  });

  it("compares only after the catalog has changed", async () => {
    await save("/browse?genre_filter=drama", { followed: "on" });
    const compareAgain = () => compareFollowed(database, new AbortController().signal);
    expect((await compare()).compared).toBeGreaterThan(0);
    expect(await compareAgain()).toEqual({ compared: 0, matched: 0 });
    await db.transaction(incrementCatalogVersion);
    expect(await compareFollowed(database, AbortSignal.abort())).toEqual({
      compared: 0,
      matched: 0,
    });
    expect((await compareAgain()).compared).toBeGreaterThan(0);
  });

  it("limits the matches of a followed search", async () => {
    const many = Array.from({ length: MAX_FOLLOWED_MATCHES }, (_, index) => ({
      mal_id: 100_000 + index,
      genres: ["Mecha"],
    }));
    await addAnimes(db, ...many);
    await save("/browse?genre_filter=mecha", { followed: "on" });
    expect(await own()).toMatchObject([{ followed: true }]);
    await post({ intent: "unfollow", id: await firstId() });
    await addAnimes(db, { mal_id: 110_000, genres: ["Mecha"] });
    expect(await post({ intent: "follow", id: await firstId() })).toMatchObject({
      status: 409,
      data: { refused: expect.stringContaining("more than 2000 titles") as string },
    });
    expect(
      await save("/browse?genre_filter=mecha&order_by=title", { followed: "on" }),
    ).toMatchObject({ status: 409 });
    expect(await own()).toMatchObject([{ followed: false }]);
    await db.delete(animes).where(sql`mal_id >= 100000`);
  });
});

describe("Home's rails", () => {
  const change = async (fields: [string, string][]) => {
    const init = {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { cookie: user.cookie },
    };
    return callPage(customise, "/home/customise", { init });
  };
  const rails = async () => (await homePage()).rails.map(({ id }) => id);
  const rows = async () =>
    (
      await callPage(customisePage, "/home/customise", {
        init: { headers: { cookie: user.cookie } },
      })
    ).rails;

  it("are all shown in the default order, with pinned searches", async () => {
    expect(await rails()).toEqual(HOME_RAILS);
    const path = "/browse?genre_filter=drama&year_filter=2024";
    await save(path, { pinned: "on" });
    const search = searchRail(await firstId());
    expect((await rails()).filter((id) => id !== search)).toEqual(HOME_RAILS);
    const searchRails = searchRailsOf(await homePage());
    expect(searchRails).toMatchObject([{ name: "Dramas", path }]);
    expect(searchRails[0]?.cards.map(({ id }) => id)).toEqual([1, 2]);
    expect(searchRailsOf(await homePage(false))[0]?.cards.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect((await rows()).find(({ id }) => id === search)).toMatchObject({
      shown: true,
      name: "Saved search: Dramas",
    });
  });

  it("are moved and hidden", async () => {
    const order = HOME_RAILS.map((id): [string, string] => ["rail", id]);
    const shown = HOME_RAILS.filter((id) => id !== "popular").map((id): [string, string] => [
      "shown",
      id,
    ]);
    const saved = await change([...order, ...shown]);
    expect(saved.headers.get("location")).toBe("/home/customise?saved=1");
    expect(await rails()).toEqual(HOME_RAILS.filter((id) => id !== "popular"));
    const moved = await change([...order, ...shown, ["move", "up topRated"]]);
    expect(moved.headers.get("location")).toBe("/home/customise?moved=up+topRated#rail-topRated");
    const now = await rails();
    expect(now.indexOf("topRated")).toBe(now.indexOf("airingToday") - 1);
    expect((await rows()).find(({ id }) => id === "popular")?.shown).toBe(false);
    await change([["reset", "true"]]);
    expect(await rails()).toEqual(HOME_RAILS);
  });

  it.each([
    ["a name with a space", [["rail", "no spaces"]]],
    ["101 rails", Array.from({ length: 101 }, () => ["rail", "popular"])],
    [
      "another direction",
      [
        ["rail", "popular"],
        ["move", "sideways popular"],
      ],
    ],
  ] as [string, [string, string][]][])("reject %s and stay", async (_, fields) => {
    expect(await catchPageError(change(fields))).toMatchObject({ status: 400 });
    expect(await rails()).toEqual(HOME_RAILS);
  });

  it("take 100 names, also of rails that are gone", async () => {
    const gone = Array.from({ length: 100 }, () => ["rail", "gone"] as [string, string]);
    expect((await change(gone)).status).toBe(303);
    expect(await rails()).toEqual(HOME_RAILS);
  });

  it("are the default for a visitor", async () => {
    const visited = await callPage(home, "/");
    expect(visited.rails.map(({ id }) => id)).toEqual(HOME_RAILS);
    expect([railOf(visited, "newMatches"), visited.toggle]).toEqual([null, null]);
    expect(DEFAULT_LAYOUT).toEqual({ order: [], hidden: [] });
  });
});

it("exports saved searches and deletes them with the account", async () => {
  await save("/browse?genre_filter=drama", { pinned: "on", followed: "on" });
  const id = await firstId();
  const { body } = await user.send("GET", "/api/user/export");
  expect((body as { data: { saved_searches: unknown } }).data.saved_searches).toEqual([
    {
      id,
      name: "Dramas",
      query: "genre_filter=drama",
      position: 1,
      pinned: true,
      followed: true,
      created_at: expect.any(String) as string,
    },
  ]);
  await db.execute(sql`DELETE FROM users WHERE id = ${user.userId}::uuid`);
  expect(
    await db
      .select()
      .from(savedSearches)
      .where(sql`id = ${id}::uuid`),
  ).toEqual([]);
});
