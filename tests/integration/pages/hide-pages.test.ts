import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { HIDE_SURFACES, type HideSurface } from "~/features/listing/hidden/hide-choices";
import { loader as anime } from "~/routes/catalog/anime";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as genre } from "~/routes/catalog/genre";
import { loader as home } from "~/routes/catalog/home";
import { loader as random } from "~/routes/catalog/random";
import { loader as suggest } from "~/routes/catalog/suggest";
import { action as saveSettings, loader as settings } from "~/routes/account/settings";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { railOf } from "../../support/home-rails";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { startApi, type ApiClient } from "../../support/server/api-client";
import { signUpClient, type SignedInClient } from "../../support/server/signed-in";

const database = await testDatabase();
const call = createPageCaller(database);
let account: SignedInClient | undefined;
let user: ApiClient;

beforeAll(async () => {
  const shared = { themes: ["School"], year: 2015, season: "Spring" as const };
  await addAnimes(
    database.db,
    ...Array.from({ length: 30 }, (_, index) => ({
      ...shared,
      mal_id: index + 1,
      title: `Port${index + 1} Harbor`,
      genres: index === 0 ? ["Drama", "Opera"] : ["Drama"],
      score: 9 - index / 10,
      popularity: index + 1,
    })),
  );
  await indexForSearch(database.db);
  await rebuildListingBitmaps(database.db);
});

/** A server per test, and one account for all. */
beforeEach(async () => {
  const client = await startApi(database);
  account ??= await signUpWithList(client.origin);
  user = Object.assign(client, { cookie: account.cookie });
  await save({ hide: [], hideOn: HIDE_SURFACES });
});

async function signUpWithList(origin: string): Promise<SignedInClient> {
  const client = await signUpClient(origin);
  await client.send("POST", "/api/user/watchList", { animeId: 1, type: "Completed" });
  await client.send("POST", "/api/user/watchList", { animeId: 2, type: "To Watch" });
  return client;
}

async function save(preferences: { hide?: string[]; hideOn?: readonly HideSurface[] }) {
  const { status } = await user.send("POST", "/api/user/sitePreferences", preferences);
  expect(status).toBe(200);
}

const signedIn = () => ({ init: { headers: { cookie: user.cookie } } });
const browseAt = async (search: string, options: object = signedIn()) => {
  const page = await call(browse, `/browse${search}`, options);
  return {
    ids: page.cards.map(({ id }) => id),
    total: page.meta.total_items,
    drama: page.genres.find(({ name }) => name === "Drama")?.count,
    chips: page.chips.map(({ label, to }) => [label, to]),
  };
};
const suggested = async (search = "") => {
  const response = await call(suggest, `/suggest?q=Port1+Harbor${search}`, signedIn());
  return ((await response.json()) as { data: { id: number }[] }).data.map(({ id }) => id);
};
const genreAt = (path: string, name: string) =>
  call(genre, path, { ...signedIn(), params: { name } });
const similarIds = async (search = "") =>
  (
    await call(anime, `/anime/9/port9-harbor${search}`, {
      ...signedIn(),
      params: { id: "9", slug: "port9-harbor" },
    })
  ).similar.map(({ card }) => card.id);
const randomTarget = async (search: string) => {
  const response = await call(random, `/random${search}`, signedIn());
  expect(response.headers.get("cache-control")).toContain("no-store");
  // The query is for the page's offer of another one.
  return response.headers.get("location")?.split("?")[0];
};

describe("Browse", () => {
  it("hides by its URL, with counts and chips", async () => {
    expect(await browseAt("?hide=seen")).toMatchObject({
      total: 29,
      drama: 29,
      chips: [["Not seen yet", "/browse?hide=none"]],
    });
    expect((await browseAt("?hide=seen,planned")).ids.slice(0, 2)).toEqual([3, 4]);
    expect(await browseAt("")).toMatchObject({ total: 30, drama: 30, chips: [] });
  });

  it("hides by the user's default, unless the URL says otherwise", async () => {
    await save({ hide: ["planned"] });
    expect(await browseAt("")).toMatchObject({ total: 29, drama: 29 });
    expect(await browseAt("?hide=none")).toMatchObject({ total: 30, drama: 30, chips: [] });
    expect((await browseAt("?hide=none&hide=seen")).ids[0]).toBe(2);
    await save({ hideOn: ["home"] });
    expect(await browseAt("")).toMatchObject({ total: 30, chips: [] });
  });

  it("finds what is not hidden", async () => {
    expect((await browseAt("?search_query=port1+harbor")).ids[0]).toBe(1);
    expect((await browseAt("?search_query=port1+harbor&hide=seen")).ids).not.toContain(1);
  });

  it("offers to show what is hidden when nothing is left", async () => {
    const page = await call(browse, "/browse?genre_filter=opera&hide=seen", signedIn());
    expect(page.relaxations).toContainEqual({
      label: "Not seen yet",
      to: "/browse?genre_filter=opera&hide=none",
      total: 1,
    });
  });

  it("ignores the choice of a visitor, and rejects an unknown one", async () => {
    expect(await browseAt("?hide=seen", {})).toMatchObject({ total: 30, chips: [] });
    for (const options of [{}, signedIn()])
      expect((await catchPageError(call(browse, "/browse?hide=watched", options))).status).toBe(
        400,
      );
  });
});

