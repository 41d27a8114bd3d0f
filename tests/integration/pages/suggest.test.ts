import { beforeAll, expect, it } from "vitest";
import type { Suggestion } from "~/features/listing/suggest/suggestion";
import { loader as suggest } from "~/routes/catalog/suggest";
import { addAnimes, indexForSearch } from "../../factories/anime";
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

async function offered(q: string, visitor = {}): Promise<Suggestion[]> {
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

it("suggests mature titles only when parental control is off", async () => {
  expect((await offered("harbor")).map(({ id }) => id)).toEqual([1]);
  expect((await offered("harbor", { parentalControl: false })).map(({ id }) => id).sort()).toEqual([
    1, 2,
  ]);
});

it("suggests nothing for an empty query, and rejects 257 characters but not 256", async () => {
  expect(await offered("  ")).toEqual([]);
  expect(await offered("x".repeat(256))).toEqual([]);
  const response = await call(suggest, `/suggest?q=${"x".repeat(257)}`);
  expect(response.status).toBe(400);
});
