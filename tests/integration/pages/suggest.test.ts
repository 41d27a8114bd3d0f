import { beforeAll, describe, expect, it } from "vitest";
import type { VisitorSettings } from "~/pages/viewer/visitor-settings";
import type { Suggestion } from "~/features/listing/suggest/suggestion";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as suggest } from "~/routes/catalog/suggest";
import { addAnimes, indexForSearch } from "../../factories/anime";
import { addCredits, characterRow, voiceActor } from "../../factories/credits";
import { createSignedInClient } from "../../support/server/signed-in";
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
      line: "2019 · TV",
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
