import { beforeEach, describe, expect, it } from "vitest";
import { importCatalog } from "~/features/import/import-catalog.server";
import type { Rejection } from "~/features/import/source-item";
import { loader as titlePage } from "~/routes/catalog/anime";
import { loader as browse } from "~/routes/catalog/browse";
import { loader as watchPage } from "~/routes/watch/episode";
import { addEpisodes } from "../../factories/anime";
import { createApiCaller } from "../../support/server/call-api";
import { createPageCaller } from "../../support/server/call-page";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const database = await testDatabase();
const { db, sql } = database;

const TAGS = [
  { name: "Time Loop", rank: 92 },
  { name: "Qzx Ending", rank: 80, spoiler: true },
  "Ghosts",
];
const STREAMS = [{ name: "Lantern TV", url: "https://lantern.test/harbor" }];
const tagged = (fields: object = {}) => title(1, { tags: TAGS, streams: STREAMS, ...fields });

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state CASCADE`;
});

const stored = async () =>
  (
    await sql<{ tags: { name: string }[]; streams: object[] }[]>`
    SELECT tags, streams FROM animes WHERE mal_id = 1`
  )[0];
const pageOf = (search = "") =>
  createPageCaller(database)(titlePage, `/anime/1/title-1${search}`, {
    params: { id: "1", slug: "title-1" },
  });

describe("an import", () => {
  it("stores tags and streams, and changes nothing the second time", async () => {
    expect(await importCatalog(db, chunks([tagged()]))).toMatchObject({ added: 1 });
    expect(await stored()).toEqual({
      tags: [
        { name: "Time Loop", rank: 92, spoiler: false },
        { name: "Qzx Ending", rank: 80, spoiler: true },
        { name: "Ghosts", rank: null, spoiler: false },
      ],
      streams: STREAMS,
    });
    expect(await importCatalog(db, chunks([tagged()]))).toMatchObject({ unchanged: 1 });
  });

  it("keeps them where a row has none, and removes them where its list is empty", async () => {
    await importCatalog(db, chunks([tagged()]));
    expect(await importCatalog(db, chunks([title(1)]))).toMatchObject({ unchanged: 1 });
    await importCatalog(db, chunks([title(1, { score: 8 })]));
    expect((await stored())?.tags).toHaveLength(3);
    expect(
      await importCatalog(db, chunks([title(1, { score: 8, tags: [], streams: [] })])),
    ).toMatchObject({ changed: 1 });
    expect(await stored()).toEqual({ tags: [], streams: [] });
  });

  it("rejects a row with an invalid tag or stream by name, and imports the others", async () => {
    const rejected: Rejection[] = [];
    const counts = await importCatalog(
      db,
      chunks([
        title(2, { tags: [{ name: "Loud", rank: 101 }] }),
        title(3, { streams: [{ name: "Bad", url: "javascript:alert(1)" }] }),
        tagged(),
      ]),
      { onRejected: (one) => rejected.push(one) },
    );
    expect(counts).toMatchObject({ added: 1, rejected: 2 });
    expect(rejected.map(({ at, reason }) => [at["line"], reason])).toEqual([
      [1, "tags.0.rank must be a whole number from 0 to 100"],
      [2, "streams.0.url must be an http or https address"],
    ]);
  });
});

describe("a title's page", () => {
  it("shows tags by rank and streams, and spoiler tags only when asked", async () => {
    await importCatalog(db, chunks([tagged()]));
    const page = await pageOf();
    expect(page.extras).toMatchObject({
      tags: [{ name: "Time Loop", rank: 92 }, { name: "Ghosts" }],
      maskedTags: 1,
      streams: STREAMS,
    });
    expect(JSON.stringify(page)).not.toContain("Qzx");
    const { extras } = await pageOf("?reveal=tags");
    expect(extras.tags.map(({ name }) => name)).toEqual(["Time Loop", "Qzx Ending", "Ghosts"]);
    expect(extras.maskedTags).toBe(0);
  });

  it("says in words what an age rating means", async () => {
    await importCatalog(db, chunks([title(1, { rating: "PG-13" })]));
    expect((await pageOf()).anime.facts).toContainEqual({
      label: "fact.rating",
      value: "PG-13 - Teens 13 or older",
      note: "ratingNote.pg13",
    });
  });
});

describe("a watch page", () => {
  const watch = () =>
    createPageCaller(database)(watchPage, "/watch/1/1", { params: { id: "1", number: "1" } });

  it("lists licensed streams of an episode without a source, and none beside a player", async () => {
    await importCatalog(db, chunks([tagged()]));
    await addEpisodes(db, 1, 1, 1);
    expect(await watch()).toMatchObject({ sources: [], elsewhere: STREAMS });
    await sql`INSERT INTO episode_sources (anime_mal_id, number, address, kind)
      VALUES (1, 1, 'https://video.test/1.m3u8', 'sub')`;
    expect(await watch()).toMatchObject({ sources: [{}], elsewhere: [] });
  });
});

describe("a tag as a filter", () => {
  const found = async (query: string) => {
    const { status, json } = await createApiCaller(database).get(`/api/animes/full?${query}`);
    const { data } = json as { data: { mal_id: number }[] };
    return { status, ids: data.map(({ mal_id }) => mal_id) };
  };

  it("finds titles by any of the tags, in any spelling, but not by a spoiler", async () => {
    await importCatalog(db, chunks([tagged(), title(2, { tags: ["Ghosts"] }), title(3)]));
    expect(await found("tag_filter=time_loop")).toEqual({ status: 200, ids: [1] });
    expect((await found("tag_filter=ghosts,Time+Loop")).ids.sort()).toEqual([1, 2]);
    expect((await found("tag_filter=qzx-ending")).ids).toEqual([]);
    expect((await found("tag_filter=")).ids).toHaveLength(3);
  });

  it("leaves mature titles to parental control", async () => {
    await importCatalog(db, chunks([tagged({ rating: "Rx" })]));
    expect((await found("tag_filter=ghosts")).ids).toEqual([]);
    expect((await found("tag_filter=ghosts&parental_control=false")).ids).toEqual([1]);
  });

  it("is a chip of Browse", async () => {
    await importCatalog(db, chunks([tagged()]));
    const page = await createPageCaller(database)(browse, "/browse?tag_filter=time-loop");
    expect(page.chips).toEqual([{ label: "Tag: Time Loop", to: "/browse" }]);
    expect(page.cards.map(({ id }) => id)).toEqual([1]);
  });

  it("adds nothing to the API's objects", async () => {
    await importCatalog(db, chunks([tagged()]));
    const { json } = await createApiCaller(database).get("/api/animes/getAnime?id=1");
    expect(Object.keys((json as { data: object }).data)).not.toEqual(
      expect.arrayContaining(["tags"]),
    );
  });
});
