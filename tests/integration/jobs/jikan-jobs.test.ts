// @module-tag rest
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createJikanProgressFile } from "~/features/import/jikan-progress-file.server";
import { ALL_JOBS } from "~/jobs/all-jobs.server";
import type { JobContext } from "~/jobs/job-context.server";
import { listJobs } from "~/jobs/job-status.server";
import { JIKAN, SITE } from "~/jobs/lanes";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createJikanClient } from "~/providers/jikan/client.server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { jikanAnime, jikanCharacter, jikanEpisode, jikanPerson } from "../../fakes/jikan/shapes";
import type { Fault } from "../../fakes/faults";
import { startFakeJikan, UPSTREAM_EXCEPTION, type FakeJikan } from "../../fakes/jikan/server";
import { testDatabase } from "../../support/database/test-database";
import { createJobParts, holdLane, type JobParts } from "../../support/jobs/job-parts";
import { buildUser } from "../../factories/user";

const database = await testDatabase();
const { sql } = database;
let jikan: FakeJikan;
let parts: JobParts;
let context: JobContext;
let dataDir = "";

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state, characters, people, jobs, users CASCADE`;
  jikan = await startFakeJikan();
  dataDir = createDataDir();
  parts = createJobParts(database.options, {
    DATA_DIR: dataDir,
    JIKAN_BASE_URL: jikan.baseUrl.href,
  });
  context = { ...parts.context, jikan: clientWithTimeout(30_000) };
});
afterEach(async () => {
  await parts.close();
  await jikan.close();
  await removeDataDir(dataDir);
});

/** Waits pass at once; a silent server is given up after `timeoutMs`. */
function clientWithTimeout(timeoutMs: number) {
  const clock = { ms: 0 };
  return createJikanClient({
    baseUrl: jikan.baseUrl,
    fetch: createOperatorFetch({ timeoutMs, maxBytes: 8_000_000 }),
    clock: {
      now: () => clock.ms,
      sleep: (milliseconds) => {
        clock.ms += milliseconds;
        return Promise.resolve();
      },
    },
    random: () => 0,
  });
}

const { signal } = new AbortController();
type Job = "airing" | "upcoming" | "listing" | "episodes" | "relations" | "credits" | "biographies";
const run = (name: Job) => parts.run(name, signal, context);
/** Repeats a response more often than any request is retried. */
const repeated = <Value>(value: Value) => Array.from({ length: 20 }, () => value);
const airing = (id: number) => jikanAnime(id, { status: "Currently Airing", airing: true });
const titles = async () =>
  sql<{ mal_id: number; airing: boolean }[]>`SELECT mal_id, airing FROM animes ORDER BY 1`;

describe("the job for airing titles", () => {
  it("reads what airs and the season, and titles that have ended since", async () => {
    jikan.airing = [airing(1), airing(2)];
    jikan.season = [airing(2), airing(3)];
    expect(await run("airing")).toMatchObject({
      outcome: "succeeded",
      result: { added: 3, unread: 0 },
    });
    jikan.airing = [airing(2)];
    jikan.season = [airing(3)];
    jikan.animes = [jikanAnime(1)];
    jikan.requests.length = 0;
    expect(await run("airing")).toMatchObject({ outcome: "succeeded", result: { changed: 1 } });
    expect(jikan.requests).toEqual([
      "/anime?status=airing&page=1",
      "/seasons/now?page=1",
      "/anime/1",
    ]);
    expect(await titles()).toEqual([
      { mal_id: 1, airing: false },
      { mal_id: 2, airing: true },
      { mal_id: 3, airing: true },
    ]);
  });

  it("takes no title for ended while a page cannot be read", async () => {
    jikan.airing = Array.from({ length: 30 }, (_, index) => airing(index + 1));
    await run("airing");
    jikan.failNext("/anime?status=airing&page=2", ...repeated(UPSTREAM_EXCEPTION));
    jikan.requests.length = 0;
    expect(await run("airing")).toMatchObject({ outcome: "succeeded", result: { unread: 1 } });
    expect(jikan.requests.filter((path) => /^\/anime\/\d/.test(path))).toEqual([]);
  });
});

describe("the other jobs from Jikan", () => {
  it("read what is announced", async () => {
    jikan.upcoming = [jikanAnime(9, { status: "Not yet aired" })];
    expect(await run("upcoming")).toMatchObject({ result: { added: 1 } });
    expect(jikan.requests).toEqual(["/seasons/upcoming?page=1"]);
  });

  it("read the whole listing, and resume after an interruption", async () => {
    jikan.animes = Array.from({ length: 60 }, (_, index) => jikanAnime(index + 1));
    const stopping = new AbortController();
    jikan.onRequest = (path) => {
      if (path.endsWith("page=3")) stopping.abort();
    };
    expect(await parts.run("listing", stopping.signal, context)).toMatchObject({
      outcome: "interrupted",
    });
    expect(await titles()).toHaveLength(50);
    const file = createJikanProgressFile(dataDir, jikan.baseUrl);
    expect(file.load()).toMatchObject({ nextPage: 3 });
    jikan.requests.length = 0;
    expect(await run("listing")).toMatchObject({ result: { added: 10, unread: 0 } });
    expect(jikan.requests).toEqual(["/anime?page=3"]);
    expect(file.load()).toBeNull();
  });

  it("read episodes of titles that users follow and that air or lack some", async () => {
    jikan.animes = [
      airing(1),
      jikanAnime(2, { episodes: 2 }),
      jikanAnime(3, { episodes: 2 }),
      jikanAnime(4),
      jikanAnime(5, { type: "Movie", episodes: 1 }),
      jikanAnime(6, { status: "Not yet aired", aired: { from: null, to: null } }),
    ];
    await run("listing");
    for (const id of [1, 2, 3, 4, 5, 6]) jikan.episodes.set(id, [jikanEpisode(1), jikanEpisode(2)]);
    const [user] = await sql<{ id: string }[]>`
      INSERT INTO users (email, email_key, user_name)
      VALUES (${buildUser().email}, 'one', 'One') RETURNING id`;
    for (const [id, state] of [
      [1, "watching"],
      [2, "planned"],
      [3, "dropped"],
      [5, "watching"],
      [6, "planned"],
    ] as const)
      await sql`
        INSERT INTO watch_list_entries (user_id, anime_mal_id, state)
        VALUES (${user?.id ?? ""}, ${id}, ${state})`;
    jikan.requests.length = 0;
    expect(await run("episodes")).toMatchObject({ result: { added: 4, unread: 0 } });
    expect(jikan.requests).toEqual(["/anime/1/episodes?page=1", "/anime/2/episodes?page=1"]);
    jikan.requests.length = 0;
    // The second has all its episodes now.
    expect(await run("episodes")).toMatchObject({ result: { added: 0, unchanged: 2 } });
    expect(jikan.requests).toEqual(["/anime/1/episodes?page=1"]);
  });

  it("give up once Jikan fails for ten titles in a row, and not for single ones", async () => {
    const ids = Array.from({ length: 12 }, (_, index) => index + 1);
    jikan.animes = ids.map(airing);
    await run("listing");
    const [user] = await sql<{ id: string }[]>`
      INSERT INTO users (email, email_key, user_name) VALUES ('t@akari.test', 'two', 'Two')
      RETURNING id`;
    await sql`
      INSERT INTO watch_list_entries (user_id, anime_mal_id, state)
      SELECT ${user?.id ?? ""}, mal_id, 'watching' FROM animes`;
    jikan.episodes.set(10, [jikanEpisode(1)]);
    expect(await run("episodes")).toMatchObject({ result: { added: 1, unread: 11 } });
    jikan.episodes.clear();
    jikan.requests.length = 0;
    expect(await run("episodes")).toMatchObject({ outcome: "failed" });
    expect(new Set(jikan.requests).size).toBe(10);
  });
});

describe("the job for credits", () => {
  const fillCredits = (id: number) => {
    jikan.characters.set(id, [
      jikanCharacter(id * 10, `Family, Given ${id}`, {
        voice_actors: [{ person: jikanPerson(500, "Actor, One"), language: "Japanese" }],
      }),
    ]);
    jikan.staff.set(id, [{ person: jikanPerson(600, "Two, Director"), positions: ["Director"] }]);
    jikan.themes.set(id, { openings: ['1: "Song" by Singer (eps 1-2)'], endings: [] });
  };
  const importTitles = async (...rows: unknown[]) => {
    jikan.animes = rows;
    await run("listing");
    jikan.requests.length = 0;
  };
  const counted = async () => {
    const [row] = await sql<{ characters: number; staff: number; songs: number }[]>`
      SELECT (SELECT count(*)::int FROM anime_characters) AS characters,
        (SELECT count(*)::int FROM anime_staff) AS staff,
        (SELECT count(*)::int FROM theme_songs) AS songs`;
    return row;
  };
  const runs = () => {
    jikan.requests.length = 0;
    return run("credits");
  };
  const parts = (...ids: number[]) =>
    ["characters", "staff", "themes"].flatMap((part) => ids.map((id) => `/anime/${id}/${part}`));

  it("reads followed titles first, then popular ones, and each again after its time", async () => {
    await importTitles(jikanAnime(1), airing(2), jikanAnime(3, { popularity: 3_000 }));
    await importTitles(jikanAnime(4, { popularity: 3_001 }), jikanAnime(5, { popularity: 9_000 }));
    const [user] = await sql<{ id: string }[]>`
      INSERT INTO users (email, email_key, user_name) VALUES ('c@akari.test', 'c', 'C')
      RETURNING id`;
    await sql`
      INSERT INTO watch_list_entries (user_id, anime_mal_id, state)
      VALUES (${user?.id ?? ""}, 5, 'planned')`;
    for (const id of [1, 2, 3, 5]) fillCredits(id);
    expect(await runs()).toMatchObject({ outcome: "succeeded", result: { added: 12, unread: 0 } });
    expect(jikan.requests).toEqual(parts(5, 1, 2, 3));
    expect(await counted()).toEqual({ characters: 4, staff: 4, songs: 4 });
    expect(await sql`SELECT name, image_url FROM characters WHERE id = 10`).toEqual([
      { name: "Given 1 Family", image_url: "https://images.test/characters/10.webp" },
    ]);
    await runs();
    expect(jikan.requests).toEqual([]);
    await sql`UPDATE credit_checks SET checked_at = now() - interval '14 days 1 hour'`;
    expect(await runs()).toMatchObject({ result: { unchanged: 3 } });
    expect(jikan.requests).toEqual(parts(2));
    await sql`UPDATE credit_checks SET checked_at = now() - interval '180 days 1 hour' WHERE mal_id = 1`;
    await runs();
    expect(jikan.requests).toEqual(parts(1));
  });

  it("asks again for what Jikan cut off or did not deliver, and keeps the rest", async () => {
    await importTitles(jikanAnime(1), jikanAnime(2), jikanAnime(3));
    for (const id of [1, 2, 3]) fillCredits(id);
    jikan.failNext("/anime/1/characters", "cut-off", "words");
    jikan.failNext("/anime/3/themes", ...repeated(UPSTREAM_EXCEPTION));
    expect(await runs()).toMatchObject({ outcome: "succeeded", result: { added: 8, unread: 1 } });
    expect(await counted()).toEqual({ characters: 3, staff: 3, songs: 2 });
    jikan.failNext("/anime/3/themes");
    expect(await runs()).toMatchObject({ result: { added: 1, unchanged: 2, unread: 0 } });
    expect(jikan.requests).toEqual(parts(3));
  });

  it("rejects odd rows and stores the others", async () => {
    await importTitles(jikanAnime(1));
    fillCredits(1);
    jikan.characters.set(1, [
      jikanCharacter(1, "Fine"),
      jikanCharacter(2, "", {}),
      jikanCharacter(3, "Odd", { role: "Cameo" }),
      { ...jikanCharacter(4, "Faceless"), character: { mal_id: 4, name: "Faceless" } },
    ]);
    jikan.staff.set(1, [{ person: { mal_id: "x", name: "Odd" }, positions: ["Director"] }]);
    expect(await runs()).toMatchObject({ result: { added: 3, rejected: 3 } });
    expect(await sql`SELECT id FROM characters ORDER BY id`).toEqual([{ id: 1 }, { id: 4 }]);
  });

  it("fails while Jikan is down, and reads 100 titles at most", { tags: "rest" }, async () => {
    await sql`
      INSERT INTO animes (mal_id, title, content_hash, popularity)
      SELECT id, 'Title', '', id FROM generate_series(1, 101) AS id`;
    expect(await runs()).toMatchObject({ outcome: "failed" });
    expect(await sql`SELECT * FROM credit_checks`).toEqual([]);
    for (let id = 1; id <= 101; id += 1) fillCredits(id);
    expect(await runs()).toMatchObject({ outcome: "succeeded" });
    expect(await sql`SELECT * FROM credit_checks`).toHaveLength(100);
    await runs();
    expect(jikan.requests).toEqual(parts(101));
  });
});

describe("the job for biographies", () => {
  const about = (path: string, text: string | null) => jikan.named.set(path, { about: text });
  const runs = () => {
    jikan.requests.length = 0;
    return run("biographies");
  };
  const stored = () => sql`
    SELECT id, about FROM characters WHERE about IS NOT NULL
    UNION ALL SELECT id, about FROM people WHERE about IS NOT NULL ORDER BY 1`;

  beforeEach(async () => {
    await sql`
      INSERT INTO characters (id, name, favorites)
      VALUES (1, 'One', 5), (2, 'Two', 90), (3, 'Three', 7), (900000001, 'Own', 99)`;
    await sql`INSERT INTO people (id, name, credits) VALUES (20, 'Few', 2), (21, 'Many', 40)`;
  });

  it("reads favorites first, then famous ones, and each again after a year", async () => {
    const [user] = await sql<{ id: string }[]>`
      INSERT INTO users (email, email_key, user_name) VALUES ('b@akari.test', 'b', 'B')
      RETURNING id`;
    await sql`
      INSERT INTO favorite_characters (user_id, character_id) VALUES (${user?.id ?? ""}, 1)`;
    about("/characters/1", String.raw`Age: 17\nShe plays the cello.`);
    about("/characters/2", null);
    about("/people/21", "Born in Osaka.\n\nAn actor.");
    about("/people/20", "");
    expect(await runs()).toMatchObject({
      outcome: "succeeded",
      result: { added: 2, unchanged: 2, unread: 1 },
    });
    const paths = ["/characters/1", "/characters/2", "/characters/3", "/people/21", "/people/20"];
    expect(jikan.requests).toEqual(paths);
    expect(await stored()).toEqual([
      { id: 1, about: "Age: 17\nShe plays the cello." },
      { id: 21, about: "Born in Osaka.\n\nAn actor." },
    ]);
    await runs();
    expect(jikan.requests).toEqual([]);

    await sql`UPDATE characters SET about_checked_at = now() - interval '365 days 1 hour' WHERE id < 3`;
    about("/characters/1", null);
    about("/characters/2", "He paints.");
    expect(await runs()).toMatchObject({ result: { added: 1, changed: 0 } });
    expect(jikan.requests).toEqual(["/characters/1", "/characters/2"]);
    expect(await stored()).toHaveLength(3);
  });

  it("asks again for what Jikan did not deliver, and refuses what is too long", async () => {
    about("/characters/1", "x".repeat(30_000));
    about("/characters/2", "x".repeat(30_001));
    about("/characters/3", "She paints.");
    jikan.failNext("/characters/1", ...repeated(UPSTREAM_EXCEPTION));
    expect(await runs()).toMatchObject({ result: { added: 1, rejected: 1 } });
    jikan.failNext("/characters/1");
    await sql`UPDATE characters SET about_checked_at = NULL WHERE id = 1`;
    expect(await runs()).toMatchObject({ result: { added: 1 } });
    expect(await stored()).toHaveLength(2);
  });

  it("fails while Jikan is down, and asks for all of them again", { tags: "rest" }, async () => {
    await sql`INSERT INTO characters (id, name) SELECT id, 'C' FROM generate_series(100, 110) AS id`;
    for (let id = 1; id <= 110; id += 1)
      jikan.failNext(`/characters/${id}`, ...repeated(UPSTREAM_EXCEPTION));
    expect(await runs()).toMatchObject({ outcome: "failed" });
    expect(await sql`SELECT id FROM characters WHERE about_checked_at IS NOT NULL`).toEqual([]);
  });
});

describe("the job for relations", () => {
  const prequel = (id: number) => [
    { relation: "Prequel", entry: [{ mal_id: id, type: "anime", name: "", url: "" }] },
  ];
  const relations = () =>
    sql<{ mal_id: number; related_mal_id: number }[]>`
      SELECT mal_id, related_mal_id FROM anime_relations ORDER BY 1`;
  const askedFor = () =>
    jikan.requests
      .flatMap((path) => /^\/anime\/(\d+)\/relations$/.exec(path)?.[1] ?? [])
      .map(Number);
  /** Imports titles of which those with lower ids are more popular. */
  const importTitles = async (...titles: unknown[]) => {
    jikan.animes = titles;
    await run("listing");
    await sql`UPDATE animes SET popularity = mal_id`;
    jikan.requests.length = 0;
  };
  const runs = async () => {
    jikan.requests.length = 0;
    return run("relations");
  };

  it("reads titles that users follow, those that air or are announced, then others, once a month", async () => {
    await importTitles(
      jikanAnime(1),
      jikanAnime(2, { status: "Not yet aired" }),
      jikanAnime(3),
      airing(4),
    );
    const [user] = await sql<{ id: string }[]>`
      INSERT INTO users (email, email_key, user_name) VALUES ('r@akari.test', 'r', 'R')
      RETURNING id`;
    await sql`
      INSERT INTO watch_list_entries (user_id, anime_mal_id, state)
      VALUES (${user?.id ?? ""}, 3, 'planned'), (${user?.id ?? ""}, 1, 'dropped')`;
    for (const id of [1, 2, 3, 4]) jikan.relations.set(id, prequel(id + 100));
    expect(await runs()).toMatchObject({ outcome: "succeeded", result: { added: 4, unread: 0 } });
    expect(askedFor()).toEqual([3, 2, 4, 1]);
    expect(await relations()).toHaveLength(4);
    expect(await runs()).toMatchObject({ result: { added: 0, unchanged: 0 } });
    expect(askedFor()).toEqual([]);
    await sql`UPDATE relation_checks SET checked_at = now() - interval '29 days 23 hours' WHERE mal_id = 1`;
    await sql`UPDATE relation_checks SET checked_at = now() - interval '30 days 1 hour' WHERE mal_id = 4`;
    expect(await runs()).toMatchObject({ result: { unchanged: 1 } });
    expect(askedFor()).toEqual([4]);
  });

  it("reads 300 titles at most, and the rest the next time", async () => {
    await sql`
      INSERT INTO animes (mal_id, title, content_hash, popularity)
      SELECT id, 'Title', '', id FROM generate_series(1, 301) AS id`;
    for (let id = 1; id <= 301; id += 1) jikan.relations.set(id, []);
    await runs();
    expect(askedFor()).toHaveLength(300);
    await runs();
    expect(askedFor()).toEqual([301]);
  });

  it("skips titles that Jikan does not have, however many", async () => {
    await importTitles(...Array.from({ length: 12 }, (_, index) => jikanAnime(index + 1)));
    jikan.relations.set(12, prequel(1));
    for (let id = 1; id <= 11; id += 1) jikan.failNext(`/anime/${id}/relations`, { status: 404 });
    expect(await runs()).toMatchObject({ outcome: "succeeded", result: { added: 1, unread: 11 } });
    expect(await runs()).toMatchObject({ outcome: "succeeded" });
    expect(askedFor()).toEqual([]);
  });

  it("asks again for what a failing Jikan did not deliver", async () => {
    await importTitles(...Array.from({ length: 12 }, (_, index) => jikanAnime(index + 1)));
    jikan.relations.set(2, prequel(1));
    expect(await runs()).toMatchObject({ outcome: "failed" });
    expect(await relations()).toHaveLength(1);
    for (let id = 1; id <= 12; id += 1) jikan.relations.set(id, []);
    expect(await runs()).toMatchObject({ outcome: "succeeded" });
    expect(askedFor()).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it("stores what it has read when it is interrupted", async () => {
    await importTitles(jikanAnime(1), jikanAnime(2));
    jikan.relations.set(1, prequel(2)).set(2, []);
    const stopping = new AbortController();
    jikan.onRequest = (path) => {
      if (path === "/anime/2/relations") stopping.abort();
    };
    expect(await parts.run("relations", stopping.signal, context)).toMatchObject({
      outcome: "interrupted",
    });
    jikan.onRequest = () => undefined;
    await runs();
    expect(askedFor()).toEqual([2]);
  });
});

describe("a misbehaving Jikan", () => {
  it.each([
    ["429 without end", { status: 429, headers: { "retry-after": "1" } }, /status 429/],
    ["429 for hours", { status: 429, headers: { "retry-after": "7200" } }, /retry in 120 minutes/],
    ["500", UPSTREAM_EXCEPTION, /status 500/],
    ["a page of HTML", "words", /invalid JSON/],
    ["half a response", "cut-off", /no usable response/],
  ] as const)("fails the job with the reason after %s", async (_, fault, reason) => {
    for (const page of [1, 2, 3])
      jikan.failNext(`/seasons/upcoming?page=${page}`, ...repeated<Fault>(fault));
    const finished = await run("upcoming");
    expect(finished).toMatchObject({ outcome: "failed", failures: 1 });
    expect(finished.outcome === "failed" ? finished.error : "").toMatch(reason);
    expect(await titles()).toEqual([]);
  });

  it("fails the job when it hangs", async () => {
    for (const page of [1, 2, 3])
      jikan.failNext(`/seasons/upcoming?page=${page}`, ...repeated<Fault>("silent"));
    context = { ...context, jikan: clientWithTimeout(20) };
    expect(await run("upcoming")).toMatchObject({ outcome: "failed" });
  });

  it("does not keep a job from being interrupted while it hangs", async () => {
    jikan.failNext("/seasons/upcoming?page=1", "silent");
    const stopping = new AbortController();
    jikan.onRequest = () => stopping.abort();
    expect(await parts.run("upcoming", stopping.signal, context)).toMatchObject({
      outcome: "interrupted",
    });
  });

  it("fails when it cannot be reached, and works again later", async () => {
    const { port } = jikan.baseUrl;
    context = {
      ...context,
      jikan: createJikanClient({
        baseUrl: new URL(`http://127.0.0.1:${port === "9" ? 10 : 9}/v4`),
        fetch: createOperatorFetch({ timeoutMs: 1_000, maxBytes: 1_000 }),
        clock: { now: () => 0, sleep: () => Promise.resolve() },
        random: () => 0,
      }),
    };
    const isOffline = async () =>
      (await listJobs(database.db)).find(({ name }) => name === "upcoming")?.isOffline;
    expect(await run("upcoming")).toMatchObject({ outcome: "failed", hadFailed: false });
    expect(await isOffline()).toBe(true);
    context = { ...context, jikan: clientWithTimeout(30_000) };
    const paths = [1, 2, 3].map((page) => `/seasons/upcoming?page=${page}`);
    for (const path of paths) jikan.failNext(path, ...repeated(UPSTREAM_EXCEPTION));
    expect(await run("upcoming")).toMatchObject({ outcome: "failed", hadFailed: true });
    expect(await isOffline()).toBe(false);
    for (const path of paths) jikan.failNext(path);
    jikan.upcoming = [jikanAnime(9)];
    expect(await run("upcoming")).toMatchObject({ outcome: "succeeded", hadFailed: true });
  });
});