describe("pages without what the user knows", () => {
  it("are those of genres and studios", async () => {
    const { cards, meta, toggle } = await genreAt("/genre/Drama?hide=seen", "Drama");
    expect([meta.total_items, cards[0]?.id, toggle]).toEqual([
      29,
      2,
      { hides: true, other: ["none"] },
    ]);
    await save({ hide: ["seen"] });
    expect((await genreAt("/genre/Drama", "Drama")).meta.total_items).toBe(29);
    expect((await genreAt("/genre/Drama?hide=none", "Drama")).meta.total_items).toBe(30);
    expect(await genreAt("/genre/Opera", "Opera")).toMatchObject({
      name: "Opera",
      cards: [],
      meta: { total_items: 0 },
    });
    expect((await catchPageError(genreAt("/genre/None", "None"))).status).toBe(404);
  });

  it("are Home's rails and its count of genres", async () => {
    const at = async (search: string) => {
      const page = await call(home, `/${search}`, signedIn());
      return {
        rated: railOf(page, "topRated")?.[0]?.id,
        popular: railOf(page, "popular")?.[0]?.id,
        drama: railOf(page, "genreIndex")?.find(({ name }) => name === "Drama")?.count,
        featured: railOf(page, "featured")?.some(({ id }) => id <= 2),
      };
    };
    expect(await at("")).toMatchObject({ rated: 1, popular: 1, drama: 30 });
    expect(await at("?hide=seen,planned")).toEqual({
      rated: 3,
      popular: 3,
      drama: 28,
      featured: false,
    });
    await save({ hide: ["seen"] });
    expect(await at("")).toMatchObject({ rated: 2, popular: 2, drama: 29 });
    expect(await at("?hide=none")).toMatchObject({ rated: 1, popular: 1, drama: 30 });
  });

  it("are the suggestions of the search box", async () => {
    expect((await suggested())[0]).toBe(1);
    expect(await suggested("&hide=seen")).not.toContain(1);
    await save({ hide: ["seen"] });
    expect(await suggested()).not.toContain(1);
    await save({ hideOn: ["browse"] });
    expect((await suggested())[0]).toBe(1);
  });

  it("are similar titles", async () => {
    expect(await similarIds()).toContain(2);
    const hidden = await similarIds("?hide=planned");
    expect(hidden).not.toContain(2);
    expect(hidden).toHaveLength(12);
  });

  it("are what a random title is picked from", async () => {
    expect(await randomTarget("?genre_filter=opera")).toBe("/anime/1/port1-harbor");
    expect(await randomTarget("?genre_filter=opera&hide=seen")).toBe("/browse");
    await save({ hide: ["seen"] });
    expect(await randomTarget("?genre_filter=opera")).toBe("/browse");
    expect(await randomTarget("?genre_filter=opera&hide=none")).toBe("/anime/1/port1-harbor");
  });
});

describe("the settings", () => {
  const send = (fields: [string, string][]) =>
    call(saveSettings, "/settings", {
      init: {
        method: "POST",
        headers: { cookie: user.cookie },
        body: new URLSearchParams([["intent", "hide"], ...fields]),
      },
    });
  const shown = async () => (await call(settings, "/settings", signedIn())).hiding;

  it("save what is hidden where, and also nothing", async () => {
    await send([
      ["hide", "none"],
      ["hide", "seen"],
      ["hide", "dropped"],
      ["hideOn", "none"],
      ["hideOn", "home"],
    ]);
    expect(await shown()).toEqual({ hide: ["seen", "dropped"], hideOn: ["home"] });
    await send([
      ["hide", "none"],
      ["hideOn", "none"],
    ]);
    expect(await shown()).toEqual({ hide: [], hideOn: [] });
  });

  it("refuse an unknown choice", async () => {
    const refused = await send([
      ["hide", "watched"],
      ["hideOn", "none"],
    ]);
    expect(refused).toMatchObject({ data: { failure: {} } });
    expect(await shown()).toMatchObject({ hide: [] });
  });
});
