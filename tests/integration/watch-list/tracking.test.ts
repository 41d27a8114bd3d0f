import { and, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tracker } from "~/features/watch-list/tracking/change-entries.server";
import { parseMultirange } from "~/features/catalog/episodes/episode-set";
import { listHistory } from "~/features/watch-list/tracking/list-events.server";
import { setSeen } from "~/features/watch-list/tracking/track-entries.server";
import { UNLISTED } from "~/features/watch-list/tracking/tracked-entry";
import { changeSeen, type SeenChange } from "~/features/watch-list/tracking/tracking-rules";
import { animes, seenEpisodes, watchListEntries } from "~db/schema";
import { addAnime, addEpisodes } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import {
  createSignedInClient,
  dataOf,
  signUpClient,
  type SignedInClient,
} from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const BASE = "/api/user/watchlist";
const today = new Date().toISOString().slice(0, 10);

interface Entry {
  type: string;
  state: string | null;
  episodes_seen: number;
  score: number | null;
  started_on: string | null;
  finished_on: string | null;
  rewatches: { started_on: string | null; finished_on: string | null; score: number | null }[];
  notes: string | null;
  tags: string[];
  priority: number;
  private: boolean;
  watched_episodes: number | null;
  own_score: number | null;
  imported_state: string | null;
  added_at: string;
  updated_at: string;
}
interface ListEvent {
  id: string;
  at: string;
  through: string;
  mal_id: number;
  title: string;
  changes: { field: string; from: unknown; to: unknown }[];
  undone_at: string | null;
}

const patch = (api: SignedInClient, animeId: number | string, fields: object) =>
  api.send("PATCH", `${BASE}/entry`, { animeId, ...fields });
const seen = (api: SignedInClient, animeId: number, fields: object) =>
  api.send("POST", `${BASE}/seen`, { animeId, ...fields });
const entryOf = async (api: SignedInClient, animeId: number) =>
  dataOf<Entry | null>(await api.send("GET", `${BASE}/entry?animeId=${animeId}`));
const eventsOf = async (api: SignedInClient, query = "") =>
  dataOf<ListEvent[]>(await api.send("GET", `${BASE}/events${query}`));
const undo = (api: SignedInClient, eventId: string | undefined) =>
  api.send("POST", `${BASE}/undo`, { eventId });
const series = async (total: number | null, fields: Parameters<typeof addAnime>[1] = {}) => {
  const { mal_id: id } = await addAnime(db, {
    episodes: total,
    ...(total === null ? { status: "Currently Airing" } : {}),
    ...fields,
  });
  return id;
};

