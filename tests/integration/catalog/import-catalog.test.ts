import postgres from "postgres";
import { beforeEach, describe, expect, it } from "vitest";
import {
  importCatalog,
  importEpisodes,
  importRelations,
} from "~/features/catalog/import/import-catalog.server";
import type { Rejection } from "~/features/catalog/import/source-line";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql, options } = await testDatabase();

/** How long a busy machine may take for what takes moments. */
const PATIENCE = { timeout: 20_000 };

async function version(): Promise<number> {
  const [state] = await sql<{ version: string }[]>`select version from catalog_state`;
  return Number(state?.version ?? 0);
}

beforeEach(async () => {
  await sql`truncate animes, catalog_state cascade`;
});

describe("importCatalog", () => {
  it("notes when a title changed, and only then", async () => {
    const changes = async () =>
      (
        await sql<
          { mal_id: number; old: boolean }[]
        >`select mal_id, changed_at < now() - interval '1 hour' as old from animes order by mal_id`
      ).map(({ old }) => old);
    await importCatalog(db, chunks([title(1), title(2)]));
    await sql`update animes set changed_at = now() - interval '1 day'`;
    await importCatalog(db, chunks([title(1), { ...title(2), score: 1.5 }]));
    expect(await changes()).toEqual([true, false]);
  });

  it("stores every field of a title as it came", async () => {
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
    const [stored] = await sql`select * from animes`;
    expect(stored).toMatchObject({
      ...row,
      aired_from: "2019-04-05 00:00:00+00",
      aired_to: "2019-06-28 00:00:00+00",
      mature: false,
    });
    expect(stored?.["term_keys"]).toContain("genre:slice of life");
  });

  it("counts what it added, changed and left alone, and says how far it is", async () => {
    const progress: number[] = [];
    await importCatalog(db, chunks([title(1), title(2), title(3)]));
    const counts = await importCatalog(db, chunks([title(1), title(2, { score: 8 })], [title(4)]), {
      onProgress: ({ added, changed, unchanged }) => progress.push(added + changed + unchanged),
    });
    expect(counts).toEqual({ added: 1, changed: 1, unchanged: 1, rejected: 0 });
    expect(progress).toEqual([2, 3]);
  });

  it("writes nothing and keeps the version when it brings what is there already", async () => {
    await importCatalog(db, chunks([title(1, { genres: ["Drama"] }), title(2)]));
    const before = await version();
    const [row] = await sql`select xmin::text from animes where mal_id = 1`;
    expect(
      await importCatalog(db, chunks([title(1, { genres: ["Drama"] }), title(2)])),
    ).toMatchObject({ unchanged: 2, added: 0, changed: 0 });
    expect(await version()).toBe(before);
    expect(await sql`select xmin::text from animes where mal_id = 1`).toEqual([row]);
  });

  it("raises the version when something changed, and tells those who listen at the end", async () => {
    const heard: string[] = [];
    const listener = postgres({ ...options, max: 1 });
    await listener.listen("catalog_changed", (payload) => heard.push(payload));
    await importCatalog(db, chunks([title(1)], [title(2)]));
    await expect.poll(() => heard, PATIENCE).toEqual([String(await version())]);
    await listener.end();
    expect(await version()).toBeGreaterThan(0);
  });

  it("lets listeners hear of a long import before it ends", async () => {
    const heard: string[] = [];
    const listener = postgres({ ...options, max: 1 });
    await listener.listen("catalog_changed", (payload) => heard.push(payload));
    const clock = { ms: 0 };
    const rows = async function* () {
      yield* chunks([title(1)]);
      clock.ms = 15_000;
      yield* chunks([title(2)]);
      yield* chunks([title(2)]);
      await expect.poll(() => heard.length, PATIENCE).toBe(1);
      yield* chunks([title(3)]);
    };
    await importCatalog(db, rows(), { now: () => clock.ms });
    await expect.poll(() => heard.length, PATIENCE).toBe(2);
    await listener.end();
  });

  it("reports refused rows with their place and reason, and takes the others", async () => {
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

  it("finds the one row that the database refuses, and takes the others", async () => {
    await sql`alter table animes add constraint not_three check (mal_id <> 3)`;
    const rejections: Rejection[] = [];
    const rows = [1, 2, 3, 4, 5].map((id) => title(id));
    const counts = await importCatalog(db, chunks(rows), {
      onRejected: (rejection) => rejections.push(rejection),
    });
    await sql`alter table animes drop constraint not_three`;
    expect(counts).toEqual({ added: 4, changed: 0, unchanged: 0, rejected: 1 });
    expect(rejections).toMatchObject([
      { at: { line: 3 }, reason: expect.stringContaining("is refused by the database") as string },
    ]);
    expect(await sql`select array_agg(mal_id order by mal_id) as ids from animes`).toEqual([
      { ids: [1, 2, 4, 5] },
    ]);
  });

  it("ends with the error when the trouble is not a row's", async () => {
    await sql`alter table animes rename to animes_away`;
    const importing = importCatalog(db, chunks([title(1), title(2)]));
    await expect(importing).rejects.toMatchObject({ cause: { code: "42P01" } });
    await sql`alter table animes_away rename to animes`;
  });

  it("takes the longest titles and names that it allows", async () => {
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

  it("takes the last of several rows of one title, in one chunk or in two", async () => {
    const counts = await importCatalog(
      db,
      chunks([title(1, { score: 5 }), title(1, { score: 6 })], [title(1, { score: 7 })]),
    );
    expect(counts).toEqual({ added: 1, changed: 1, unchanged: 1, rejected: 0 });
    expect(await sql`select score from animes`).toEqual([{ score: 7 }]);
  });

  it("never loses what hangs on a title, and never removes a title that a source does not bring", async () => {
    await importCatalog(db, chunks([title(1), title(2)]));
    await importEpisodes(
      db,
      chunks([{ mal_id: 1, number: 1, title: "One", video_source: "https://media.test/1.m3u8" }]),
    );
    await importRelations(db, chunks([{ mal_id: 1, related_mal_id: 2, relation: "SEQUEL" }]));
    await importCatalog(db, chunks([title(1, { title: "Renamed" })]));
    expect(await sql`select mal_id, title from animes order by 1`).toEqual([
      { mal_id: 1, title: "Renamed" },
      { mal_id: 2, title: "Title 2" },
    ]);
    expect(await sql`select video_source from episodes`).toEqual([
      { video_source: "https://media.test/1.m3u8" },
    ]);
    expect(await sql`select relation from anime_relations`).toEqual([{ relation: "SEQUEL" }]);
  });

  it("hides mature titles whatever the spelling of their rating or genre", async () => {
    await importCatalog(
      db,
      chunks([
        title(1, { rating: "RX" }),
        title(2, { genres: ["hentai"] }),
        title(3, { genres: ["EROTICA"] }),
        title(4, { rating: "r+" }),
      ]),
    );
    expect(await sql`select mal_id, mature from animes order by 1`).toEqual([
      { mal_id: 1, mature: true },
      { mal_id: 2, mature: true },
      { mal_id: 3, mature: true },
      { mal_id: 4, mature: false },
    ]);
  });

  it("keeps the banner that another source brought when Jikan, which knows none, brings the title", async () => {
    const row = title(1, { banner_image: "https://images.test/b.jpg" });
    await importCatalog(db, chunks([row]));
    expect(await importCatalog(db, chunks([title(1)]), { source: "jikan" })).toMatchObject({
      unchanged: 1,
    });
    expect(await sql`select banner_image from animes`).toEqual([
      { banner_image: "https://images.test/b.jpg" },
    ]);
  });

  it("keeps the chunks that were written when the source fails, and raises the version for them", async () => {
    const rows = async function* () {
      yield* chunks([title(1)]);
      throw new Error("the disk is gone");
    };
    await expect(importCatalog(db, rows())).rejects.toThrow("the disk is gone");
    expect(await sql`select mal_id from animes`).toEqual([{ mal_id: 1 }]);
    expect(await version()).toBe(1);
  });

  it("stops after the chunk under way when it is told to", async () => {
    const stop = new AbortController();
    await importCatalog(db, chunks([title(1)], [title(2)], [title(3)]), {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(await sql`select mal_id from animes`).toEqual([{ mal_id: 1 }]);
  });

  it("lets two imports of the same titles run at once", async () => {
    const rows = Array.from({ length: 40 }, (_, index) => title(index + 1));
    const parts = () => chunks(rows.slice(0, 20), rows.slice(20));
    const [first, second] = await Promise.all([
      importCatalog(db, parts()),
      importCatalog(db, parts()),
    ]);
    expect([first.added + second.added, first.unchanged + second.unchanged]).toEqual([40, 40]);
    expect(await sql`select count(*)::int from animes`).toEqual([{ count: 40 }]);
  });

  it("renews the planner's figures after a larger import", async () => {
    const renewals = async () => {
      const [row] = await sql<{ vacuums: number; analyses: number }[]>`
        select vacuum_count::int as vacuums, analyze_count::int as analyses from pg_stat_user_tables where relname = 'animes'`;
      return row;
    };
    // Counted by us: what autovacuum does at the same time is counted elsewhere.
    const before = await renewals();
    await importCatalog(db, chunks(Array.from({ length: 500 }, (_, index) => title(index + 1))));
    await expect
      .poll(renewals, PATIENCE)
      .toEqual({ vacuums: (before?.vacuums ?? 0) + 1, analyses: (before?.analyses ?? 0) + 1 });
  });
});
