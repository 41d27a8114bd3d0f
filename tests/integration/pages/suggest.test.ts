import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AgeLimit, type ParentalControl } from "~/features/catalog/parental-control";
import type { VisitorSettings } from "~/pages/viewer/visitor-settings";
import type { Suggestion } from "~/features/listing/suggest/suggestion";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as suggest } from "~/routes/catalog/suggest";
import { childLimits } from "~db/schema";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { addCredits, characterRow, voiceActor } from "../../factories/credits";
import { createSignedInClient, dataOf } from "../../support/server/signed-in";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const call = createPageCaller(database);

beforeAll(async () => {
  await addAnimes(
    database.db,
    {
      mal_id: 1,
      title: "Harbor Lights",
      title_english: "Lights of the Harbor",
      year: 2019,
      type: "TV",
    },
    { mal_id: 2, title: "Harbor Nights", rating: "Rx - Hentai", year: 2020, type: "OVA" },
  );
  await indexForSearch(database.db);
});

async function offered(q: string, visitor: Partial<VisitorSettings> = {}): Promise<Suggestion[]> {
  const response = await call(suggest, `/suggest?${new URLSearchParams({ q }).toString()}`, {
    visitor,
  });
  expect([response.status, response.headers.get("cache-control")]).toEqual([
    200,
    "private, no-store",
  ]);
  return ((await response.json()) as { data: Suggestion[] }).data;
}

it("suggests titles with their URL, year and type, in the title language", async () => {
  expect(await offered("harbor lights")).toEqual([
    {
      kind: "title",
      id: 1,
      path: "/anime/1/harbor-lights",
      title: { text: "Harbor Lights", lang: "ja-Latn" },
      line: "2019\u00a0· TV",
    },
  ]);
  expect((await offered("harbor lights", { titleLanguage: "english" }))[0]?.title).toEqual({
    text: "Lights of the Harbor",
    lang: "en",
  });
});

it("names another title that the search matches", async () => {
  expect((await offered("lights of"))[0]).toMatchObject({
    title: { text: "Harbor Lights" },
    match: { text: "Lights of the Harbor", lang: "en" },
  });
  expect((await offered("lights of", { titleLanguage: "english" }))[0]).not.toHaveProperty("match");
});

describe("the exact name of a title that is withheld", () => {
  beforeAll(async () => {
    await addAnimes(
      database.db,
      { mal_id: 11, title: "Quokka Tides", rating: "R+ - Mild Nudity" },
      { mal_id: 12, title: "Quokka Tiles", rating: "PG - Children" },
      { mal_id: 13, title: "Marmot Tides", rating: "Rx - Hentai" },
      { mal_id: 14, title: "Marmot Tiles", rating: "R+ - Mild Nudity" },
    );
    await indexForSearch(database.db);
  });

  const onPages = async (q: string, parentalControl: ParentalControl) => {
    const visitor = { parentalControl };
    const browsed = `/browse?${new URLSearchParams({ search_query: q }).toString()}`;
    const { cards } = await call(browse, browsed, { visitor });
    return [(await offered(q, visitor)).map(idOf), cards.map(({ id }) => id)];
  };
  const idOf = (suggestion: Suggestion) => (suggestion.kind === "title" ? suggestion.id : null);

  it("finds similar names within an age limit, and under parental control", async () => {
    expect(await onPages("quokka tides", new AgeLimit("pg"))).toEqual([[12], [12]]);
    expect(await onPages("marmot tides", new AgeLimit("pg"))).toEqual([[], []]);
    expect(await onPages("marmot tides", true)).toEqual([[14], [14]]);
    for (const ids of await onPages("marmot tides", false)) expect(ids[0]).toBe(13);
  });

  it("finds similar names for programs of a child, whatever their URL says", async () => {
    const child = await createSignedInClient(database);
    const query = "quokka%20tides&parental_control=false";
    const paths = [`/api/animes/suggest?q=${query}`, `/api/animes?search_query=${query}`];
    const found = () =>
      Promise.all(
        paths.map(async (path) => {
          const titles = dataOf<{ mal_id: number }[]>(await child.send("GET", path));
          return titles.map(({ mal_id }) => mal_id);
        }),
      );
    for (const ids of await found()) expect(ids[0]).toBe(11);
    await database.db.insert(childLimits).values({ userId: child.userId, maxRating: "pg" });
    expect(await found()).toEqual([[12], [12]]);
  });
});