describe("an entry", () => {
  it("is added by changing a field, and returns all of them", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    expect(await entryOf(api, id)).toBeNull();
    const response = await patch(api, String(id), {
      state: "watching",
      episodesSeen: 3,
      score: 72,
      startedOn: "2024-05",
      notes: "Good",
      tags: ["mecha", "mecha", " space "],
      priority: 2,
      private: true,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(dataOf<Entry>(response)).toMatchObject({
      mal_id: id,
      anime_id: String(id),
      user_id: api.userId,
      type: "Watching",
      state: "watching",
      episodes_seen: 3,
      score: 72,
      started_on: "2024-05",
      finished_on: null,
      rewatches: [],
      notes: "Good",
      tags: ["mecha", "space"],
      priority: 2,
      private: true,
      watched_episodes: 3,
      own_score: 7,
      imported_state: null,
    });
    expect(await entryOf(api, id)).toEqual(dataOf(response));
    await patch(api, id, { state: null, score: null, startedOn: null, notes: null, tags: null });
    expect(await entryOf(api, id)).toMatchObject({
      type: "Collection",
      state: null,
      score: null,
      started_on: null,
      notes: null,
      tags: [],
      episodes_seen: 3,
    });
  });

  it.each([
    ["watching", "Watching", null],
    ["planned", "To Watch", null],
    ["completed", "Completed", null],
    ["paused", "Watching", "On-Hold"],
    ["dropped", "Collection", "Dropped"],
    ["rewatching", "Watching", "Rewatching"],
    [null, "Collection", null],
  ])("in state %s has the type %s", async (state, type, imported) => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await patch(api, id, { state });
    expect(await entryOf(api, id)).toMatchObject({ state, type, imported_state: imported });
    await api.send("POST", BASE, { animeId: id, type });
    expect(await entryOf(api, id)).toMatchObject({ state, type });
  });

  it("takes its state from a type of another kind", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    for (const [type, state] of [
      ["Watching", "watching"],
      ["To Watch", "planned"],
      ["Completed", "completed"],
      ["Collection", null],
    ]) {
      await api.send("POST", BASE, { animeId: id, type });
      expect(await entryOf(api, id)).toMatchObject({ type, state });
    }
  });

  it.each([
    ["episodesSeen", { episodesSeen: 13 }],
    ["episodesSeen", { episodesSeen: -1 }],
    ["episodesSeen", { episodesSeen: 1.5 }],
    ["score", { score: 101 }],
    ["score", { score: -1 }],
    ["score", { score: "high" }],
    ["finishedOn", { startedOn: "2024-05-17", finishedOn: "2024-05-16" }],
    ["finishedOn", { startedOn: "2024-05", finishedOn: "2023" }],
    ["startedOn", { startedOn: "2999" }],
    ["finishedOn", { finishedOn: "2999-01-01" }],
    ["startedOn", { startedOn: "2023-02-29" }],
    ["startedOn", { startedOn: "17.05.2024" }],
    ["state", { state: "binged" }],
    ["state", { state: 1 }],
    ["notes", { notes: "n".repeat(10_001) }],
    ["notes", { notes: "a\0b" }],
    ["tags", { tags: Array.from({ length: 101 }, (_, index) => `t${index}`) }],
    ["tags.0", { tags: ["t".repeat(101)] }],
    ["priority", { priority: 3 }],
    ["private", { private: "maybe" }],
    ["animeId", { animeId: "x", score: 5 }],
    ["rewatches", { rewatches: Array(1_001).fill({}) }],
    ["rewatches", { rewatches: "twice" }],
    ["rewatches.0.score", { rewatches: [{ score: 101 }] }],
    ["rewatches.1.startedOn", { rewatches: [{}, { startedOn: "2024-13" }] }],
    ["rewatches.1.finishedOn", { rewatches: [{}, { finishedOn: "2999" }] }],
    ["rewatches.0.finishedOn", { rewatches: [{ startedOn: "2024-05", finishedOn: "2024-04" }] }],
    ["episodesSeen", { state: "completed", episodesSeen: 13 }],
    ["", {}],
  ])("refuses a wrong %s and changes nothing", async (path, fields) => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await patch(api, id, { score: 50, notes: "before" });
    const before = await entryOf(api, id);
    const response = await patch(api, id, {
      notes: "after",
      ...fields,
      ...(path === "" ? { notes: undefined } : {}),
    });
    expect(response.status).toBe(400);
    expect(
      (response.body as { issues: { path: string }[] }).issues.map((issue) => issue.path),
    ).toEqual([path]);
    expect(await entryOf(api, id)).toEqual(before);
    expect(await eventsOf(api)).toHaveLength(1);
  });

  it("takes values at their limits", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    for (const fields of [
      { episodesSeen: 12 },
      { score: 0 },
      { score: 100 },
      { startedOn: today, finishedOn: today },
      { startedOn: "2024-05-17", finishedOn: "2024-05" },
      { notes: "n".repeat(10_000) },
      { tags: Array.from({ length: 100 }, (_, index) => `t${index}`.padEnd(100, "x")) },
      { rewatches: Array(1_000).fill({ startedOn: "2024-05-17", finishedOn: today, score: 100 }) },
      { rewatches: null },
    ])
      expect((await patch(api, id, fields)).status).toBe(200);
  });

  it("of a title that has not begun to air cannot be completed", async () => {
    const api = await createSignedInClient(database);
    const id = await series(1, { status: "Not yet aired" });
    for (const [path, response] of [
      ["state", await patch(api, id, { state: "completed" })],
      ["type", await api.send("POST", BASE, { animeId: id, type: "Completed" })],
      ["episodes", await seen(api, id, { episodes: "+1" })],
    ] as const)
      expect(response).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    expect(await entryOf(api, id)).toBeNull();
    expect((await patch(api, id, { state: "planned" })).status).toBe(200);
  });

  it("is 404 for an unknown anime, and 401 without a session", async () => {
    const api = await createSignedInClient(database);
    expect((await patch(api, 2_000_000_000, { score: 5 })).status).toBe(404);
    expect((await patch(api, "99999999999999999999", { score: 5 })).status).toBe(404);
    expect((await seen(api, 2_000_000_000, { episodes: 1 })).status).toBe(404);
    expect(await entryOf(api, 2_000_000_000)).toBeNull();
    api.cookie = "";
    expect((await patch(api, 1, { score: 5 })).status).toBe(401);
  });

  it("is changed by a browser's form", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    const form = (fields: Record<string, string>) =>
      new URLSearchParams({ animeId: String(id), returnTo: "/list", ...fields });
    const response = await api.send(
      "PATCH",
      `${BASE}/entry`,
      form({ state: "paused", score: "", tags: "a, b", private: "on", episodesSeen: "4" }),
    );
    expect([response.status, response.headers.get("location")]).toEqual([302, "/list"]);
    expect((await api.send("POST", `${BASE}/seen`, form({ episodes: "+1" }))).status).toBe(302);
    expect(await entryOf(api, id)).toMatchObject({
      state: "paused",
      score: null,
      tags: ["a", "b"],
      private: true,
      episodes_seen: 5,
    });
  });
});

