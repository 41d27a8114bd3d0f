import { beforeAll, expect, it } from "vitest";
import type { NameCount } from "~/features/catalog/anime";
import { importCatalog } from "~/features/import/import-catalog.server";
import { loader as filterNames } from "~/routes/catalog/filter-names";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const database = await testDatabase();
const call = createPageCaller(database);

beforeAll(async () => {
  const tags = ["Tragedy", { name: "Lost at the End", rank: 80, spoiler: true }];
  await importCatalog(
    database.db,
    chunks([
      title(1, {
        type: "TV",
        themes: ["School", "Mecha"],
        producers: ["Aniplex"],
        source: "Manga",
        tags,
      }),
      title(2, { type: "Movie", themes: ["School"], source: "Original", tags: ["Ships"] }),
      title(3, { type: "TV", themes: ["Hidden"], rating: "Rx - Hentai" }),
    ]),
  );
});

async function names(filter: string, search = ""): Promise<string[]> {
  const response = await call(filterNames, `/browse/names/${filter}${search}`, {
    params: { filter },
  });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: NameCount[] };
  return data.map(({ name, count }) => `${name} ${count}`);
}

it("lists names with their titles, most frequent first, and no spoiler tag or mature title", async () => {
  expect(await names("themes")).toEqual(["School 2", "Mecha 1"]);
  expect(await names("producers")).toEqual(["Aniplex 1"]);
  expect(await names("sources")).toEqual(["Manga 1", "Original 1"]);
  expect(await names("tags")).toEqual(["Ships 1", "Tragedy 1"]);
});

it("counts what the other filters leave, and ignores the filter itself", async () => {
  expect(await names("themes", "?type_filter=Movie&theme_filter=mecha")).toEqual(["School 1"]);
  expect(await names("tags", "?type_filter=TV")).toEqual(["Tragedy 1"]);
});

it("has names for the filters that are typed only", async () => {
  const response = await call(filterNames, "/browse/names/genres", {
    params: { filter: "genres" },
  });
  expect(response.status).toBe(404);
});
