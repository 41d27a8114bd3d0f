import { sql as drizzleSql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import {
  importCatalog,
  importEpisodes,
  importIds,
  importRelations,
} from "~/features/import/import-catalog.server";
import { lockTracking } from "~/features/watch-list/tracking/load-tracked.server";
import { loader as titlePage } from "~/routes/catalog/anime";
import { childLimits, childTitles, watchListEntries } from "~db/schema";
import { testDatabase } from "../../support/database/test-database";
import { catchPageError, createPageCaller } from "../../support/server/call-page";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { chunks, title } from "./import-support";

const database = await testDatabase();
const { db, sql } = database;
const A = 1;
const B = 2;
let client: SignedInClient;

beforeEach(async () => {
  await sql`TRUNCATE animes, catalog_state, merged_titles, list_events, watch_list_entries, seen_episodes CASCADE`;
  await importCatalog(
    db,
    chunks([
      title(A, { title: "Kept", episodes: 12, status: "Finished Airing" }),
      title(B, { title: "Duplicate", episodes: 12, status: "Finished Airing" }),
      title(3, { title: "Other" }),
    ]),
  );
  await importEpisodes(
    db,
    chunks(
      [A, B].flatMap((mal_id) =>
        Array.from({ length: mal_id === A ? 10 : 12 }, (_, index) => ({
          mal_id,
          number: index + 1,
          ...(mal_id === B ? { title: `Part ${index + 1}` } : {}),
        })),
      ),
    ),
  );
  client = await createSignedInClient(database);
});

const change = async (animeId: number, fields: Record<string, unknown>) => {
  const response = await client.send("PATCH", "/api/user/watchlist/entry", { animeId, ...fields });
  expect(response.status).toBe(200);
};
const entry = async (animeId = A) =>
  dataOf<Record<string, unknown> | null>(
    await client.send("GET", `/api/user/watchlist/entry?animeId=${animeId}`),
  );
const favor = async (favorite_animes: number[]) => {
  const names = { name: "Faye", last_name: "Valentine", gender: "female" };
  const response = await client.send("POST", "/api/user/profile", { ...names, favorite_animes });
  expect(response.status).toBe(200);
};
const merge = () => mergeTitles(db, { from: B, into: A }, moveEntries);
const tags = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}${index}`);
const countWaiting = async () => {
  const rows = await sql`
    SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
};