describe("what is seen", () => {
  it("starts a title with its first episode and completes it with its last", async () => {
    const api = await createSignedInClient(database);
    const id = await series(3);
    await patch(api, id, { state: "planned" });
    expect(dataOf<Entry>(await seen(api, id, { episodes: "+1" }))).toMatchObject({
      state: "watching",
      episodes_seen: 1,
      started_on: today,
      finished_on: null,
    });
    await seen(api, id, { episode: 2, seen: true });
    expect(dataOf<Entry>(await seen(api, id, { episodes: "+1" }))).toMatchObject({
      state: "completed",
      type: "Completed",
      episodes_seen: 3,
      started_on: today,
      finished_on: today,
    });
    expect(dataOf<Entry>(await seen(api, id, { episodes: "-1" }))).toMatchObject({
      state: "watching",
      episodes_seen: 2,
      finished_on: null,
    });
  });

  it("begins a rewatch on a completed title, which ends as a finished one", async () => {
    const api = await createSignedInClient(database);
    const id = await series(2);
    await patch(api, id, { state: "completed", finishedOn: "2020-05" });
    expect(dataOf<Entry>(await seen(api, id, { episodes: "+1" }))).toMatchObject({
      state: "rewatching",
      episodes_seen: 1,
      finished_on: "2020-05",
      rewatches: [{ started_on: today, finished_on: null, score: null }],
    });
    expect(dataOf<Entry>(await seen(api, id, { episodes: "+1" }))).toMatchObject({
      state: "completed",
      episodes_seen: 2,
      finished_on: "2020-05",
      rewatches: [{ started_on: today, finished_on: today, score: null }],
    });
  });

  it("is the same in the player, on the title's page, in the list and in exports", async () => {
    const api = await createSignedInClient(database);
    const id = await series(24);
    await addEpisodes(db, id, 1, 24);
    await api.send("POST", `${BASE}/import`, [
      { mal_id: id, type: "Watching", watched_episodes: 12 },
    ]);
    for (let episode = 13; episode <= 20; episode += 1)
      await api.send("POST", "/api/user/progress", {
        animeId: id,
        episode,
        position: 95,
        duration: 100,
      });
    expect(await entryOf(api, id)).toMatchObject({ episodes_seen: 20, state: "watching" });
    await api.send("POST", "/api/user/progress", { animeId: id, episode: 5, watched: false });
    await seen(api, id, { episodes: "+1" });
    const watched = dataOf<{ episode: number; watched: boolean }[]>(
      await api.send("GET", `/api/user/progress?animeId=${id}`),
    ).filter((progress) => progress.watched);
    expect(watched.map(({ episode }) => episode)).toEqual([
      1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    ]);
    expect(await entryOf(api, id)).toMatchObject({ episodes_seen: 20, watched_episodes: 20 });
    const xml = await api.send("GET", `${BASE}/export?format=mal-xml`);
    expect(xml.body).toContain("<my_watched_episodes>20</my_watched_episodes>");
  });

  it("counts no extra: neither episode 0 nor one past the title's number", async () => {
    const api = await createSignedInClient(database);
    const id = await series(3);
    await addEpisodes(db, id, 0, 4);
    for (const episode of [0, 4, 5])
      expect((await seen(api, id, { episode, seen: true })).status).toBe(400);
    await seen(api, id, { episodes: 2 });
    const entries = [{ animeId: id, episode: 4, position: 95, duration: 100 }];
    expect((await api.send("POST", "/api/user/progress", { entries })).status).toBe(200);
    expect(await entryOf(api, id)).toMatchObject({ episodes_seen: 2, state: "watching" });
    expect(dataOf<Entry>(await seen(api, id, { episode: 3, seen: true }))).toMatchObject({
      episodes_seen: 3,
      state: "completed",
    });
  });

  it("counts where the number of episodes is unknown", async () => {
    const api = await createSignedInClient(database);
    const id = await series(null);
    expect(dataOf<Entry>(await seen(api, id, { episodes: 100_000 }))).toMatchObject({
      episodes_seen: 100_000,
      state: "watching",
    });
    expect((await seen(api, id, { episodes: 100_001 })).status).toBe(400);
    expect((await seen(api, id, { episodes: "+1" })).status).toBe(400);
  });

  it.each([
    ["episodes", { episodes: 13 }],
    ["episodes", { episodes: "+2" }],
    ["episodes", { episodes: -1 }],
    ["episodes", { episodes: "many" }],
    ["episode", { episode: 13, seen: true }],
    ["episode", { episode: 0, seen: true }],
    ["seen", { episode: 3 }],
    ["seen", { episode: 3, seen: "maybe" }],
    ["episodes", {}],
    ["episodes", { episodes: "+1", episode: 3, seen: true }],
  ])("refuses a wrong %s", async (path, fields) => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    const response = await seen(api, id, fields);
    expect(response).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    expect(await entryOf(api, id)).toBeNull();
  });
});

