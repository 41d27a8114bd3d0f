import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  importCatalog,
  importEpisodes,
  importRelations,
} from "~/features/import/import-catalog.server";
import {
  readJikanCatalog,
  readJikanEpisodes,
  readJikanRelations,
  type JikanProgress,
} from "~/features/import/jikan-source.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createJikanClient, type JikanClient } from "~/providers/jikan/client.server";
import { jikanAnime, jikanEpisode } from "../../fakes/jikan/shapes";
import { startFakeJikan, UPSTREAM_EXCEPTION, type FakeJikan } from "../../fakes/jikan/server";
import { testDatabase } from "../../support/database/test-database";
import { chunks, title } from "./import-support";

const { db, sql } = await testDatabase();
let jikan: FakeJikan;
let client: JikanClient;

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state CASCADE`;
  jikan = await startFakeJikan();
  client = clientWithTimeout(30_000);
});
afterEach(() => jikan.close());

/** Times out after `timeoutMs`; no other time passes for it. */
function clientWithTimeout(timeoutMs: number): JikanClient {
  const clock = { ms: 0 };
  return createJikanClient({
    baseUrl: jikan.baseUrl,
    fetch: createOperatorFetch({ timeoutMs, maxBytes: 8_000_000 }),
    clock: {
      now: () => clock.ms,
      sleep(milliseconds, signal) {
        clock.ms += milliseconds;
        return signal?.aborted === true
          ? Promise.reject(signal.reason as Error)
          : Promise.resolve();
      },
    },
    random: () => 0,
  });
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => jikanAnime(index + 1));
const countRows = async () =>
  (await sql<{ mal_id: number }[]>`SELECT mal_id FROM animes ORDER BY 1`).map((row) => row.mal_id);
const titlesUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function run(from: JikanProgress = { nextPage: 1, failedPages: [] }, signal?: AbortSignal) {
  const saved: JikanProgress[] = [];
  const failures: number[] = [];
  const counts = await importCatalog(
    db,
    readJikanCatalog(client, {
      from,
      save: (progress) => saved.push(progress),
      onFailedPage: (page) => failures.push(page),
      ...(signal && { signal }),
    }),
    { source: "jikan", ...(signal && { signal }) },
  );
  return { counts, saved, failures };
}

describe("the listing of Jikan", () => {
  it("is imported page by page in our vocabulary", async () => {
    jikan.animes = [
      jikanAnime(1, {
        explicit_genres: [{ mal_id: 49, name: "Erotica" }],
        trailer: {
          youtube_id: null,
          url: null,
          embed_url: "https://www.youtube-nocookie.com/embed/27OZc-ku6is?autoplay=1",
          images: {},
        },
      }),
      ...numbered(60).slice(1),
    ];
    const { counts, saved } = await run();
    expect(counts).toEqual({ added: 60, changed: 0, unchanged: 0, rejected: 0 });
    expect(await countRows()).toEqual(titlesUpTo(60));
    expect(saved.at(-1)).toEqual({ nextPage: 4, failedPages: [] });
    const [row] = await sql`SELECT * FROM animes WHERE mal_id = 1`;
    expect(row).toMatchObject({
      broadcast_day: "Wednesday",
      season: "Spring",
      background: null,
      genres: ["Drama", "Erotica"],
      mature: true,
      studios: ["Studio A"],
      youtube_id: "27OZc-ku6is",
      image_webp: "https://images.test/1.webp",
    });
  });

  it("changes nothing the second time", async () => {
    jikan.animes = numbered(30);
    await run();
    const before = await sql`SELECT version FROM catalog_state`;
    expect((await run()).counts).toEqual({ added: 0, changed: 0, unchanged: 30, rejected: 0 });
    expect(await sql`SELECT version FROM catalog_state`).toEqual(before);
  });

  it("imports titles that appear on two pages once", async () => {
    jikan.animes = [...numbered(25), jikanAnime(25), jikanAnime(26)];
    expect((await run()).counts).toEqual({ added: 26, changed: 0, unchanged: 1, rejected: 0 });
  });

  it("handles a last page that moves forward or back", async () => {
    jikan.animes = numbered(50);
    jikan.onRequest = (path) => {
      if (path === "/anime?page=2") jikan.animes = numbered(52);
    };
    await run();
    expect(await countRows()).toEqual(titlesUpTo(52));
    jikan.onRequest = (path) => {
      if (path === "/anime?page=2") jikan.animes = numbered(25);
    };
    expect((await run()).counts).toMatchObject({ unchanged: 25 });
  });

  it("rejects an invalid title and imports the others of its page", async () => {
    jikan.animes = [jikanAnime(1), jikanAnime(2, { score: "high" }), null, jikanAnime(3)];
    expect((await run()).counts).toEqual({ added: 2, changed: 0, unchanged: 0, rejected: 2 });
  });

  it("retries after 500s, 429s, truncated or invalid responses, and timeouts", async () => {
    client = clientWithTimeout(1_000);
    jikan.animes = numbered(30);
    jikan.failNext(
      "/anime?page=1",
      UPSTREAM_EXCEPTION,
      { status: 429, headers: { "retry-after": "2" } },
      "cut-off",
      "words",
    );
    jikan.failNext("/anime?page=2", "silent");
    const { counts, failures } = await run();
    expect(counts).toMatchObject({ added: 30 });
    expect(failures).toEqual([]);
  });

  it("leaves a title of which a part cannot be read as it was, and reports it", async () => {
    jikan.animes = [jikanAnime(1)];
    await run();
    const stored = () => sql`SELECT broadcast_time, aired_from, genres FROM animes`;
    const before = await stored();
    jikan.animes = [jikanAnime(1, { genres: [], broadcast: "Wednesdays at 02:05 (JST)" })];
    expect((await run()).counts).toMatchObject({ changed: 0, rejected: 1 });
    expect(await stored()).toEqual(before);
  });

  it("retries an unreadable page at the end", async () => {
    jikan.animes = numbered(75);
    jikan.failNext("/anime?page=2", ...Array.from({ length: 6 }, () => UPSTREAM_EXCEPTION));
    const { failures, saved } = await run();
    expect(failures).toEqual([2]);
    expect(await countRows()).toEqual(titlesUpTo(75));
    expect(saved.at(-1)).toEqual({ nextPage: 4, failedPages: [] });
  });

  it("saves an unreadable page, and reads it the next time", async () => {
    jikan.animes = numbered(75);
    jikan.failNext("/anime?page=2", ...Array.from({ length: 12 }, () => UPSTREAM_EXCEPTION));
    const first = await run();
    expect(first.counts).toMatchObject({ added: 50 });
    expect(first.saved.at(-1)).toEqual({ nextPage: 4, failedPages: [2] });
    const second = await run(first.saved.at(-1));
    expect(second.counts).toMatchObject({ added: 25 });
    expect(second.saved.at(-1)?.failedPages).toEqual([]);
    expect(await countRows()).toEqual(titlesUpTo(75));
  });

  it("gives up when Jikan is unavailable, keeping rows and position", async () => {
    jikan.animes = numbered(200);
    const saved: JikanProgress[] = [];
    for (const page of [3, 4, 5])
      jikan.failNext(`/anime?page=${page}`, ...Array.from({ length: 6 }, () => UPSTREAM_EXCEPTION));
    await expect(
      importCatalog(
        db,
        readJikanCatalog(client, {
          from: { nextPage: 1, failedPages: [] },
          save: (progress) => saved.push(progress),
        }),
        { source: "jikan" },
      ),
    ).rejects.toThrow("Jikan responded with status 500");
    expect(await countRows()).toEqual(titlesUpTo(50));
    const rest = await run(saved.at(-1));
    expect(await countRows()).toEqual(titlesUpTo(200));
    expect(rest.saved.at(-1)).toEqual({ nextPage: 9, failedPages: [] });
  });

  it("resumes without missing a page", async () => {
    jikan.animes = numbered(100);
    const stop = new AbortController();
    jikan.onRequest = (path) => {
      if (path === "/anime?page=3") stop.abort(new Error("Ctrl-C"));
    };
    const first = await run(undefined, stop.signal);
    expect(await countRows()).toEqual(titlesUpTo(50));
    jikan.requests.length = 0;
    await run(first.saved.at(-1));
    expect(jikan.requests).toEqual(["/anime?page=3", "/anime?page=4"]);
    expect(await countRows()).toEqual(titlesUpTo(100));
  });

  it("stops when a server ignores the page number", async () => {
    const endless = {
      data: [jikanAnime(1)],
      pagination: { last_visible_page: 9, has_next_page: true },
    };
    const stuck: JikanClient = {
      ...client,
      animePage: () => Promise.resolve(structuredClone(endless)),
    };
    const pages: number[] = [];
    await importCatalog(
      db,
      readJikanCatalog(stuck, {
        from: { nextPage: 1, failedPages: [] },
        save: () => undefined,
        onPage: (page) => pages.push(page),
      }),
    );
    expect(pages).toEqual([1]);
  });
});

describe("episodes and relations from Jikan", () => {
  beforeEach(() => importCatalog(db, chunks([title(20), title(21), title(22)])));

  it("are read for the requested titles, 100 episodes per page", async () => {
    jikan.episodes.set(
      21,
      Array.from({ length: 230 }, (_, index) => jikanEpisode(index + 1)),
    );
    const counts = await importEpisodes(db, readJikanEpisodes(client, [21], {}), {
      source: "jikan",
    });
    expect(counts).toEqual({ added: 230, changed: 0, unchanged: 0, rejected: 0 });
    expect(jikan.requests).toEqual([1, 2, 3].map((page) => `/anime/21/episodes?page=${page}`));
    const [row] = await sql`SELECT * FROM episodes WHERE number = 1`;
    expect(row).toMatchObject({
      anime_mal_id: 21,
      title: "The 1. evening",
      title_romanji: "Yoru 1",
      score: 4.3,
      filler: false,
    });
  });

  it("skip and report a title for which Jikan responds 500", async () => {
    jikan.episodes.set(22, [jikanEpisode(1)]);
    const failed: [number, string][] = [];
    const counts = await importEpisodes(
      db,
      readJikanEpisodes(client, [20, 22], {
        onFailedTitle: (malId, { message }) => failed.push([malId, message]),
      }),
      { source: "jikan" },
    );
    expect(counts).toMatchObject({ added: 1 });
    expect(failed).toEqual([
      [20, expect.stringContaining("Jikan responded with status 500") as string],
    ]);
  });

  it("stop after empty pages when the pagination is wrong", async () => {
    jikan.failNext("/anime/21/episodes?page=1", {
      status: 200,
      body: { data: [jikanEpisode(1)], pagination: { last_visible_page: 1, has_next_page: true } },
    });
    jikan.episodes.set(21, []);
    expect(
      await importEpisodes(db, readJikanEpisodes(client, [21], {}), { source: "jikan" }),
    ).toMatchObject({ added: 1 });
    expect(jikan.requests).toHaveLength(2);
  });

  it("relate anime only, with normalised relation types", async () => {
    jikan.relations.set(21, [
      { relation: "Adaptation", entry: [{ mal_id: 13, type: "manga", name: "M", url: "" }] },
      { relation: "Side Story", entry: [{ mal_id: 22, type: "anime", name: "S", url: "" }] },
    ]);
    await importRelations(db, readJikanRelations(client, [21], {}), { source: "jikan" });
    expect(await sql`SELECT * FROM anime_relations`).toEqual([
      { mal_id: 21, related_mal_id: 22, relation: "SIDE_STORY" },
    ]);
  });
});