describe("a lane", () => {
  it("is held by one at a time, and free after an error", async () => {
    const other = createJobParts(database.options);
    const outcome = await holdLane(parts.context.database, SITE, async () => [
      await holdLane(other.context.database, SITE, () => Promise.resolve("both")),
      await holdLane(other.context.database, JIKAN, () => Promise.resolve("another lane")),
    ]);
    expect(outcome).toEqual([null, "another lane"]);
    const failing = holdLane(parts.context.database, SITE, () =>
      Promise.reject(new Error("trouble")),
    );
    await expect(failing).rejects.toThrow("trouble");
    expect(await holdLane(other.context.database, SITE, () => Promise.resolve("free"))).toBe(
      "free",
    );
    await other.close();
  });

  it("tells its holder when the connection of the lock is lost", async () => {
    let tell: (what: string) => void = () => undefined;
    const told = new Promise<string>((resolve) => (tell = resolve));
    const held = holdLane(parts.context.database, SITE, async (lost) => {
      lost.addEventListener("abort", () => tell("lost"));
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 2 AND classid = 4210593
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      return told;
    });
    held.catch(() => undefined);
    expect(await told).toBe("lost");
    await held.catch(() => undefined);
    // The server's process says goodbye before it gives the lock back.
    await expect
      .poll(() => holdLane(parts.context.database, SITE, () => Promise.resolve("again")))
      .toBe("again");
  });
});

