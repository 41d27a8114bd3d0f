import { beforeEach, describe, expect, it } from "vitest";
import {
  importCatalog,
  importEpisodes,
  importRelations,
} from "~/features/catalog/import/import-catalog.server";
import type { Rejection } from "~/features/catalog/import/source-line";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql } = await testDatabase();

beforeEach(async () => {
  await sql`truncate animes, catalog_state cascade`;
  await importCatalog(db, chunks([title(1), title(2)]));
});

async function episode() {
  const [row] = await sql`select * from episodes where anime_mal_id = 1 and number = 1`;
  return row;
}

describe("importEpisodes", () => {
  it("stores an episode under our names", async () => {
    await importEpisodes(
      db,
      chunks([
        {
          mal_id: 1,
          number: 1,
          title: "It`s Dawn",
          title_romaji: "Yoake",
          aired: "2019-04-05",
          minutes: 24,
          image: "https://images.test/e.jpg",
        },
      ]),
    );
    expect(await episode()).toEqual({
      anime_mal_id: 1,
      number: 1,
      title: "It's Dawn",
      title_japanese: null,
      title_romanji: "Yoake",
      description: null,
      image_url: "https://images.test/e.jpg",
      aired: "2019-04-05 00:00:00+00",
      duration: 24,
      score: null,
      filler: false,
      recap: false,
      video_source: null,
    });
  });

  it("fills and corrects from a second source, and blanks nothing that the second one lacks", async () => {
    await importEpisodes(
      db,
      chunks([
        {
          mal_id: 1,
          number: 1,
          title: "Dawn",
          minutes: 24,
          filler: true,
          video_source: "https://media.test/1.m3u8",
        },
      ]),
    );
    const counts = await importEpisodes(
      db,
      chunks([{ mal_id: 1, number: 1, title: "Daybreak", score: 4.5, minutes: null }]),
    );
    expect(counts).toMatchObject({ added: 0, changed: 1 });
    expect(await episode()).toMatchObject({
      title: "Daybreak",
      score: 4.5,
      duration: 24,
      filler: true,
      video_source: "https://media.test/1.m3u8",
    });
  });

  it("does not let a placeholder take the place of a real title", async () => {
    await importEpisodes(db, chunks([{ mal_id: 1, number: 1, title: "Episode 1" }]));
    expect(await episode()).toMatchObject({ title: "Episode 1" });
    await importEpisodes(db, chunks([{ mal_id: 1, number: 1, title: "Dawn" }]));
    expect(
      await importEpisodes(db, chunks([{ mal_id: 1, number: 1, title: "Episode 1" }])),
    ).toMatchObject({ unchanged: 1 });
    expect(await episode()).toMatchObject({ title: "Dawn" });
  });

  it("changes nothing the second time, and keeps the version", async () => {
    const rows = () =>
      chunks([
        { mal_id: 1, number: 1, title: "Dawn" },
        { mal_id: 1, number: 2, title: "Noon", aired: "2020-01-02" },
      ]);
    expect(await importEpisodes(db, rows())).toMatchObject({ added: 2 });
    const before = await sql`select version from catalog_state`;
    expect(await importEpisodes(db, rows())).toEqual({
      added: 0,
      changed: 0,
      unchanged: 2,
      rejected: 0,
    });
    expect(await sql`select version from catalog_state`).toEqual(before);
  });

  it("refuses episodes of titles that the catalog does not hold, and takes the others", async () => {
    const rejections: Rejection[] = [];
    const counts = await importEpisodes(
      db,
      chunks([
        { mal_id: 9, number: 1, title: "Lost" },
        { mal_id: 2, number: 1, title: "Found" },
      ]),
      {
        onRejected: (rejection) => rejections.push(rejection),
      },
    );
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 0, rejected: 1 });
    expect(rejections).toMatchObject([
      { kind: "episodes", at: { line: 1 }, reason: "mal_id 9 is not in the catalog" },
    ]);
  });
});

describe("importRelations", () => {
  it("adds relations once, also to titles that come later, in one spelling", async () => {
    const rows = () =>
      chunks([
        { mal_id: 1, related_mal_id: 2, relation: "Side Story" },
        { mal_id: 1, related_mal_id: 99, relation: "SEQUEL" },
        { mal_id: 9, related_mal_id: 1, relation: "PREQUEL" },
      ]);
    expect(await importRelations(db, rows())).toEqual({
      added: 2,
      changed: 0,
      unchanged: 0,
      rejected: 1,
    });
    expect(await importRelations(db, rows())).toEqual({
      added: 0,
      changed: 0,
      unchanged: 2,
      rejected: 1,
    });
    expect(await sql`select * from anime_relations order by related_mal_id`).toEqual([
      { mal_id: 1, related_mal_id: 2, relation: "SIDE_STORY" },
      { mal_id: 1, related_mal_id: 99, relation: "SEQUEL" },
    ]);
  });
});