describe("rewatches", () => {
  it("are set, recorded, undone and exported", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await patch(api, id, { state: "completed", finishedOn: "2015" });
    const before = await entryOf(api, id);
    const rewatches = [
      { startedOn: "2017", finishedOn: "2017-03-04", score: 85 },
      { startedOn: null, finishedOn: "2016-02" },
    ];
    const response = await patch(api, id, { rewatches });
    const stored = [
      { started_on: null, finished_on: "2016-02", score: null },
      { started_on: "2017", finished_on: "2017-03-04", score: 85 },
    ];
    expect(dataOf<Entry>(response)).toMatchObject({
      state: "completed",
      episodes_seen: 12,
      finished_on: "2015",
      rewatches: stored,
    });
    const [event] = await eventsOf(api);
    expect(event?.changes).toEqual([{ field: "rewatches", from: [], to: stored }]);
    const { totals, days } = dataOf<{ totals: { episodes: number }; days: object[] }>(
      await api.send("GET", "/api/user/statistics"),
    );
    expect([totals.episodes, days]).toEqual([36, []]);
    expect((await undo(api, event?.id)).status).toBe(200);
    expect(await entryOf(api, id)).toEqual(before);
  });

  it("count on the day on which they end", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await patch(api, id, { state: "completed", finishedOn: "2015" });
    await patch(api, id, { rewatches: [{ startedOn: "2015" }, { finishedOn: today }] });
    const { days } = dataOf<{ days: object[] }>(await api.send("GET", "/api/user/statistics"));
    expect(days).toMatchObject([{ date: today, episodes: 12 }]);
  });
});