describe("merging a duplicate", () => {
  it("moves the entry, progress and history of users who have only the duplicate", async () => {
    await change(B, { state: "watching", score: 80, notes: "Fine", tags: ["calm"] });
    await client.send("POST", "/api/user/watchlist/seen", { animeId: B, episodes: 5 });
    await client.send("POST", "/api/user/progress", {
      entries: [{ animeId: B, episode: 6, position: 300, duration: 1_400 }],
    });
    await favor([3, B]);
    await merge();
    expect(await entry()).toMatchObject({
      state: "watching",
      score: 80,
      notes: "Fine",
      tags: ["calm"],
      episodes_seen: 5,
    });
    const events = await client.send("GET", `/api/user/watchlist/events?animeId=${A}`);
    expect(dataOf<unknown[]>(events).length).toBeGreaterThan(0);
    const positions =
      await sql`SELECT anime_mal_id, number, position_seconds FROM playback_positions`;
    expect([...positions]).toEqual([{ anime_mal_id: A, number: 6, position_seconds: 300 }]);
    const profile = await client.send("GET", "/api/user/profile");
    expect(dataOf(profile)).toMatchObject({ favorite_animes: [3, A] });
  });

  it("prefers the kept title's entry, and joins what was written", async () => {
    await change(A, { state: "paused", score: 70, notes: "Kept", tags: ["x", "y"] });
    await client.send("POST", "/api/user/watchlist/seen", { animeId: A, episode: 7, seen: true });
    await change(B, {
      state: "watching",
      score: 90,
      startedOn: "2020-01-01",
      notes: "Other",
      tags: ["y", "z"],
      priority: 2,
      private: true,
    });
    await client.send("POST", "/api/user/watchlist/seen", { animeId: B, episodes: 5 });
    await favor([B, A]);
    await merge();
    expect(await entry()).toMatchObject({
      score: 70,
      notes: "Kept\n\nOther",
      tags: ["x", "y", "z"],
      priority: 2,
      private: true,
      episodes_seen: 6,
    });
    const profile = await client.send("GET", "/api/user/profile");
    expect(dataOf(profile)).toMatchObject({ favorite_animes: [A] });
  });

  it("keeps what people refused", async () => {
    await sql`INSERT INTO suggestion_feedback (user_id, anime_mal_id, kind)
      VALUES (${client.userId}, ${B}, 'less-like-this')`;
    await merge();
    const rows = await sql`SELECT anime_mal_id, kind FROM suggestion_feedback`;
    expect([...rows]).toEqual([{ anime_mal_id: A, kind: "less-like-this" }]);
  });

  it.each([
    ["notes up to the limit", { notes: "k".repeat(4_999) }, { notes: "o".repeat(4_999) }, false],
    ["emoji up to the limit", { notes: "🦊".repeat(2_499) }, { notes: "🦊".repeat(2_500) }, false],
    ["more emoji", { notes: "🦊".repeat(2_500) }, { notes: "🦊".repeat(2_500) + "x" }, true],
    ["longer notes", { notes: "k".repeat(4_999) }, { notes: "o".repeat(5_000) }, true],
    ["tags up to the limit", { tags: tags("k", 60) }, { tags: tags("o", 40) }, false],
    ["more tags", { tags: tags("k", 60) }, { tags: tags("o", 41) }, true],
  ])("joins %s, and leaves in the history what does not fit", async (_, kept, other, isLeft) => {
    await change(A, kept);
    await change(B, other);
    const field = "notes" in kept ? "notes" : "tags";
    await merge();
    const events = dataOf<{ id: string; through: string; changes: object[] }[]>(
      await client.send("GET", `/api/user/watchlist/events?animeId=${A}`),
    ).filter(({ through }) => through === "catalog");
    const merged = (await entry())?.[field];
    expect(events.map(({ changes }) => changes)).toEqual(
      isLeft ? [[{ field, from: Object.values<unknown>(other)[0], to: merged }]] : [],
    );
    if (field === "tags") expect(merged).toHaveLength(100);
    else if (isLeft) expect(merged).toBe(Object.values<unknown>(kept)[0]);
    else expect(merged).toHaveLength(10_000);
    if (!isLeft) return;
    const undone = { eventId: events[0]?.id };
    expect((await client.send("POST", "/api/user/watchlist/undo", undone)).status).toBe(200);
    expect(await entry()).toMatchObject(other);
  });

  it.each([
    ["allowed", "blocked", "blocked"],
    ["blocked", "allowed", "blocked"],
    ["asked", "blocked", "blocked"],
    ["blocked", "asked", "blocked"],
    ["asked", "allowed", "allowed"],
    ["allowed", "asked", "allowed"],
    ["asked", "asked", "asked"],
    [null, "allowed", "allowed"],
    [null, "asked", "asked"],
    ["asked", null, "asked"],
  ])("makes of a child’s %s title and a duplicate that is %s one that is %s", async (...states) => {
    const [kept, duplicate, expected] = states;
    const { userId } = client;
    await db.insert(childLimits).values({ userId, maxRating: "pg" }).onConflictDoNothing();
    for (const [malId, state] of [
      [A, kept],
      [B, duplicate],
    ] as const)
      if (state !== null) await db.insert(childTitles).values({ userId, malId, state });
    await mergeTitles(db, { from: B, into: A }, moveEntries);
    const titles = await db.select().from(childTitles);
    expect(titles.map(({ malId, state }) => [malId, state])).toEqual([[A, expected]]);
  });

  it("keeps the rewatches of both", async () => {
    const [user] = await sql<{ id: string }[]>`SELECT id FROM users WHERE id = ${client.userId}`;
    await change(A, { state: "rewatching" });
    await change(B, { state: "rewatching" });
    await sql`DELETE FROM rewatches`;
    const add = (anime: number, number: number, started: string, finished: boolean) =>
      sql`INSERT INTO rewatches (user_id, anime_mal_id, number, started_on, finished)
        VALUES (${user?.id ?? ""}, ${anime}, ${number}, ${started}, ${finished})`;
    await add(A, 1, "2020", true);
    await add(A, 2, "2021", false);
    await add(B, 1, "2018", true);
    await add(B, 2, "2019", false);
    await merge();
    const rows = await sql`SELECT number, started_on, finished FROM rewatches ORDER BY number`;
    expect([...rows]).toEqual([
      { number: 1, started_on: "2020", finished: true },
      { number: 2, started_on: "2018", finished: true },
      { number: 3, started_on: "2019", finished: true },
      { number: 4, started_on: "2021", finished: false },
    ]);
  });

  it.each(["rewatching", "paused", "dropped"])(
    "keeps the place of a rewatch: %s",
    async (state) => {
      await change(B, { state: "completed" });
      await change(A, { state: "completed" });
      await change(A, { state: "rewatching", episodesSeen: 5 });
      await change(A, { state });
      await merge();
      expect(await entry()).toMatchObject({ state, episodes_seen: 5 });
      const rows = await sql`SELECT finished FROM rewatches WHERE anime_mal_id = ${A}`;
      expect(rows.filter(({ finished }) => finished === false)).toHaveLength(1);
    },
  );

  it("leaves the lists of users who do not have the duplicate", async () => {
    await change(A, { state: "rewatching" });
    const listVersion = () => sql`SELECT list_version FROM users WHERE id = ${client.userId}`;
    const before = await listVersion();
    await merge();
    expect(await listVersion()).toEqual(before);
  });

  it("fills gaps of episodes, and moves sources, relations and ids of other sites", async () => {
    const source = (anime: number, number: number, address: string) =>
      sql`INSERT INTO episode_sources (anime_mal_id, number, address, kind)
        VALUES (${anime}, ${number}, ${address}, 'sub')`;
    await source(A, 1, "/media/demo/1/master.m3u8");
    await source(B, 1, "/media/demo/1/master.m3u8");
    await source(B, 12, "/media/demo/2/master.m3u8");
    await importRelations(
      db,
      chunks([
        { mal_id: B, related_mal_id: 3, relation: "SEQUEL" },
        { mal_id: 3, related_mal_id: B, relation: "PREQUEL" },
        { mal_id: A, related_mal_id: B, relation: "OTHER" },
      ]),
    );
    await importIds(db, chunks([{ mal_id: B, anidb_id: 9 }]));
    await merge();
    const episodes = await sql`SELECT number, title FROM episodes ORDER BY number`;
    expect(episodes).toHaveLength(12);
    expect(episodes[0]).toEqual({ number: 1, title: "Part 1" });
    expect([...(await sql`SELECT anime_mal_id, number FROM episode_sources ORDER BY 2`)]).toEqual([
      { anime_mal_id: A, number: 1 },
      { anime_mal_id: A, number: 12 },
    ]);
    const relations = await sql`SELECT mal_id, related_mal_id FROM anime_relations ORDER BY 1, 2`;
    expect([...relations]).toEqual([
      { mal_id: A, related_mal_id: 3 },
      { mal_id: 3, related_mal_id: A },
    ]);
    expect([...(await sql`SELECT mal_id, id FROM external_ids`)]).toEqual([{ mal_id: A, id: "9" }]);
  });

  it("makes the kept title one that plays here where only the duplicate has sources", async () => {
    await sql`INSERT INTO episode_sources (anime_mal_id, number, address, kind)
      VALUES (${B}, 1, '/media/demo/1/master.m3u8', 'sub')`;
    const plays = () =>
      sql`SELECT mal_id FROM listing_entries WHERE plays_here`.then((rows) => [...rows]);
    expect(await plays()).toEqual([{ mal_id: B }]);
    await merge();
    expect(await plays()).toEqual([{ mal_id: A }]);
  });

  it("redirects the duplicate's page for good, and reads of the API", async () => {
    await merge();
    const call = createPageCaller(database);
    expect(
      await catchPageError(call(titlePage, `/anime/${B}/duplicate`, { params: { id: String(B) } })),
    ).toEqual({ status: 301, data: `/anime/${A}` });
    const get = (path: string) => fetch(client.origin + path, { redirect: "manual" });
    const response = await get(`/api/animes/getAnime?id=${B}&parental_control=false`);
    expect([response.status, response.headers.get("location")]).toEqual([
      308,
      `/api/animes/getAnime?id=${A}&parental_control=false`,
    ]);
    expect((await get(`/api/episodes/getEpisode?mal_id=${B}&ep=1`)).headers.get("location")).toBe(
      `/api/episodes/getEpisode?mal_id=${A}&ep=1`,
    );
    expect((await get("/api/animes/getAnime?id=77")).status).toBe(404);
  });

  it("does not lead to a kept title that the viewer may not see", async () => {
    await merge();
    await sql`UPDATE animes SET genres = '{Hentai}' WHERE mal_id = ${A}`;
    const page = createPageCaller(database);
    const response = await fetch(`${client.origin}/api/animes/getAnime?id=${B}`, {
      redirect: "manual",
    });
    expect([response.status, response.headers.get("location")]).toEqual([403, null]);
    expect(
      await catchPageError(page(titlePage, `/anime/${B}`, { params: { id: String(B) } })),
    ).toMatchObject({ status: 403 });
    await sql`UPDATE animes SET hidden = true WHERE mal_id = ${A}`;
    expect((await fetch(`${client.origin}/api/animes/getAnime?id=${B}`)).status).toBe(404);
  });

  it(
    "is not undone by imports, whose lists of users find the kept title",
    { tags: "rest" },
    async () => {
      await merge();
      const rows = [title(B, { title: "Duplicate" }), title(A, { title: "Kept", episodes: 13 })];
      expect(await importCatalog(db, chunks(rows))).toEqual({
        added: 0,
        changed: 1,
        unchanged: 1,
        rejected: 0,
      });
      expect(await importEpisodes(db, chunks([{ mal_id: B, number: 1 }]))).toMatchObject({
        unchanged: 1,
        rejected: 0,
      });
      await importRelations(db, chunks([{ mal_id: 3, related_mal_id: B, relation: "SEQUEL" }]));
      expect([...(await sql`SELECT related_mal_id FROM anime_relations`)]).toEqual([
        { related_mal_id: A },
      ]);
      const xml = `<?xml version="1.0" ?><myanimelist><anime><series_animedb_id>${B}</series_animedb_id><my_status>Completed</my_status></anime></myanimelist>`;
      await client.send("POST", "/api/user/watchList/import", xml, {
        "content-type": "application/xml",
      });
      expect(await entry()).toMatchObject({ state: "completed" });
    },
  );

  it("leaves a bulk change of both titles, which is one entry's now", async () => {
    const bulk = await client.send("POST", "/api/user/watchlist/bulk", {
      animeIds: [A, B],
      set: { score: 80 },
    });
    const { event_id: eventId } = dataOf<{ event_id: string }>(bulk);
    await merge();
    const undone = await client.send("POST", "/api/user/watchlist/undo", { eventId });
    expect(undone.status).toBe(409);
    expect(await entry()).toMatchObject({ score: 80 });
  });

  it("leads on when the kept title is merged too", async () => {
    await merge();
    await mergeTitles(db, { from: A, into: 3 }, moveEntries);
    const response = await fetch(`${client.origin}/api/animes/getAnime?id=${B}`, {
      redirect: "manual",
    });
    expect(response.headers.get("location")).toBe("/api/animes/getAnime?id=3");
  });

  it("is refused with itself and with unknown titles", async () => {
    await expect(mergeTitles(db, { from: A, into: A }, moveEntries)).rejects.toMatchObject({
      code: "invalid",
    });
    await expect(mergeTitles(db, { from: A, into: 77 }, moveEntries)).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(mergeTitles(db, { from: 77, into: A }, moveEntries)).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("loses nothing that users write meanwhile", { tags: "rest" }, async () => {
    const clients = await Promise.all(
      Array.from({ length: 4 }, () => createSignedInClient(database)),
    );
    const statuses: number[] = [];
    let accepted = 0;
    const write = async (user: SignedInClient, episode: number) => {
      const seen = await user.send("POST", "/api/user/watchlist/seen", {
        animeId: B,
        episode,
        seen: true,
      });
      const played = await user.send("POST", "/api/user/progress", {
        entries: [{ animeId: B, episode, position: 100, duration: 1_400 }],
      });
      if (seen.status === 200) accepted += 1;
      statuses.push(seen.status, played.status);
    };
    const writing = clients.map(async (user) => {
      for (let episode = 1; episode <= 10; episode += 1) await write(user, episode);
    });
    await expect.poll(() => accepted).toBeGreaterThan(4);
    await merge();
    await Promise.all(writing);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const [row] = await sql<{ seen: number; lost: number }[]>`
      SELECT coalesce(sum(count), 0)::int AS seen,
        (SELECT count(*)::int FROM seen_episodes WHERE anime_mal_id <> ${A}) AS lost
      FROM seen_episodes WHERE anime_mal_id = ${A}`;
    expect(row).toEqual({ seen: accepted, lost: 0 });
  });

  it("does not wait for users who write about other titles", async () => {
    await change(3, { state: "watching" });
    await db.transaction(async (tx) => {
      await lockTracking(tx, client.userId);
      await merge();
    });
  });

  it("waits for users who add the duplicate, and for what they write next", async () => {
    let merging: Promise<void> | undefined;
    let writing: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await lockTracking(tx, client.userId);
      await tx
        .insert(watchListEntries)
        .values({ userId: client.userId, animeMalId: B, state: "watching" });
      merging = merge();
      await expect.poll(countWaiting, { interval: 10 }).toBe(1);
      writing = change(B, { score: 80 });
      await expect.poll(countWaiting, { interval: 10 }).toBe(2);
    });
    await Promise.all([merging, writing]);
    expect(await entry()).toMatchObject({ state: "watching", score: 80 });
  });

  it.each(["has", "adds"])(
    "gives the kept title to a user who %s the duplicate and waits for the merge",
    async (verb) => {
      if (verb === "has") await change(B, { state: "watching" });
      let merging: Promise<void> | undefined;
      let writing: Promise<void> | undefined;
      await db.transaction(async (tx) => {
        // The merge has all of its locks when it waits for this one.
        await tx.execute(drizzleSql`LOCK TABLE merged_titles IN EXCLUSIVE MODE`);
        merging = merge();
        await expect.poll(countWaiting, { interval: 10 }).toBe(1);
        writing = change(B, { state: "watching", score: 80 });
        await expect.poll(countWaiting, { interval: 10 }).toBe(2);
      });
      await Promise.all([merging, writing]);
      expect(await entry()).toMatchObject({ state: "watching", score: 80 });
      expect(await entry(B)).toBeNull();
    },
  );
});