describe("recent searches", () => {
  const recent = async (cookie?: string) => {
    const response = await call(suggest, "/suggest", {
      init: cookie === undefined ? {} : { headers: { cookie } },
    });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const body = (await response.json()) as { recent: { id: string; query: string }[] };
    return body.recent.map(({ query }) => query);
  };

  it("are offered for an empty query, newest first and each once", async () => {
    const user = await createSignedInClient(database);
    for (const query of ["Mushishi", "Frieren", "mushishi"])
      await user.send("POST", "/api/user/searchHistory", { query });
    expect(await recent(user.cookie)).toEqual(["mushishi", "Frieren"]);
    expect(await recent()).toEqual([]);
    await user.send("POST", "/api/saveUserPreferences", { trackSearchHistory: false });
    expect(await recent(user.cookie)).toEqual([]);
  });
});

describe("what a signed-in user has of a title", () => {
  const ownOf = async (cookie: string) => {
    // A site of its own each time, as sites keep what plays here until their catalog changes.
    const response = await createPageCaller(database)(suggest, "/suggest?q=harbor+lights", {
      init: { headers: { cookie } },
    });
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const [first] = ((await response.json()) as { data: Suggestion[] }).data;
    return first?.kind === "title" ? first.own : "no title";
  };
  const addEpisodes = () => database.sql`
    INSERT INTO episodes (anime_mal_id, number, title)
    SELECT 1, number, 'Episode ' || number FROM generate_series(1, 12) number
    ON CONFLICT DO NOTHING`;
  const addSource = (number: number) => database.sql`
    INSERT INTO episode_sources (anime_mal_id, number, address, kind)
    VALUES (1, ${number}, 'https://media.example/e.m3u8', 'sub')`;

  beforeEach(async () => {
    await database.sql`UPDATE animes SET episodes = 12 WHERE mal_id = 1`;
    await addEpisodes();
    await database.sql`DELETE FROM episode_sources`;
  });

  it("is the state with progress, and +1 where the next episode does not play here", async () => {
    const user = await createSignedInClient(database);
    expect(await ownOf(user.cookie)).toBeUndefined();
    await user.send("POST", "/api/user/watchList", { animeId: 1, type: "To Watch" });
    expect(await ownOf(user.cookie)).toEqual({
      line: "Planned",
      action: { kind: "mark", episode: 1 },
    });
    await user.send("PATCH", "/api/user/watchlist/entry", {
      animeId: 1,
      state: "watching",
      episodesSeen: 3,
    });
    expect(await ownOf(user.cookie)).toEqual({
      line: "Watching · 3 of 12",
      action: { kind: "mark", episode: 4 },
    });
    expect((await offered("harbor lights"))[0]).not.toHaveProperty("own");
    await user.send("PATCH", "/api/user/watchlist/entry", {
      animeId: 1,
      state: "completed",
      episodesSeen: 12,
    });
    expect(await ownOf(user.cookie)).toEqual({ line: "Completed", action: null });
  });

  it("offers no +1 for what has yet to air", async () => {
    const user = await createSignedInClient(database);
    const watching = { animeId: 1, state: "watching", episodesSeen: 3 };
    await user.send("PATCH", "/api/user/watchlist/entry", watching);
    const airs = (interval: string) => database.sql`
      UPDATE episodes SET aired = now() + (number - 4) * interval '7 days' + ${interval}::interval
      WHERE anime_mal_id = 1`;
    await database.sql`UPDATE animes SET status = 'Currently Airing' WHERE mal_id = 1`;
    await airs("10 minutes");
    expect(await ownOf(user.cookie)).toMatchObject({ action: null });
    await airs("-1 second");
    expect(await ownOf(user.cookie)).toMatchObject({ action: { kind: "mark", episode: 4 } });
    await database.sql`UPDATE animes SET status = 'Finished Airing' WHERE mal_id = 1`;
  });

  it("is Play where the next episode plays here, also of a title off the list", async () => {
    await addSource(1);
    const user = await createSignedInClient(database);
    const play = (episode: number) => ({ kind: "play", episode, path: `/watch/1/${episode}` });
    expect(await ownOf(user.cookie)).toEqual({ line: null, action: play(1) });
    await user.send("PATCH", "/api/user/watchlist/entry", {
      animeId: 1,
      state: "watching",
      episodesSeen: 1,
    });
    expect(await ownOf(user.cookie)).toEqual({
      line: "Watching · 1 of 12",
      action: { kind: "mark", episode: 2 },
    });
    await addSource(2);
    expect(await ownOf(user.cookie)).toMatchObject({ action: play(2) });
  });
});

