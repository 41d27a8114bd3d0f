import { beforeEach, describe, expect, it } from "vitest";
import {
  importCatalog,
  importEpisodes,
  importRelations,
} from "~/features/import/import-catalog.server";
import type { Rejection } from "~/features/import/source-item";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql } = await testDatabase();

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state CASCADE`;
  await importCatalog(db, chunks([title(1), title(2)]));
});

async function episode() {
  const [row] = await sql`SELECT * FROM episodes WHERE anime_mal_id = 1 AND number = 1`;
  return row;
}

describe("importEpisodes", () => {
  it("maps the source's fields to ours", async () => {
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
          tvdb_season: 3,
          tvdb_episode: 11,
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
      tvdb_season: 3,
      tvdb_episode: 11,
    });
  });

  it("merges repeated rows of a chunk as those of two chunks", async () => {
    const counts = await importEpisodes(
      db,
      chunks([
        { mal_id: 1, number: 1, title: "Dawn", minutes: 24 },
        { mal_id: 1, number: 1, title: "Episode 1", score: 4.5 },
      ]),
    );
    expect(counts).toEqual({ added: 1, changed: 1, unchanged: 0, rejected: 0 });
    expect(await episode()).toMatchObject({ title: "Dawn", duration: 24, score: 4.5 });
  });

  it("merges a second source without clearing fields", async () => {
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

  it("never replaces a real title with a placeholder", async () => {
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
    const before = await sql`SELECT version FROM catalog_state`;
    expect(await importEpisodes(db, rows())).toEqual({
      added: 0,
      changed: 0,
      unchanged: 2,
      rejected: 0,
    });
    expect(await sql`SELECT version FROM catalog_state`).toEqual(before);
  });

  it("rejects episodes of unknown titles, and imports the others", async () => {
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
  it("adds relations once, with normalised types, also to titles imported later", async () => {
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
    expect(await sql`SELECT * FROM anime_relations ORDER BY related_mal_id`).toEqual([
      { mal_id: 1, related_mal_id: 2, relation: "SIDE_STORY" },
      { mal_id: 1, related_mal_id: 99, relation: "SEQUEL" },
    ]);
  });
});