it("gives a position that waits for a merge to the kept title", async () => {
  let merging: Promise<void> | undefined;
  let playing: Promise<{ status: number }> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(drizzleSql`LOCK TABLE merged_titles IN EXCLUSIVE MODE`);
    merging = merge();
    await expect.poll(countWaiting, { interval: 10 }).toBe(1);
    const entries = [{ animeId: B, episode: 3, position: 100, duration: 1_400 }];
    playing = client.send("POST", "/api/user/progress", { entries });
    await expect.poll(countWaiting, { interval: 10 }).toBe(2);
  });
  await merging;
  expect((await playing)?.status).toBe(200);
  expect(await sql`SELECT anime_mal_id, number FROM playback_positions`).toEqual([
    { anime_mal_id: A, number: 3 },
  ]);
  expect(await entry()).toMatchObject({ state: "watching" });
});

describe("the id of a merged duplicate", () => {
  beforeEach(merge);

  it("changes the kept title's entry, which is the response", async () => {
    const added = await client.send("POST", "/api/user/watchlist", {
      animeId: B,
      type: "Watching",
    });
    expect(added.status).toBe(200);
    const patched = await client.send("PATCH", "/api/user/watchlist/entry", {
      animeId: B,
      score: 80,
    });
    expect(dataOf(patched)).toMatchObject({ state: "watching", score: 80 });
    const seen = await client.send("POST", "/api/user/watchlist/seen", { animeId: B, episodes: 3 });
    expect(dataOf(seen)).toMatchObject({ score: 80, episodes_seen: 3 });
    expect(await entry()).toEqual(dataOf(seen));
  });

  it("is one title with the kept one's in a bulk change", async () => {
    const bulk = (set: Record<string, unknown>) =>
      client.send("POST", "/api/user/watchlist/bulk", { animeIds: [A, B], set });
    expect(dataOf(await bulk({ score: 80 }))).toMatchObject({ changed: 1 });
    expect(await entry()).toMatchObject({ score: 80 });
    // A date in the future.
    const refused = await bulk({ score: 90, startedOn: "2999-01-01" });
    expect(refused.status).toBe(400);
    expect(await entry()).toMatchObject({ score: 80 });
  });

  it("removes nothing of the kept title, which the user may have had before", async () => {
    await change(A, { score: 80 });
    const removed = await client.send("DELETE", `/api/user/watchlist?animeId=${B}`);
    expect(removed.status).toBe(200);
    const bulk = { animeIds: [B], remove: true };
    expect((await client.send("POST", "/api/user/watchlist/bulk", bulk)).status).toBe(404);
    expect(await entry()).toMatchObject({ score: 80 });
  });

  it("saves the progress of a player that went on", async () => {
    const saved = await client.send("POST", "/api/user/progress", {
      entries: [
        { animeId: A, episode: 6, position: 100, duration: 1_400, age: 60 },
        { animeId: B, episode: 6, position: 300, duration: 1_400 },
      ],
    });
    expect(dataOf(saved)).toMatchObject({
      episodes: [{ anime_id: String(A), episode: 6, position: 300 }],
      watching: [String(A)],
    });
    expect(await entry()).toMatchObject({ state: "watching" });
  });
});
