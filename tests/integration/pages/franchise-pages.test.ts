import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { action, loader } from "~/routes/catalog/franchise";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as myList } from "~/routes/watch-list/list";
import { loader as anime } from "~/routes/catalog/anime";
import { action as planSequel, loader as missedSequels } from "~/routes/watch-list/missed-sequels";
import { addAnimes, addRelation } from "../../factories/anime";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createOwner } from "../../support/server/owner";
import { createSignedInClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db } = database;
const callPage = createPageCaller(database);
const PATH = "/franchise/11/lantern-road";
let user: SignedInClient;

beforeAll(async () => {
  const finished = { type: "TV", status: "Finished Airing", duration: "24 min per ep" };
  await addAnimes(
    db,
    { ...finished, mal_id: 11, title: "Lantern Road", episodes: 12, popularity: 1 },
    { ...finished, mal_id: 12, title: "Lantern Road II", episodes: 10, popularity: 2 },
    { ...finished, mal_id: 13, title: "Lantern Road: Recap", type: "Special", episodes: 1 },
    { mal_id: 14, title: "Lantern Road III", type: "TV", status: "Not yet aired", episodes: null },
    { mal_id: 15, title: "Alone", type: "TV" },
  );
  for (const [index, id] of [11, 12, 13].entries())
    await database.sql`UPDATE animes SET aired_from = ${`200${index}-01-01`} WHERE mal_id = ${id}`;
  await addRelation(db, 11, "SEQUEL", 12);
  await addRelation(db, 12, "SUMMARY", 13);
  await addRelation(db, 14, "PREQUEL", 12);
  await rebuildFranchises(db);
});
beforeEach(async () => {
  user = await createSignedInClient(database);
});

const open = (query = "", cookie?: string) =>
  callPage(loader, PATH + query, {
    params: { id: "11", slug: "lantern-road" },
    ...(cookie === undefined ? {} : { init: { headers: { cookie } } }),
  });
const send = (cookie: string, fields: Record<string, string>) =>
  callPage(action, PATH, {
    params: { id: "11", slug: "lantern-road" },
    init: { method: "POST", headers: { cookie }, body: new URLSearchParams(fields) },
  });
const list = (animeId: number, type: string) =>
  user.send("POST", "/api/user/watchList", { animeId, type });
const ids = ({ rows }: { rows: { card: { id: number } }[] }) => rows.map(({ card }) => card.id);

describe("the page of a franchise", () => {
  it("has its titles, roles and length", async () => {
    const page = await open();
    expect(page).toMatchObject({ name: "Lantern Road", titles: 3, episodes: 22 });
    expect(page).toMatchObject({ minutes: 22 * 24, optional: 1 });
    expect(page).toMatchObject({ order: "release", progress: null, mayOrder: false });
    expect(page.rows.map(({ role }) => role)).toEqual(["main", "main", "recap", "main"]);
  });

  it("is at one URL, whichever member leads there", async () => {
    const others: Record<string, string>[] = [
      { id: "12" },
      { id: "11" },
      { id: "11", slug: "other" },
    ];
    for (const params of others) {
      const path = `/franchise/${Object.values(params).join("/")}?order=story`;
      expect(await catchPageError(callPage(loader, path, { params }))).toEqual({
        status: 302,
        data: `${PATH}?order=story`,
      });
    }
  });

  it.each(["15", "999", "0", "eleven"])("is 404 for %s", async (id) => {
    const failed = callPage(loader, `/franchise/${id}`, { params: { id } });
    expect(await catchPageError(failed)).toMatchObject({ status: 404 });
  });

  it("shows a user how far they are, without what is optional", async () => {
    expect((await open("", user.cookie)).progress).toEqual({
      seen: 0,
      episodes: 22,
      next: { id: 11, episode: 1 },
    });
    await list(11, "Completed");
    await user.send("POST", "/api/user/watchlist/seen", { animeId: 12, episodes: 2 });
    expect((await open("", user.cookie)).progress).toEqual({
      seen: 14,
      episodes: 22,
      next: { id: 12, episode: 3 },
    });
    await list(12, "Completed");
    expect((await open("", user.cookie)).progress).toMatchObject({ seen: 22, next: null });
  });

  it("continues with what the user has begun before what comes first", async () => {
    await user.send("POST", "/api/user/watchlist/seen", { animeId: 12, episodes: 2 });
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: 12, state: "paused" });
    const next = async () => (await open("", user.cookie)).progress?.next;
    expect(await next()).toEqual({ id: 12, episode: 3 });
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: 12, state: "dropped" });
    expect(await next()).toEqual({ id: 11, episode: 1 });
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: 13, state: "watching" });
    expect(await next()).toEqual({ id: 13, episode: 1 });
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: 11, state: "watching" });
    expect(await next()).toEqual({ id: 11, episode: 1 });
  });

  it("leads there from a title's page, with its place", async () => {
    const page = (id: number, slug: string) =>
      callPage(anime, `/anime/${id}/${slug}`, { params: { id: String(id), slug } });
    expect((await page(12, "lantern-road-ii")).franchise).toEqual({ position: 2, total: 4 });
    expect((await page(15, "alone")).franchise).toBeNull();
  });
});