describe("the history of a list", () => {
  it("has changes of one title in one microsecond in one order, on every page once", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    for (const score of [10, 20, 30, 40, 50]) await patch(api, id, { score });
    await database.sql`
      UPDATE list_events SET at = '2026-01-01T00:00:00.000001Z' WHERE user_id = ${api.userId}`;
    const whole = await eventsOf(api);
    const pages = [];
    for (let page = 1; page <= 5; page += 1)
      pages.push(...(await eventsOf(api, `?page=${page}&limit=1`)));
    expect(new Set(pages.map((event) => event.id)).size).toBe(5);
    expect(pages).toEqual(whole);
    expect(await eventsOf(api, `?animeId=${id}`)).toEqual(whole);
    const history = await listHistory(db, api.userId, {
      page: 1,
      perPage: 5,
      watchedOnly: false,
      parentalControl: false,
    });
    expect(history.map((entry) => ("event" in entry ? entry.event.id : null))).toEqual(
      whole.map((event) => event.id),
    );
  });

  it("records every change with what, from, to, when and through what", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12, { title: "Mushishi" });
    await patch(api, id, { state: "watching", score: 70 });
    await api.send(
      "POST",
      `${BASE}/seen`,
      { animeId: id, episodes: "+1" },
      { "sec-fetch-site": "same-origin" },
    );
    const events = await eventsOf(api, `?animeId=${id}`);
    expect(events).toMatchObject([
      {
        through: "site",
        mal_id: id,
        title: "Mushishi",
        changes: [
          { field: "episodes_seen", from: 0, to: 1 },
          { field: "started_on", from: null, to: today },
        ],
        undone_at: null,
      },
      {
        through: "api",
        changes: [
          { field: "on_list", from: false, to: true },
          { field: "state", from: null, to: "watching" },
          { field: "score", from: null, to: 70 },
        ],
      },
    ]);
    await patch(api, id, { score: 70 });
    expect(await eventsOf(api)).toHaveLength(2);
    const page = await api.send("GET", `${BASE}/events?limit=1&page=2`);
    expect(page.body).toMatchObject({
      data: [{ id: events[1]?.id }],
      meta: { total_items: 2, current_page: 2, last_page: 2, per_page: 1 },
    });
    for (const query of ["?limit=0", "?limit=101", "?page=0", "?animeId=x"])
      expect((await api.send("GET", `${BASE}/events${query}`)).status).toBe(400);
    expect(await eventsOf(await signUpClient(api.origin))).toEqual([]);
  });

  it("is undone with its dates, unless something later contradicts it", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await patch(api, id, { state: "completed", finishedOn: "2019-04-01", score: 80 });
    const before = await entryOf(api, id);
    await seen(api, id, { episodes: "+1" });
    const [rewatched] = await eventsOf(api);
    await patch(api, id, { notes: "again" });
    await patch(api, id, { notes: null });
    expect((await undo(api, rewatched?.id)).status).toBe(200);
    expect(await entryOf(api, id)).toMatchObject({
      ...before,
      updated_at: expect.any(String) as string,
    });
    expect(
      (await eventsOf(api)).find(({ id: one }) => one === rewatched?.id)?.undone_at,
    ).not.toBeNull();
    expect((await undo(api, rewatched?.id)).status).toBe(409);

    await patch(api, id, { score: 60 });
    await patch(api, id, { score: 70 });
    const [last, first] = await eventsOf(api);
    expect(await undo(api, first?.id)).toMatchObject({ status: 409 });
    expect(await entryOf(api, id)).toMatchObject({ score: 70 });
    expect((await undo(api, last?.id)).status).toBe(200);
    expect((await undo(api, first?.id)).status).toBe(200);
    expect(await entryOf(api, id)).toMatchObject({ score: 80 });
  });

  it("is made again after its undo, once, and not over a later change", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    // An entry that is on the list again is a new one.
    const without = (entry: object | null) => ({
      ...entry,
      id: null,
      added_at: null,
      updated_at: null,
    });
    const redo = (eventId: string | undefined) => api.send("POST", `${BASE}/redo`, { eventId });
    const changes: (() => Promise<unknown>)[] = [
      () => patch(api, id, { state: "watching", score: 70, notes: "n", tags: ["a"] }),
      () => seen(api, id, { episodes: "+1" }),
      () => patch(api, id, { state: "completed", startedOn: null, finishedOn: "2019-04-01" }),
      () => seen(api, id, { episodes: "+1" }),
      () => api.send("POST", `${BASE}/bulk`, { animeIds: [id], set: { score: 90 } }),
      () => api.send("DELETE", BASE, { animeId: id }),
    ];
    for (const [index, change] of changes.entries()) {
      const before = await entryOf(api, id);
      await change();
      const after = await entryOf(api, id);
      const [event] = await eventsOf(api);
      expect((await redo(event?.id)).status).toBe(409);
      expect((await undo(api, event?.id)).status).toBe(200);
      expect([index, without(await entryOf(api, id))]).toEqual([index, without(before)]);
      expect((await redo(event?.id)).status).toBe(200);
      expect([index, without(await entryOf(api, id))]).toEqual([index, without(after)]);
      expect((await eventsOf(api))[0]).toMatchObject({ id: event?.id, undone_at: null });
    }

    await patch(api, id, { state: "watching", score: 50 });
    await patch(api, id, { score: 60 });
    const [event] = await eventsOf(api);
    await undo(api, event?.id);
    await patch(api, id, { score: 75 });
    expect((await redo(event?.id)).status).toBe(409);
    expect(await entryOf(api, id)).toMatchObject({ score: 75 });
    const other = await createSignedInClient(database);
    expect((await other.send("POST", `${BASE}/redo`, { eventId: event?.id })).status).toBe(404);
  });

  it("restores a removed entry with everything it held", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await patch(api, id, { episodesSeen: 5, score: 90, notes: "n", tags: ["a"], private: true });
    const before = await entryOf(api, id);
    await api.send("DELETE", BASE, { animeId: id });
    expect(await entryOf(api, id)).toBeNull();
    const [removal, addition] = await eventsOf(api);
    expect((await undo(api, addition?.id)).status).toBe(409);
    expect((await undo(api, removal?.id)).status).toBe(200);
    expect(await entryOf(api, id)).toEqual(before);
    expect((await undo(api, addition?.id)).status).toBe(200);
    expect(await entryOf(api, id)).toBeNull();
  });

  it("is the user's own", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await patch(api, id, { score: 5 });
    const [event] = await eventsOf(api);
    const other = await signUpClient(api.origin);
    expect((await undo(other, event?.id)).status).toBe(404);
    expect((await undo(api, "5bd1e995-0000-4000-8000-000000000000")).status).toBe(404);
    expect((await undo(api, "nonsense")).status).toBe(404);
    expect((await undo(api, undefined)).status).toBe(400);
  });

  it("undoes an import at once", async () => {
    const api = await createSignedInClient(database);
    const [one, two] = [await series(12), await series(12)];
    await patch(api, one, { score: 30, state: "watching" });
    const before = await entryOf(api, one);
    await api.send("POST", `${BASE}/import?policy=replace`, [
      { mal_id: one, state: "completed", score: 90, episodes_seen: 12 },
      { mal_id: two, state: "dropped", episodes_seen: 2, rewatches: [] },
    ]);
    const events = await eventsOf(api);
    expect(events.map(({ through }) => through)).toEqual(["import", "import", "api"]);
    expect(await entryOf(api, one)).toMatchObject({ state: "completed", score: 90 });
    expect((await undo(api, events[0]?.id)).status).toBe(200);
    expect(await entryOf(api, one)).toEqual(before);
    expect(await entryOf(api, two)).toBeNull();
  });
});

