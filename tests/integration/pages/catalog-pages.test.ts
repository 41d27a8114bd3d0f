import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { loader as anime } from "~/routes/catalog/anime";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as genre } from "~/routes/catalog/genre";
import { loader as home } from "~/routes/catalog/home";
import { loader as random } from "~/routes/catalog/random";
import { loader as studio } from "~/routes/catalog/studio";
import { addAnimes, addEpisodes, addRelation, indexForSearch } from "../../factories/anime";
import { createPageCaller, catchPageError } from "../../support/server/call-page";
import { createSignedInClient } from "../../support/server/signed-in";
import { loadConfig } from "~/config/config.server";
import { openDatabase } from "~db/client.server";
import { railOf } from "../../support/home-rails";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const call = createPageCaller(database);
const adult = { visitor: { parentalControl: false } };

beforeAll(async () => {
  await addAnimes(
    database.db,
    {
      mal_id: 1,
      title: "Harbor Lights",
      title_english: "Lights of the Harbor",
      title_japanese: "港の灯",
      score: 9,
      genres: ["Sci-Fi", "Drama"],
      studios: ["A-1 Pictures"],
      synopsis: "First.\n\nSecond.\n\n(Source: ANN)",
    },
    {
      mal_id: 2,
      title: "Harbor Lights Second",
      score: 8,
      genres: ["Drama"],
      studios: ["A-1 Pictures"],
      aired_from: "2018-04-05T00:00:00.000Z",
      youtube_id: "abcdefghijk",
    },
    {
      mal_id: 3,
      title: "Closed Door",
      score: 9.9,
      popularity: 1,
      rating: "Rx - Hentai",
      genres: ["Drama"],
      studios: ["A-1 Pictures"],
      status: "Currently Airing",
    },
    { mal_id: 4, title: "港", score: 5, genres: ["Comedy"] },
  );
  await addRelation(database.db, 1, "SEQUEL", 2);
  await addRelation(database.db, 1, "SIDE_STORY", 3);
  await addEpisodes(database.db, 1, 1, 51, { filler: true });
});

it("a title's page leaves connections of the pool to other requests", async () => {
  let active = 0;
  let most = 0;
  const client = openDatabase(database.options, {
    poolSize: 50,
    timeouts: null,
    observe() {
      active += 1;
      most = Math.max(most, active);
      return () => (active -= 1);
    },
  });
  onTestFinished(() => client.close());
  const { cookie } = await createSignedInClient(database);
  const callPage = createPageCaller(client);
  const page = await callPage(anime, "/anime/1/harbor-lights", {
    params: { id: "1", slug: "harbor-lights" },
    init: { headers: { cookie } },
  });
  expect(page).toMatchObject({ userId: expect.any(String) as string });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(loadConfig({}).database.poolSize);
});

it("a genre lists its best titles first, a studio its newest", async () => {
  const ofGenre = await call(genre, "/genre/drama", { params: { name: "drama" } });
  expect(ofGenre.cards.map(({ id }) => id)).toEqual([1, 2]);
  const ofStudio = await call(studio, "/studio/a_1 pictures", { params: { name: "a_1 pictures" } });
  expect(ofStudio.cards.map(({ id }) => id)).toEqual([2, 1]);
});

