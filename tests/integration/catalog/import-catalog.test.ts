import postgres from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import {
  importCatalog,
  importEpisodes,
  importRelations,
} from "~/features/import/import-catalog.server";
import type { Rejection } from "~/features/import/source-item";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql, options } = await testDatabase();

async function version(): Promise<number> {
  const [state] = await sql<{ version: string }[]>`SELECT version FROM catalog_state`;
  return Number(state?.version ?? 0);
}

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state CASCADE`;
});

describe("importCatalog", () => {
  it("updates the change time only when a title changes", async () => {
    const changes = async () =>
      (
        await sql<
          { mal_id: number; old: boolean }[]
        >`SELECT mal_id, changed_at < now() - interval '1 hour' AS old FROM animes ORDER BY mal_id`
      ).map(({ old }) => old);
    await importCatalog(db, chunks([title(1), title(2)]));
    await sql`UPDATE animes SET changed_at = now() - interval '1 day'`;
    await importCatalog(db, chunks([title(1), { ...title(2), score: 1.5 }]));
    expect(await changes()).toEqual([true, false]);
  });

  it("stores every field of a title unchanged", async () => {
    const row = {
      mal_id: 41,
      title: "Paper Lanterns",
      title_english: "Paper Lanterns!",
      title_japanese: "紙の灯り",
      title_synonyms: ["PL", 'quotes " and {braces}, commas'],
      type: "TV",
      source: "Manga",
      episodes: 12,
      status: "Finished Airing",
      airing: false,
      aired_from: "2019-04-05T00:00:00+00:00",
      aired_to: "2019-06-28T00:00:00+00:00",
      duration: "24 min per ep",
      rating: "PG-13 - Teens 13 or older",
      score: 7.35,
      scored_by: 1234,
      popularity: 55,
      members: 9876,
      favorites: 12,
      synopsis: "Two lines\nwith \\ and 'quotes' and 𠮷.",
      background: "Some.",
      season: "Spring",
      year: 2019,
      broadcast_day: "Friday",
      broadcast_time: "23:30",
      broadcast_timezone: "Asia/Tokyo",
      image_url: "https://images.test/1.jpg",
      image_webp: "https://images.test/1.webp",
      image_small_webp: "https://images.test/1t.webp",
      image_large_webp: "https://images.test/1l.webp",
      banner_image: "https://images.test/b.jpg",
      youtube_id: "gY5nDXOtv_o",
      trailer_url: "https://videos.test/watch?v=1&t=2",
      trailer_embed_url: "https://videos.test/embed/1",
      trailer_image_url: "https://videos.test/1.jpg",
      url: "https://list.test/anime/41",
      approved: true,
      genres: ["Drama", "Slice of Life"],
      studios: ["Studio A"],
      producers: ["Comstock, Ltd.", "NHK"],
      licensors: ["L"],
      themes: ["School"],
    };
    await importCatalog(db, chunks([row]));
    const [stored] = await sql`SELECT * FROM animes`;
    expect(stored).toMatchObject({
      ...row,
      aired_from: "2019-04-05 00:00:00+00",
      aired_to: "2019-06-28 00:00:00+00",
      mature: false,
    });
    expect(stored?.["term_keys"]).toContain("genre:slice of life");
  });

  it("counts added, changed and unchanged titles, and reports progress", async () => {
    const progress: number[] = [];
    await importCatalog(db, chunks([title(1), title(2), title(3)]));
    const counts = await importCatalog(db, chunks([title(1), title(2, { score: 8 })], [title(4)]), {
      onProgress: ({ added, changed, unchanged }) => progress.push(added + changed + unchanged),
    });
    expect(counts).toEqual({ added: 1, changed: 1, unchanged: 1, rejected: 0 });
    expect(progress).toEqual([2, 3]);
  });

  it("writes nothing and keeps the version when nothing changed", async () => {
    await importCatalog(db, chunks([title(1, { genres: ["Drama"] }), title(2)]));
    const before = await version();
    const [row] = await sql`SELECT xmin::text FROM animes WHERE mal_id = 1`;
    expect(
      await importCatalog(db, chunks([title(1, { genres: ["Drama"] }), title(2)])),
    ).toMatchObject({ unchanged: 2, added: 0, changed: 0 });
    expect(await version()).toBe(before);
    expect(await sql`SELECT xmin::text FROM animes WHERE mal_id = 1`).toEqual([row]);
  });

  it("increments the version on a change, and notifies listeners at the end", async () => {
    const heard: string[] = [];
    const listener = postgres({ ...options, max: 1 });
    await listener.listen("catalog_changed", (payload) => heard.push(payload));
    await importCatalog(db, chunks([title(1)], [title(2)]));
    await expect.poll(() => heard).toEqual([String(await version())]);
    await listener.end();
    expect(await version()).toBeGreaterThan(0);
  });

  it("notifies listeners during a long import", async () => {
    const heard: string[] = [];
    const listener = postgres({ ...options, max: 1 });
    await listener.listen("catalog_changed", (payload) => heard.push(payload));
    const clock = { ms: 0 };
    const rows = async function* () {
      yield* chunks([title(1)]);
      clock.ms = 15_000;
      yield* chunks([title(2)]);
      yield* chunks([title(2)]);
      await expect.poll(() => heard.length).toBe(1);
      yield* chunks([title(3)]);
    };
    await importCatalog(db, rows(), { now: () => clock.ms });
    await expect.poll(() => heard.length).toBe(2);
    await listener.end();
  });

  it("reports rejected rows with line and reason, and imports the others", async () => {
    const rejections: Rejection[] = [];
    const counts = await importCatalog(
      db,
      chunks([title(1), { mal_id: 2 }, title(3, { score: 11 })]),
      { onRejected: (rejection) => rejections.push(rejection) },
    );
    expect(counts).toEqual({ added: 1, changed: 0, unchanged: 0, rejected: 2 });
    expect(rejections).toEqual([
      { kind: "animes", at: { line: 2 }, reason: "title is missing", row: '{"mal_id":2}' },
      {
        kind: "animes",
        at: { line: 3 },
        reason: "score must be a number from 0 to 10",
        row: '{"mal_id":3,"title":"Title 3","score":11}',
      },
    ]);
  });

  it("isolates the one row that the database rejects", async () => {
    await sql`ALTER TABLE animes ADD CONSTRAINT not_three CHECK (mal_id <> 3)`;
    const rejections: Rejection[] = [];
    const rows = [1, 2, 3, 4, 5].map((id) => title(id));
    const counts = await importCatalog(db, chunks(rows), {
      onRejected: (rejection) => rejections.push(rejection),
    });
    await sql`ALTER TABLE animes DROP CONSTRAINT not_three`;
    expect(counts).toEqual({ added: 4, changed: 0, unchanged: 0, rejected: 1 });
    expect(rejections).toMatchObject([
      { at: { line: 3 }, reason: expect.stringContaining("is refused by the database") as string },
    ]);
    expect(await sql`SELECT array_agg(mal_id ORDER BY mal_id) AS ids FROM animes`).toEqual([
      { ids: [1, 2, 4, 5] },
    ]);
  });

  it("fails with the error when no row is at fault", async () => {
    await sql`ALTER TABLE animes RENAME TO animes_away`;
    const importing = importCatalog(db, chunks([title(1), title(2)]));
    await expect(importing).rejects.toMatchObject({ cause: { code: "42P01" } });
    await sql`ALTER TABLE animes_away RENAME TO animes`;
  });

  it("accepts titles and names of the maximum length", async () => {
    const rows = [
      title(1, {
        title: "𠮷".repeat(300),
        title_english: "長".repeat(600),
        studios: ["長".repeat(300)],
        title_synonyms: ["Ａ１ ".repeat(150)],
      }),
    ];
    expect(await importCatalog(db, chunks(rows))).toMatchObject({ added: 1, rejected: 0 });
  });

  it("uses the last of several rows of one title, within or across chunks", async () => {
    const counts = await importCatalog(
      db,
      chunks([title(1, { score: 5 }), title(1, { score: 6 })], [title(1, { score: 7 })]),
    );
    expect(counts).toEqual({ added: 1, changed: 2, unchanged: 0, rejected: 0, repeated: 2 });
    expect(await sql`SELECT score FROM animes`).toEqual([{ score: 7 }]);
  });

  it("keeps data attached to a title, and titles missing from a source", async () => {
    await importCatalog(db, chunks([title(1), title(2)]));
    await importEpisodes(
      db,
      chunks([{ mal_id: 1, number: 1, title: "One", video_source: "https://media.test/1.m3u8" }]),
    );
    await importRelations(db, chunks([{ mal_id: 1, related_mal_id: 2, relation: "SEQUEL" }]));
    await importCatalog(db, chunks([title(1, { title: "Renamed" })]));
    expect(await sql`SELECT mal_id, title FROM animes ORDER BY 1`).toEqual([
      { mal_id: 1, title: "Renamed" },
      { mal_id: 2, title: "Title 2" },
    ]);
    expect(await sql`SELECT video_source FROM episodes`).toEqual([
      { video_source: "https://media.test/1.m3u8" },
    ]);
    expect(await sql`SELECT relation FROM anime_relations`).toEqual([{ relation: "SEQUEL" }]);
  });

  it("marks mature titles however rating or genre are spelled", async () => {
    await importCatalog(
      db,
      chunks([
        title(1, { rating: "RX" }),
        title(2, { genres: ["hentai"] }),
        title(3, { genres: ["EROTICA"] }),
        title(4, { rating: "r+" }),
      ]),
    );
    expect(await sql`SELECT mal_id, mature FROM animes ORDER BY 1`).toEqual([
      { mal_id: 1, mature: true },
      { mal_id: 2, mature: true },
      { mal_id: 3, mature: true },
      { mal_id: 4, mature: false },
    ]);
  });

  it("keeps an existing banner when Jikan imports the title without one", async () => {
    const row = title(1, { banner_image: "https://images.test/b.jpg" });
    await importCatalog(db, chunks([row]));
    expect(await importCatalog(db, chunks([title(1)]), { source: "jikan" })).toMatchObject({
      unchanged: 1,
    });
    expect(await sql`SELECT banner_image FROM animes`).toEqual([
      { banner_image: "https://images.test/b.jpg" },
    ]);
  });

  it("keeps what is stored of a value that cannot be read, imports the rest and reports it", async () => {
    const slot = {
      broadcast_day: "Saturdays",
      broadcast_time: "25:30",
      broadcast_timezone: "Asia/Tokyo",
    };
    const stored = () => sql`
      SELECT broadcast_day, broadcast_time, broadcast_timezone, youtube_id, score FROM animes`;
    await importCatalog(db, chunks([title(1, { ...slot, youtube_id: "gY5nDXOtv_o", score: 7 })]));
    const good = {
      broadcast_day: "Sunday",
      broadcast_time: "01:30",
      broadcast_timezone: "Asia/Tokyo",
      youtube_id: "gY5nDXOtv_o",
    };
    expect(await stored()).toEqual([{ ...good, score: 7 }]);
    for (const [score, bad] of [
      [7.1, { broadcast_time: "late", youtube_id: "x" }],
      [7.2, { broadcast_day: "Caturday", youtube_id: "x" }],
      [7.3, { broadcast_timezone: "Asia/Atlantis", youtube_id: "x" }],
    ] as const) {
      const reported: Rejection[] = [];
      const counts = await importCatalog(db, chunks([title(1, { ...slot, ...bad, score })]), {
        source: "jikan",
        onRejected: (rejection) => reported.push(rejection),
      });
      expect(counts).toEqual({ added: 0, changed: 1, unchanged: 0, rejected: 0, unreadable: 1 });
      expect(await stored()).toEqual([{ ...good, score }]);
      for (const field of Object.keys(bad))
        expect(reported[0]?.reason).toContain(`${field} cannot be read`);
      expect(reported).toHaveLength(1);
    }
    await importCatalog(db, chunks([title(1, { score: 7.4 })]));
    expect(await stored()).toMatchObject([{ broadcast_time: null, youtube_id: null }]);
  });

  it.each([
    ["one chunk", (rows: unknown[]) => chunks(rows)],
    ["several chunks", (rows: unknown[]) => chunks(...rows.map((row) => [row]))],
  ])("keeps what only the earlier of repeated rows says, in %s", async (_, split) => {
    const reported: Rejection[] = [];
    const counts = await importCatalog(
      db,
      split([
        title(1, { tags: ["Robots"], youtube_id: "gY5nDXOtv_o", score: 7 }),
        title(2),
        title(1, { youtube_id: "x", score: 8 }),
        title(2),
      ]),
      { onRejected: (rejection) => reported.push(rejection) },
    );
    expect(counts).toEqual({
      ...{ added: 2, changed: 1, unchanged: 1, rejected: 0 },
      ...{ unreadable: 1, repeated: 1 },
    });
    expect(await sql`SELECT score, youtube_id, tags FROM animes WHERE mal_id = 1`).toMatchObject([
      { score: 8, youtube_id: "gY5nDXOtv_o", tags: [{ name: "Robots" }] },
    ]);
    expect(reported.map(({ at, reason }) => [at["line"], reason])).toEqual([
      [3, expect.stringContaining("youtube_id cannot be read")],
      [3, "corrects line 1, which has the same mal_id"],
    ]);
  });

  it("keeps committed chunks and increments the version when the source fails", async () => {
    const rows = async function* () {
      yield* chunks([title(1)]);
      throw new Error("the disk is gone");
    };
    await expect(importCatalog(db, rows())).rejects.toThrow("the disk is gone");
    expect(await sql`SELECT mal_id FROM animes`).toEqual([{ mal_id: 1 }]);
    expect(await version()).toBe(1);
  });

  it("stops after the current chunk when aborted", async () => {
    const stop = new AbortController();
    await importCatalog(db, chunks([title(1)], [title(2)], [title(3)]), {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(await sql`SELECT mal_id FROM animes`).toEqual([{ mal_id: 1 }]);
  });

  it("supports two concurrent imports of the same titles", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => title(index + 1));
    const parts = () => chunks(rows.slice(0, 20), rows.slice(20));
    const [first, second] = await Promise.all([
      importCatalog(db, parts()),
      importCatalog(db, parts()),
    ]);
    expect([first.added + second.added, first.unchanged + second.unchanged]).toEqual([40, 40]);
    expect(await sql`SELECT count(*)::int FROM animes`).toEqual([{ count: 40 }]);
  });

  it("analyzes the tables after a large import", async () => {
    const countAnalyses = async () => {
      const [row] = await sql<{ vacuums: number; analyses: number }[]>`
        SELECT vacuum_count::int AS vacuums, analyze_count::int AS analyses FROM pg_stat_user_tables WHERE relname = 'animes'`;
      return row;
    };
    // Autovacuum's own analyses are counted elsewhere.
    const before = await countAnalyses();
    await importCatalog(db, chunks(Array.from({ length: 500 }, (_, index) => title(index + 1))));
    await expect
      .poll(countAnalyses)
      .toEqual({ vacuums: (before?.vacuums ?? 0) + 1, analyses: (before?.analyses ?? 0) + 1 });
  });
});