describe("taking back", () => {
  it("reopens the last rewatch, and keeps when the title was finished", async () => {
    const api = await createSignedInClient(database);
    const id = await series(2);
    await patch(api, id, { state: "completed", finishedOn: "2019-04" });
    await seen(api, id, { episodes: "+1" });
    await seen(api, id, { episodes: "+1" });
    expect(dataOf<Entry>(await seen(api, id, { episodes: "-1" }))).toMatchObject({
      state: "rewatching",
      episodes_seen: 1,
      finished_on: "2019-04",
      rewatches: [{ started_on: today, finished_on: null }],
    });
  });

  it("from a completed title takes the finish date too, and its undo gives both back", async () => {
    const api = await createSignedInClient(database);
    const id = await series(2);
    await patch(api, id, { state: "completed", finishedOn: "2019-04" });
    const completed = await entryOf(api, id);
    expect(dataOf<Entry>(await seen(api, id, { episode: 1, seen: false }))).toMatchObject({
      state: "watching",
      episodes_seen: 1,
      finished_on: null,
    });
    await undo(api, (await eventsOf(api))[0]?.id);
    expect(await entryOf(api, id)).toEqual(completed);
  });

  it("lists nothing that was not on the list", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    for (const fields of [{ episodes: "-1" }, { episodes: 0 }, { episode: 3, seen: false }]) {
      const response = await seen(api, id, fields);
      expect([response.status, dataOf(response)]).toEqual([200, null]);
    }
    expect(await eventsOf(api)).toEqual([]);
  });

  it("an episode below the last seen one is a change of what is skipped", async () => {
    const api = await createSignedInClient(database);
    const id = await series(12);
    await seen(api, id, { episode: 7, seen: true });
    await seen(api, id, { episode: 3, seen: false });
    expect((await eventsOf(api))[0]?.changes).toEqual([
      { field: "skipped_episodes", from: "", to: "3" },
    ]);
  });
});