describe("parental control on pages", () => {
  it("hides mature titles from every list unless the visitor has switched it off", async () => {
    const ids = async (visitor: { parentalControl: boolean }) => {
      const [front, listing, drama, studioPage, title] = await Promise.all([
        call(home, "/", { visitor }),
        call(browse, "/browse?parental_control=false", { visitor }),
        call(genre, "/genre/drama", { params: { name: "drama" }, visitor }),
        call(studio, "/studio/a_1 pictures", { params: { name: "a_1 pictures" }, visitor }),
        call(anime, "/anime/1/harbor-lights", {
          params: { id: "1", slug: "harbor-lights" },
          visitor,
        }),
      ]);
      return [
        [
          ...(railOf(front, "topRated") ?? []),
          ...(railOf(front, "popular") ?? []),
          ...(railOf(front, "featured") ?? []),
          ...(railOf(front, "genreRails") ?? []).flatMap(({ cards }) => cards),
        ].some(({ id }) => id === 3),
        listing.cards.some(({ id }) => id === 3),
        drama.cards.some(({ id }) => id === 3),
        studioPage.cards.some(({ id }) => id === 3),
        title.related.some(({ card }) => card.id === 3),
      ];
    };
    expect(await ids({ parentalControl: true })).toEqual([false, false, false, false, false]);
    expect(await ids({ parentalControl: false })).toEqual([true, true, true, true, true]);
  });

  it("responds 403 for the page of a hidden title, and shows it when switched off", async () => {
    const params = { id: "3", slug: "closed-door" };
    expect(await catchPageError(call(anime, "/anime/3/closed-door", { params }))).toMatchObject({
      status: 403,
    });
    expect((await call(anime, "/anime/3/closed-door", { params, ...adult })).anime.id).toBe(3);
  });

  it("picks a random mature title only when switched off", async () => {
    const none = await call(random, "/random?rating_filter=rx&type_filter=");
    expect(none.headers.get("location")).toBe("/browse?rating_filter=rx&random=none");
    expect(none.headers.get("cache-control")).toBe("no-store");
    expect((await call(browse, "/browse?rating_filter=rx&random=none")).wasRandom).toBe(true);
    expect((await call(browse, "/browse?rating_filter=rx")).wasRandom).toBe(false);
    const response = await call(random, "/random?rating_filter=rx", adult);
    expect(response.headers.get("location")).toBe("/anime/3/closed-door?random=rating_filter%3Drx");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("picks no music video, promo or title without a score at random unless asked to", async () => {
    onTestFinished(async () => {
      await database.sql`DELETE FROM animes WHERE mal_id BETWEEN 81 AND 84`;
    });
    await addAnimes(
      database.db,
      { mal_id: 81, title: "Told", genres: ["Gourmet"] },
      { mal_id: 82, title: "Sung", genres: ["Gourmet", "Sports"], type: "Music" },
      { mal_id: 83, title: "Sold", genres: ["Gourmet"], type: "CM" },
      { mal_id: 84, title: "Unknown", genres: ["Gourmet"], score: null, type: "ONA" },
    );
    const pick = async (query: string) =>
      (await call(random, `/random?${query}`)).headers.get("location");
    for (let round = 0; round < 8; round += 1)
      expect(await pick("genre_filter=gourmet&type_filter=")).toBe(
        "/anime/81/told?random=genre_filter%3Dgourmet",
      );
    expect(await pick("genre_filter=gourmet&type_filter=music")).toMatch(/^\/anime\/82\/sung\?/);
    expect(await pick("type_filter=ona&genre_filter=gourmet")).toMatch(/^\/anime\/84\/unknown\?/);
    // Nothing else is left.
    expect(await pick("genre_filter=sports")).toMatch(/^\/anime\/82\/sung\?/);
  });
});

describe("Browse", () => {
  it("counts studios by the other filters, and keeps a chosen one without titles", async () => {
    const studios = async (query: string) => (await call(browse, `/browse?${query}`)).studios;
    expect(await studios("")).toEqual([{ name: "A-1 Pictures", count: 2 }]);
    expect(await studios("genre_filter=sci-fi")).toEqual([{ name: "A-1 Pictures", count: 1 }]);
    expect(await studios("genre_filter=comedy")).toEqual([]);
    expect(await studios("genre_filter=comedy&studio_filter=a-1+pictures")).toEqual([
      { name: "A-1 Pictures", count: 0 },
    ]);
  });

  it("says by which other name a search found a title", async () => {
    await indexForSearch(database.db);
    const matches = async (query: string) =>
      (await call(browse, `/browse?search_query=${query}`)).cards.map(({ match }) => match?.text);
    expect(await matches("lights+of+the+harbor")).toContain("Lights of the Harbor");
    expect(await matches("harbor+lights")).toEqual([undefined, undefined]);
  });
});

describe("the title page", () => {
  it("redirects a wrong or missing slug to the canonical URL with its parameters", async () => {
    expect(await catchPageError(call(anime, "/anime/1", { params: { id: "1" } }))).toEqual({
      status: 302,
      data: "/anime/1/harbor-lights",
    });
    expect(
      await catchPageError(
        call(anime, "/anime/1/x?episodes=2", { params: { id: "1", slug: "x" } }),
      ),
    ).toEqual({ status: 302, data: "/anime/1/harbor-lights?episodes=2" });
    expect(
      await catchPageError(call(anime, "/anime/4/x", { params: { id: "4", slug: "x" } })),
    ).toEqual({
      status: 302,
      data: "/anime/4",
    });
  });

  it.each(["0", "01", "abc", "5", "99999999999"])("responds 404 for the id %s", async (id) => {
    expect(await catchPageError(call(anime, `/anime/${id}`, { params: { id } }))).toMatchObject({
      status: 404,
    });
  });

  it("shows names in the chosen language, and the others beside", async () => {
    const { anime: page } = await call(anime, "/anime/1/harbor-lights", {
      params: { id: "1", slug: "harbor-lights" },
      visitor: { titleLanguage: "english" },
    });
    expect(page.title).toEqual({ text: "Lights of the Harbor", lang: "en" });
    expect(page.otherNames.map(({ label }) => label)).toEqual([
      "fact.romajiTitle",
      "fact.japaneseTitle",
    ]);
    expect([page.synopsis, page.synopsisSource]).toEqual([["First.", "Second."], "ANN"]);
  });

  it("lists fifty episodes at a time", async () => {
    const params = { id: "1", slug: "harbor-lights" };
    const first = await call(anime, "/anime/1/harbor-lights", { params });
    expect([first.episodes.length, first.episodesTotal, first.episodes[0]?.filler]).toEqual([
      50,
      51,
      true,
    ]);
    const second = await call(anime, "/anime/1/harbor-lights?episodes=2", { params });
    expect(second.episodes.map(({ number }) => number)).toEqual([51]);
    const odd = await call(anime, "/anime/1/harbor-lights?episodes=-1", { params });
    expect(odd.episodesPage).toBe(1);
  });

  it("states one duration of episodes, except of those that are longer", async () => {
    const params = { id: "1", slug: "harbor-lights" };
    await database.sql`UPDATE episodes SET duration = CASE number WHEN 1 THEN 30 ELSE 50 END WHERE anime_mal_id = 1`;
    const { anime: shown, episodes } = await call(anime, "/anime/1/harbor-lights", { params });
    expect(shown.facts).toContainEqual({ label: "fact.length", value: "24 min per ep" });
    expect(episodes.slice(0, 2).map(({ duration }) => duration)).toEqual(["24 min", "50 min"]);
  });

  it("marks playable episodes: those with an attached source or one of the catalog's", async () => {
    const playable = async () =>
      (await call(anime, "/anime/1/harbor-lights", { params: { id: "1", slug: "harbor-lights" } }))
        .playable;
    expect(await playable()).toEqual([]);
    await database.sql`INSERT INTO episode_sources (anime_mal_id, number, address, kind) VALUES (1, 4, 'https://media.example/4.m3u8', 'sub')`;
    await database.sql`UPDATE episodes SET video_source = 'https://media.example/2.m3u8' WHERE anime_mal_id = 1 AND number IN (2, 4)`;
    expect(await playable()).toEqual([2, 4]);
  });

  it("plays a trailer only with a valid YouTube id", async () => {
    const { anime: page } = await call(anime, "/anime/2/harbor-lights-second", {
      params: { id: "2", slug: "harbor-lights-second" },
    });
    expect(page.youtubeId).toBe("abcdefghijk");
  });
});

describe("Browse", () => {
  it("suggests the filter to remove when nothing matches, the most effective first", async () => {
    const { cards, relaxations, chips } = await call(
      browse,
      "/browse?genre_filter=drama&type_filter=tv&score_filter=9.5",
    );
    expect(cards).toEqual([]);
    expect(chips.map(({ label }) => label)).toEqual(["Score 9.5 or more", "Drama", "TV"]);
    expect(relaxations).toEqual([
      { label: "Score 9.5 or more", to: "/browse?genre_filter=drama&type_filter=TV", total: 2 },
    ]);
  });

  it("responds 400 naming every invalid parameter", async () => {
    const error = await catchPageError(
      call(browse, "/browse?score_filter=11&season_filter=monsoon"),
    );
    expect(error).toMatchObject({
      status: 400,
      data: { issues: [{ path: "season_filter" }, { path: "score_filter" }] },
    });
  });

  it("shows the exact total on a page past the end", async () => {
    const { cards, meta } = await call(browse, "/browse?page_number=9");
    expect([cards.length, meta.total_items, meta.last_page]).toEqual([0, 3, 1]);
  });
});

describe("genre and studio pages", () => {
  it("find a name in any spelling and show the catalog's own", async () => {
    const page = await call(genre, "/genre/sci_fi", { params: { name: "sci_fi" } });
    expect([page.name, page.cards.map(({ id }) => id)]).toEqual(["Sci-Fi", [1]]);
  });

  it.each(["Unknown", "  ", "x".repeat(300)])("respond 404 for %j", async (name) => {
    expect(await catchPageError(call(studio, "/studio/x", { params: { name } }))).toMatchObject({
      status: 404,
    });
  });

  it("reject a name with NUL", async () => {
    const params = { name: "A-1\0Pictures" };
    const rejection = {
      status: 400,
      data: { issues: [{ path: "name", message: "name can’t contain a NUL character." }] },
    };
    expect(await catchPageError(call(studio, "/studio/x", { params }))).toMatchObject(rejection);
    expect(await catchPageError(call(genre, "/genre/x", { params }))).toMatchObject(rejection);
  });
});