describe("every job", () => {
  it("is in the list, from a file of its own", async () => {
    const folder = join(process.cwd(), "app/jobs/definitions");
    const files = readdirSync(folder).filter((name) => name.endsWith(".server.ts"));
    const modules = await Promise.all(
      files.map((name) => import(join(folder, name)) as Promise<Record<string, unknown>>),
    );
    const defined = modules.flatMap((module) => Object.values(module));
    expect(new Set(ALL_JOBS)).toEqual(new Set(defined));
    expect(new Set(ALL_JOBS.map(({ name }) => name)).size).toBe(defined.length);
  });
});

it("Jikan is not asked for this site's own titles, the demo series and the starter's credits", async () => {
  const own = [900_000_001, 999_999_999, 2_000_000_001];
  const [user] = await sql<{ id: string }[]>`
    INSERT INTO users (email, email_key, user_name) VALUES ('o@akari.test', 'o', 'O') RETURNING id`;
  for (const id of [...own, 900_000_000]) {
    await sql`
      INSERT INTO animes (mal_id, title, content_hash, status, airing, aired_from, popularity)
      VALUES (${id}, 'Title', '', 'Currently Airing', true, '2020-01-01', 1)`;
    await sql`
      INSERT INTO watch_list_entries (user_id, anime_mal_id, state)
      VALUES (${user?.id ?? ""}, ${id}, 'watching')`;
    await sql`INSERT INTO characters (id, name) VALUES (${id}, 'Name')`;
    await sql`INSERT INTO people (id, name) VALUES (${id}, 'Name')`;
  }
  for (const name of ["airing", "episodes", "relations", "credits", "biographies"] as const) {
    jikan.requests.length = 0;
    await run(name);
    const asked = jikan.requests.filter((path) => /\/\d{9,}(?:\/|\?|$)/.test(path));
    expect([name, asked.length > 0], name).toEqual([name, true]);
    expect(
      asked.filter((path) => !path.includes("/900000000")),
      name,
    ).toEqual([]);
  }
});
