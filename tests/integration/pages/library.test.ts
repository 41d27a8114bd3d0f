import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loader as home } from "~/routes/catalog/home";
import { loader as library } from "~/routes/catalog/library";
import { animes, episodeSources } from "~db/schema";
import { addAnimes, addEpisodes } from "../../factories/anime";
import { railOf } from "../../support/home-rails";
import { testDatabase } from "../../support/database/test-database";
import { createPageCaller } from "../../support/server/call-page";
import { createOwner } from "../../support/server/owner";
import { createSignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const { db, sql } = database;
const MATURE = 4;
const ALL = [1, 2, 3, MATURE];

beforeAll(async () => {
  await sql`TRUNCATE animes CASCADE`;
  await addAnimes(
    db,
    ...ALL.map((mal_id) => ({
      mal_id,
      title: `${"DCBA"[mal_id - 1]} harbor`,
      title_english: `Harbor ${mal_id}`,
      ...(mal_id === MATURE ? { rating: "Rx - Hentai" } : {}),
    })),
  );
  for (const id of ALL) await addEpisodes(db, id, 1, 2);
});

beforeEach(() => db.delete(episodeSources));

/** A day later for each. */
async function attach(...ids: number[]) {
  await db.insert(episodeSources).values(
    ids.map((animeMalId, day) => ({
      animeMalId,
      number: 1,
      kind: "sub",
      url: `/media/files/shows/${animeMalId}.mkv`,
      addedAt: new Date(Date.UTC(2026, 0, 1 + day)),
    })),
  );
}

const idsOf = (cards: readonly { id: number }[]) => cards.map(({ id }) => id);

/** A caller has caches of its own. */
async function open(search = "", options: Parameters<ReturnType<typeof createPageCaller>>[2] = {}) {
  return createPageCaller(database)(library, `/library${search}`, options);
}

describe("/library", () => {
  it("is empty for a viewer who may not see what plays here", async () => {
    await attach(MATURE);
    expect(await open()).toMatchObject({ isEmpty: true });
    expect(await open("", { visitor: { parentalControl: false } })).toMatchObject({
      isEmpty: false,
    });
  });

  it("lists what plays here by title, in the visitor's title language", async () => {
    await attach(1, 2, 3);
    expect(idsOf((await open()).cards)).toEqual([3, 2, 1]);
    const english = await open("", { visitor: { titleLanguage: "english" } });
    expect(idsOf(english.cards)).toEqual([1, 2, 3]);
    expect(english.cards.every(({ plays }) => plays !== undefined)).toBe(true);
  });

  it("lists the latest first, under parental control without mature titles", async () => {
    await attach(2, MATURE, 1);
    expect(idsOf((await open("?view=added")).cards)).toEqual([1, 2]);
    const all = await open("?view=added", { visitor: { parentalControl: false } });
    expect(idsOf(all.cards)).toEqual([1, MATURE, 2]);
    expect(all.total).toBe(3);
  });

  it("shows the last page for one past the end, and the default for unknown views", async () => {
    await attach(1, 2);
    const page = await open("?view=continue&page=99");
    expect(page).toMatchObject({ view: "titles", page: 1, last: 1, total: 2 });
  });

  it("leaves out what the user has begun, and continues it", async () => {
    await attach(1, 2, 3);
    const user = await createSignedInClient(database);
    const signedIn = { init: { headers: { cookie: user.cookie } } };
    await user.send("POST", "/api/user/progress", {
      animeId: 2,
      episode: 1,
      position: 600,
      duration: 1_400,
    });
    expect(idsOf((await open("?view=unwatched", signedIn)).cards)).toEqual([3, 1]);
    expect(idsOf((await open("?view=continue", signedIn)).continued)).toEqual([2]);
    await db.delete(episodeSources).where(eq(episodeSources.animeMalId, 2));
    expect((await open("?view=continue", signedIn)).continued).toEqual([]);
  });

  it("says to owners that they can add a folder, and to others that nothing is here", async () => {
    expect(await open()).toMatchObject({ isEmpty: true, mayAddFolders: false, cards: [] });
    const owner = await createOwner(database);
    expect(await open("", { init: { headers: { cookie: owner.cookie } } })).toMatchObject({
      isEmpty: true,
      mayAddFolders: true,
    });
  });

  it("has nothing for visitors where only members may open files", async () => {
    await attach(1);
    const call = createPageCaller(database, { MEDIA_ACCESS: "members" });
    expect(await call(library, "/library")).toMatchObject({ isEmpty: true, mayOpenFiles: false });
  });

  it("does not show a withdrawn title", async () => {
    await attach(1, 2);
    await db.update(animes).set({ withdrawn: true }).where(eq(animes.malId, 2));
    expect(idsOf((await open()).cards)).toEqual([1]);
    await db.update(animes).set({ withdrawn: false }).where(eq(animes.malId, 2));
  });
});

describe("Newly added on Home", () => {
  const rail = async (visitor = {}) =>
    idsOf(railOf(await createPageCaller(database)(home, "/", { visitor }), "newlyAdded") ?? []);

  it("has what most lately began to play here", async () => {
    await attach(2, MATURE, 3);
    expect(await rail()).toEqual([3, 2]);
    expect(await rail({ parentalControl: false })).toEqual([3, MATURE, 2]);
  });

  it("keeps the place of a title that gets another episode", async () => {
    await attach(2, 3);
    await db
      .insert(episodeSources)
      .values({ animeMalId: 2, number: 2, kind: "sub", url: "/media/files/shows/2-2.mkv" });
    expect(await rail()).toEqual([3, 2]);
  });

  it("begins with the titles of the user's list", async () => {
    const user = await createSignedInClient(database);
    await user.send("PATCH", "/api/user/watchlist/entry", { animeId: 2, state: "planned" });
    await attach(2, 3);
    const page = await createPageCaller(database)(home, "/", {
      init: { headers: { cookie: user.cookie } },
    });
    expect(idsOf(railOf(page, "newlyAdded") ?? [])).toEqual([2, 3]);
    expect(await rail()).toEqual([3, 2]);
  });

  it("is empty where nothing plays", async () => {
    expect(await rail()).toEqual([]);
  });
});