describe("a bulk change", () => {
  const bulk = (api: SignedInClient, body: object) => api.send("POST", `${BASE}/bulk`, body);

  it("sets fields of many titles, and is undone at once", async () => {
    const api = await createSignedInClient(database);
    const ids = [await series(12), await series(24), await series(null)];
    const response = await bulk(api, {
      animeIds: [...ids, ids[0]],
      set: { state: "completed", tags: ["a"] },
    });
    expect(response.status).toBe(200);
    const { changed, event_id } = dataOf<{ changed: number; event_id: string }>(response);
    expect(changed).toBe(3);
    expect(await entryOf(api, ids[1] ?? 0)).toMatchObject({
      state: "completed",
      episodes_seen: 24,
    });
    expect((await eventsOf(api)).map(({ id }) => id)).toContain(event_id);
    expect((await undo(api, event_id)).status).toBe(200);
    for (const id of ids) expect(await entryOf(api, id)).toBeNull();
  });

  it("removes many titles", async () => {
    const api = await createSignedInClient(database);
    const ids = [await series(12), await series(24)];
    await bulk(api, { animeIds: ids, set: { score: 50 } });
    const removed = dataOf<{ changed: number; event_id: string }>(
      await bulk(api, { animeIds: [...ids, await series(1)], remove: true }),
    );
    expect(removed.changed).toBe(2);
    expect(dataOf(await api.send("GET", BASE))).toEqual([]);
    await undo(api, removed.event_id);
    expect(dataOf(await api.send("GET", BASE))).toHaveLength(2);
    expect(dataOf(await bulk(api, { animeIds: ids, set: { score: 50 } }))).toEqual({
      changed: 0,
      event_id: null,
    });
  });

  it("is all or nothing", async () => {
    const api = await createSignedInClient(database);
    const [id, unaired] = [await series(12), await series(12, { status: "Not yet aired" })];
    for (const [status, body] of [
      [404, { animeIds: [id, 2_000_000_000], set: { score: 5 } }],
      [400, { animeIds: [id, unaired], set: { state: "completed" } }],
      [400, { animeIds: [id], set: { score: 101 } }],
      [400, { animeIds: [id], set: {} }],
      [400, { animeIds: [id] }],
      [400, { animeIds: [id], set: { score: 1 }, remove: true }],
      [400, { animeIds: [], set: { score: 1 } }],
      [400, { animeIds: "x", set: { score: 1 } }],
    ] as const)
      expect((await bulk(api, body)).status).toBe(status);
    expect(dataOf(await api.send("GET", BASE))).toEqual([]);
  });

  it("names every title that it cannot change", async () => {
    const api = await createSignedInClient(database);
    const [fine, one, other] = [await series(12), await series(3), await series(4)];
    const animeIds = [one, fine, other];
    const { status, body } = await bulk(api, { animeIds, set: { episodesSeen: 5 } });
    expect(status).toBe(400);
    const names = await db
      .select({ id: animes.malId, title: animes.title })
      .from(animes)
      .where(inArray(animes.malId, animeIds));
    const titleOf = (id: number) => names.find((row) => row.id === id)?.title ?? "?";
    expect((body as { issues: { path: string; message: string }[] }).issues).toEqual(
      [one, other].map((id) => ({
        path: "set.episodesSeen",
        message: expect.stringContaining(`${titleOf(id)}: `) as string,
      })),
    );
    expect(dataOf(await api.send("GET", BASE))).toEqual([]);
  });

  it("takes up to 500 titles", async () => {
    const api = await createSignedInClient(database);
    const ids = [];
    for (let index = 0; index < 501; index += 1) ids.push(await addAnimeId(db));
    expect((await bulk(api, { animeIds: ids, set: { score: 5 } })).status).toBe(400);
    expect(
      dataOf(await bulk(api, { animeIds: ids.slice(0, 500), set: { score: 5 } })),
    ).toMatchObject({ changed: 500 });
  });
});