const idsOf = (suggestions: readonly Suggestion[]) =>
  suggestions.flatMap((one) => (one.kind === "title" ? one.id : []));

it("suggests mature titles only when parental control is off", async () => {
  expect(idsOf(await offered("harbor"))).toEqual([1]);
  expect(idsOf(await offered("harbor", { parentalControl: false })).sort()).toEqual([1, 2]);
});

it("suggests nothing for an empty query, and rejects 257 characters but not 256", async () => {
  expect(await offered("  ")).toEqual([]);
  expect(await offered("x".repeat(256))).toEqual([]);
  const response = await call(suggest, `/suggest?q=${"x".repeat(257)}`);
  expect(response.status).toBe(400);
});

describe("characters, people and studios", () => {
  const kinds = async (text: string, visitor?: Partial<VisitorSettings>) =>
    (await offered(text, visitor)).map(({ kind, title }) => [kind, title.text]);

  beforeAll(async () => {
    await addCredits(database.db, {
      characters: [
        characterRow(1, 10, {
          name: "Spiegel, Harborn",
          voice_actors: [voiceActor(50, { name: "Koujirou, Harb", name_japanese: "港 光" })],
        }),
        characterRow(2, 20, {
          name: "Harbinger",
          voice_actors: [voiceActor(51, { name: "Harba" })],
        }),
      ],
    });
  });

  it("follow the titles, with the first of each kind", async () => {
    expect(await kinds("harb")).toEqual([
      ["title", "Harbor Lights"],
      ["character", "Harborn Spiegel"],
      ["person", "Harb Koujirou"],
    ]);
    expect(await kinds("spiegel h")).toEqual([["character", "Harborn Spiegel"]]);
    expect(await kinds("kojiro")).toEqual([["person", "Harb Koujirou"]]);
    expect(await kinds("港")).toEqual([["person", "Harb Koujirou"]]);
    expect((await offered("spiegel"))[0]).toMatchObject({
      path: "/character/10/harborn-spiegel",
      line: "Character · Harbor Lights",
    });
  });

  it("have the best-known titles of a person that the viewer may see", async () => {
    const titles = async (visitor: Partial<VisitorSettings> = {}) => {
      const person = (await offered("harb", visitor)).find(({ kind }) => kind === "person");
      return person?.kind === "person" ? person.titles : null;
    };
    expect(await titles()).toEqual([{ text: "Harbor Lights", lang: "ja-Latn" }]);
    expect(await titles({ titleLanguage: "english" })).toEqual([
      { text: "Lights of the Harbor", lang: "en" },
    ]);
  });

  it("include those of mature titles only when parental control is off", async () => {
    const names = (await kinds("harb", { parentalControl: false })).map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(["Harbinger"]));
  });

  it("lead the results of a search, on its first page", async () => {
    const named = async (query: string, visitor: Partial<VisitorSettings> = {}) =>
      (await call(browse, `/browse?${query}`, { visitor })).named.map(({ kind, path, line }) => [
        kind,
        path,
        line,
      ]);
    expect(await named("search_query=harb")).toEqual([
      ["character", "/character/10/harborn-spiegel", "Character · Harbor Lights"],
      ["person", "/person/50/harb-koujirou", "Person"],
    ]);
    expect(await named("search_query=harb&page_number=2")).toEqual([]);
    expect(await named("genre_filter=Action")).toEqual([]);
    const all = await named("search_query=harb", { parentalControl: false });
    expect(all.map(([, path]) => path)).toContain("/character/20/harbinger");
  });
});