describe("the order of the story", () => {
  it("is moved and restored by an owner", async () => {
    const owner = await createOwner(database);
    const story = async () => ids(await open("?order=story"));
    expect(await story()).toEqual([11, 12, 13, 14]);
    const moved = await send(owner.cookie, { title: "13", move: "-1" });
    expect(moved).toMatchObject({ status: 303 });
    expect(await story()).toEqual([11, 13, 12, 14]);
    expect(ids(await open())).toEqual([11, 12, 13, 14]);
    expect(await open("?order=story", owner.cookie)).toMatchObject({
      isCorrected: true,
      mayOrder: true,
    });
    await send(owner.cookie, { reset: "true" });
    expect(await story()).toEqual([11, 12, 13, 14]);
  });

  it("is no business of members and visitors", async () => {
    for (const cookie of [user.cookie, ""])
      expect(await catchPageError(send(cookie, { title: "13", move: "-1" }))).toMatchObject({
        status: 404,
      });
  });

  it.each<Record<string, string>>([{ title: "13", move: "2" }, { title: "x", move: "1" }, {}])(
    "refuses the form %j",
    async (fields) => {
      const { cookie } = await createOwner(database);
      expect(await catchPageError(send(cookie, fields))).toMatchObject({ status: 400 });
    },
  );
});

describe("missed sequels", () => {
  const page = () =>
    callPage(missedSequels, "/discover/sequels", { init: { headers: { cookie: user.cookie } } });

  it("are what followed completed titles and is not on the list", async () => {
    expect(await page()).toMatchObject({ total: 0, sequels: [] });
    await list(11, "Completed");
    const { sequels, total } = await page();
    expect(total).toBe(1);
    expect(sequels).toMatchObject([{ card: { id: 12 }, after: "After Lantern Road" }]);
    // Its own sequel has not aired.
    await list(12, "Completed");
    expect((await page()).sequels).toEqual([]);
    await database.sql`UPDATE animes SET status = 'Currently Airing' WHERE mal_id = 14`;
    // The sequel alone names the relation.
    expect((await page()).sequels).toMatchObject([{ card: { id: 14 } }]);
    await database.sql`UPDATE animes SET status = 'Not yet aired' WHERE mal_id = 14`;
  });

  it("do not name a completed title that parental control hides", async () => {
    await list(11, "Completed");
    expect(await page()).toMatchObject({ total: 1 });
    await database.sql`UPDATE animes SET rating = 'Rx - Hentai' WHERE mal_id = 11`;
    expect(await page()).toMatchObject({ total: 0, sequels: [] });
    await database.sql`UPDATE animes SET rating = NULL WHERE mal_id = 11`;
  });

  it("are planned in one click", async () => {
    await list(11, "Completed");
    const planned = callPage(planSequel, "/discover/sequels", {
      init: {
        method: "POST",
        headers: { cookie: user.cookie },
        body: new URLSearchParams({ animeId: "12", state: "planned" }),
      },
    });
    expect(await catchPageError(planned)).toEqual({ status: 303, data: "/discover/sequels" });
    expect((await page()).flashMessage).toMatchObject({ undo: { intent: "undo" } });
    expect((await page()).sequels).toEqual([]);
  });
});

describe("one card per franchise", () => {
  const browseAt = async (search: string) => {
    const { cards, meta } = await callPage(browse, `/browse?${search}`);
    return { cards: cards.map(({ id, others }) => [id, others]), total: meta.total_items };
  };

  it("shows the best known title in Browse, and the best match of the filters", async () => {
    expect(await browseAt("franchises=collapse&order_by=title_asc")).toEqual({
      cards: [
        [15, undefined],
        [11, 3],
      ],
      total: 2,
    });
    expect(await browseAt("franchises=collapse&type_filter=special")).toEqual({
      cards: [[13, undefined]],
      total: 1,
    });
    expect((await browseAt("")).total).toBe(5);
    const { status } = await catchPageError(callPage(browse, "/browse?franchises=all"));
    expect(status).toBe(400);
  });

  it("counts the entries of My list by franchise", async () => {
    for (const id of [12, 13, 15]) await list(id, "Completed");
    const listAt = async (search: string) => {
      const page = await callPage(myList, `/list?state=completed${search}`, {
        init: { headers: { cookie: user.cookie } },
      });
      return {
        cards: page.entries.map(({ card }) => [card.id, card.others]).sort(),
        found: page.found,
      };
    };
    expect(await listAt("")).toMatchObject({ found: 3 });
    expect(await listAt("&franchises=collapse")).toEqual({
      cards: [
        [12, 1],
        [15, undefined],
      ],
      found: 2,
    });
    expect(await listAt("&franchises=collapse&type_filter=special")).toEqual({
      cards: [[13, undefined]],
      found: 1,
    });
  });
});