/** The row after applying the changes in order; rejected ones change nothing. */
function applyInOrder(changes: readonly SeenChange[], total: number | null) {
  let entry = UNLISTED;
  for (const change of changes) {
    try {
      entry = changeSeen(entry, { total, aired: true }, change, { today, field: "episodes" });
    } catch {
      continue;
    }
  }
  return entry.listed ? [{ state: entry.state, seen: entry.seen }] : [];
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((one, index) =>
    permutations(list.filter((_, other) => other !== index)).map((rest) => [one, ...rest]),
  );
}

describe("at the same time", () => {
  it("changes end in a state that some order of them explains", async () => {
    const api = await createSignedInClient(database);
    const tracker: Tracker = {
      userId: api.userId,
      via: "api",
      timeZone: "UTC",
      listeners: [],
      parentalControl: true,
    };
    const change = fc.oneof(
      fc.constant<SeenChange>({ kind: "step", by: 1 }),
      fc.constant<SeenChange>({ kind: "step", by: -1 }),
      fc.integer({ min: 0, max: 6 }).map((count): SeenChange => ({ kind: "count", count })),
      fc
        .record({ episode: fc.integer({ min: 1, max: 6 }), seen: fc.boolean() })
        .map((mark): SeenChange => ({ kind: "mark", ...mark })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.integer({ min: 4, max: 8 })),
        fc.array(change, { minLength: 2, maxLength: 5 }),
        async (total, changes) => {
          const id = await series(total);
          await Promise.allSettled(changes.map((one) => setSeen(db, tracker, id, one)));
          const rows = await db
            .select({ state: watchListEntries.state, seen: seenEpisodes.episodes })
            .from(watchListEntries)
            .leftJoin(
              seenEpisodes,
              and(
                eq(seenEpisodes.userId, watchListEntries.userId),
                eq(seenEpisodes.animeMalId, watchListEntries.animeMalId),
              ),
            )
            .where(
              and(eq(watchListEntries.userId, api.userId), eq(watchListEntries.animeMalId, id)),
            );
          const explained = permutations(changes).map((order) => applyInOrder(order, total));
          expect(explained).toContainEqual(
            rows.map(({ state, seen: set }) => ({ state, seen: parseMultirange(set) })),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  it("two devices that count up both count", async () => {
    const api = await createSignedInClient(database);
    const id = await series(null);
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => seen(api, id, { episodes: "+1" })),
    );
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect(await entryOf(api, id)).toMatchObject({ episodes_seen: 30 });
    expect(await eventsOf(api)).toHaveLength(30);
  });

  it("two that set the same number agree", async () => {
    const api = await createSignedInClient(database);
    const id = await series(null);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => seen(api, id, { episodes: 7 })),
    );
    expect(responses.map((response) => dataOf<Entry>(response).episodes_seen)).toEqual(
      Array(10).fill(7),
    );
    expect(await eventsOf(api)).toHaveLength(1);
  });
});
