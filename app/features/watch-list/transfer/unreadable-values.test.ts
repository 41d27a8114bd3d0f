import { describe, expect, it } from "vitest";
import type { ImportedEntry } from "./imported-entry";
import { parseList } from "./parse-list.server";

type Write = (fields: Record<string, unknown>) => string;

const mal: Write = (fields) =>
  `<myanimelist><anime><series_animedb_id>1</series_animedb_id>${Object.entries({
    my_status: "Watching",
    ...fields,
  })
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
    .join("")}</anime></myanimelist>`;
const aniList: Write = (fields) =>
  JSON.stringify({
    user: { mediaListOptions: { scoreFormat: "POINT_10" } },
    lists: [{ entries: [{ status: "CURRENT", media: { idMal: 1 }, ...fields }] }],
  });
const kitsu: Write = (fields) =>
  JSON.stringify({
    data: [
      {
        type: "libraryEntries",
        id: "1",
        attributes: { status: "current", ...fields },
        relationships: { anime: { data: { type: "anime", id: "7" } } },
      },
    ],
    included: [
      {
        type: "mappings",
        id: "1",
        attributes: { externalSite: "myanimelist/anime", externalId: "1" },
        relationships: { item: { data: { type: "anime", id: "7" } } },
      },
    ],
  });
const simkl: Write = (fields) =>
  JSON.stringify({ anime: [{ status: "completed", show: { ids: { mal: 1 } }, ...fields }] });
const simklCsv: Write = (fields) =>
  toCsvText({ SIMKL_ID: 1, Type: "anime", MAL: 1, Watchlist: "completed", ...fields });
const json: Write = (fields) => JSON.stringify([{ mal_id: 1, state: "watching", ...fields }]);
const csv: Write = (fields) => toCsvText({ mal_id: 1, state: "watching", ...fields });

/** Tabs, which no value has. */
function toCsvText(fields: Record<string, unknown>): string {
  return [Object.keys(fields), Object.values(fields).map(String)]
    .map((cells) => cells.join("\t"))
    .join("\n");
}

function one(text: string): ImportedEntry {
  const [entry] = parseList(Buffer.from(text)).entries;
  if (entry === undefined) throw new Error("no entry");
  return entry;
}

describe("a value that cannot be read says nothing, and is noted", () => {
  it.each<[string, string, unknown, Write, keyof ImportedEntry, string]>([
    ["MAL", "my_score", "eleven", mal, "score", "score"],
    ["MAL", "my_score", "11", mal, "score", "score"],
    ["MAL", "my_watched_episodes", "-3", mal, "episodesSeen", "episodes_seen"],
    ["MAL", "my_watched_episodes", "1000000", mal, "episodesSeen", "episodes_seen"],
    ["MAL", "my_start_date", "2024-02-30", mal, "startedOn", "started_on"],
    ["MAL", "my_finish_date", "05/17/2024", mal, "finishedOn", "finished_on"],
    ["MAL", "my_times_watched", "often", mal, "timesRewatched", "times_rewatched"],
    ["MAL", "my_priority", "URGENT", mal, "priority", "priority"],
    ["AniList", "score", "good", aniList, "score", "score"],
    ["AniList", "score", 11, aniList, "score", "score"],
    ["AniList", "progress", 4.5, aniList, "episodesSeen", "episodes_seen"],
    ["AniList", "repeat", {}, aniList, "timesRewatched", "times_rewatched"],
    ["AniList", "startedAt", { year: 2024, month: 13 }, aniList, "startedOn", "started_on"],
    ["AniList", "startedAt", { year: null, month: 5 }, aniList, "startedOn", "started_on"],
    ["AniList", "completedAt", "soon", aniList, "finishedOn", "finished_on"],
    ["AniList", "notes", ["a"], aniList, "notes", "notes"],
    ["AniList", "private", "maybe", aniList, "private", "private"],
    ["AniList", "customLists", 5, aniList, "tags", "tags"],
    ["AniList", "updatedAt", "soon", aniList, "updatedAt", "updated_at"],
    ["AniList", "createdAt", -5, aniList, "addedAt", "added_at"],
    ["Kitsu", "createdAt", "2024-02-30T00:00:00Z", kitsu, "addedAt", "added_at"],
    ["JSON", "updated_at", "2024-05-17T24:30:00Z", json, "updatedAt", "updated_at"],
    ["CSV", "added_at", "yesterday, at 5", csv, "addedAt", "added_at"],
    ["Kitsu", "ratingTwenty", 21, kitsu, "score", "score"],
    ["Kitsu", "rating", "good", kitsu, "score", "score"],
    ["Kitsu", "progress", "many", kitsu, "episodesSeen", "episodes_seen"],
    ["Kitsu", "reconsumeCount", -1, kitsu, "timesRewatched", "times_rewatched"],
    ["Kitsu", "startedAt", "2024-13-01T00:00:00Z", kitsu, "startedOn", "started_on"],
    ["Kitsu", "finishedAt", 5, kitsu, "finishedOn", "finished_on"],
    ["Kitsu", "notes", 5, kitsu, "notes", "notes"],
    ["Kitsu", "private", "maybe", kitsu, "private", "private"],
    ["Simkl", "user_rating", 11, simkl, "score", "score"],
    ["Simkl", "watched_episodes_count", "x", simkl, "episodesSeen", "episodes_seen"],
    ["Simkl", "seasons", [{ number: 1, episodes: "x" }], simkl, "seen", "episodes"],
    [
      "Simkl",
      "seasons",
      [{ number: 1, episodes: [{ number: 1 }, { number: "x" }] }],
      simkl,
      "episodesSeen",
      "episodes",
    ],
    ["Simkl's CSV", "Rating", "good", simklCsv, "score", "score"],
    ["Simkl's CSV", "LastEpWatched", "all", simklCsv, "episodesSeen", "episodes_seen"],
    ["Simkl's CSV", "WatchedDate", "yesterday", simklCsv, "finishedOn", "finished_on"],
    ["JSON", "score", 101, json, "score", "score"],
    ["JSON", "own_score", "11", json, "score", "own_score"],
    ["JSON", "episodes_seen", "x", json, "episodesSeen", "episodes_seen"],
    ["JSON", "episodes", [[5, 1]], json, "seen", "episodes"],
    ["JSON", "started_on", "2024-02-30", json, "startedOn", "started_on"],
    ["JSON", "finished_on", 2024, json, "finishedOn", "finished_on"],
    ["JSON", "rewatches", [{ finished_on: "x" }], json, "rewatches", "rewatches"],
    ["JSON", "rewatches", 5, json, "rewatches", "rewatches"],
    ["JSON", "notes", 5, json, "notes", "notes"],
    ["JSON", "tags", [5], json, "tags", "tags"],
    ["JSON", "priority", 9, json, "priority", "priority"],
    ["JSON", "private", {}, json, "private", "private"],
    ["CSV", "score", "8,5", csv, "score", "score"],
    ["CSV", "tags", '["a"', csv, "tags", "tags"],
    ["CSV", "private", "maybe", csv, "private", "private"],
    ["CSV", "priority", "high", csv, "priority", "priority"],
    ["CSV", "times_rewatched", "twice", csv, "timesRewatched", "times_rewatched"],
  ])("%s: %s %j", (_, name, value, write, field, noted) => {
    const entry = one(write({ [name]: value }));
    expect(entry[field]).toBeUndefined();
    expect(entry.unread).toMatchObject([{ kind: "unreadable", field: noted }]);
  });

  it.each<[string, Write, Record<string, unknown>, keyof ImportedEntry, string]>([
    ["JSON", json, { score: 101, own_score: null }, "score", "score"],
    ["CSV", csv, { score: "8,5", own_score: "" }, "score", "score"],
    ["JSON", json, { episodes_seen: -1, watched_episodes: null }, "episodesSeen", "episodes_seen"],
    ["CSV", csv, { episodes_seen: "x", watched_episodes: "" }, "episodesSeen", "episodes_seen"],
    ["MAL", mal, { akari_score: "x", my_score: 0 }, "score", "score"],
    [
      "MAL",
      mal,
      { my_rewatching: 1, my_rewatching_ep: "x", my_watched_episodes: 0 },
      "episodesSeen",
      "episodes_seen",
    ],
  ])("%s: also where the field beside it is empty", (_, write, fields, field, noted) => {
    const entry = one(write(fields));
    expect(entry[field]).toBeUndefined();
    expect(entry.unread).toMatchObject([{ kind: "unreadable", field: noted }]);
  });

  it.each<[string, Write, Record<string, unknown>, string]>([
    ["MAL", mal, { my_rewatching: "maybe" }, "my_rewatching"],
    ["Kitsu", kitsu, { reconsuming: "maybe" }, "reconsuming"],
  ])("%s: also whether it is watched again", (_, write, fields, noted) => {
    const entry = one(write(fields));
    expect(entry.isRewatchUnread).toBe(true);
    expect(entry.unread).toMatchObject([{ kind: "unreadable", field: noted }]);
    expect(one(write({})).isRewatchUnread).toBeUndefined();
  });

  it("JSON: the field beside it tells a value", () => {
    const entry = one(json({ score: 101, own_score: 8, episodes_seen: -1, watched_episodes: 3 }));
    expect(entry).toMatchObject({ score: 80, episodesSeen: 3 });
  });

  it.each(["May 5", "2024-02-30"])("Simkl: last_watched_at %j, which is two dates", (value) => {
    const entry = one(simkl({ last_watched_at: value }));
    expect([entry.updatedAt, entry.finishedOn]).toEqual([undefined, undefined]);
    expect(entry.unread).toMatchObject([
      { kind: "unreadable", field: "finished_on" },
      { kind: "unreadable", field: "updated_at" },
    ]);
  });

  it.each<[string, Write, Record<string, unknown>]>([
    [
      "MAL",
      mal,
      {
        my_score: 0,
        my_start_date: "0000-00-00",
        my_times_watched: 0,
        my_priority: "",
        my_tags: "",
      },
    ],
    [
      "AniList",
      aniList,
      {
        ...{ score: 0, progress: 0, repeat: 0, notes: null, createdAt: 0, customLists: null },
        startedAt: { year: null, month: null, day: null },
      },
    ],
    ["Kitsu", kitsu, { ratingTwenty: null, progress: 0, startedAt: null, notes: "" }],
    ["Simkl", simkl, { user_rating: null, memo: [], seasons: [], last_watched_at: null }],
    ["Simkl's CSV", simklCsv, { Rating: "", LastEpWatched: "", WatchedDate: "" }],
    ["JSON", json, { score: null, episodes: 26, rewatches: [], tags: null, private: null }],
    ["CSV", csv, { score: "", episodes: 26, rewatches: "", tags: "", private: "" }],
  ])("unlike what %s has for none", (_, write, fields) => {
    expect(one(write(fields)).unread).toBeUndefined();
  });
});

describe("a value over a limit is imported as far as it fits, and is noted", () => {
  const names = (length: number) => Array.from({ length }, (_, index) => `tag ${index}`);
  const lists = (length: number) => Object.fromEntries(names(length).map((name) => [name, true]));
  const views = (length: number) => names(length).map(() => ({ finished_on: "2024" }));
  const cell = (values: unknown[]) => JSON.stringify(values);
  const letters = (length: number) => "進".repeat(length);

  it.each<[string, string, Write, keyof ImportedEntry, string, number, (size: number) => unknown]>([
    ["MAL", "my_comments", mal, "notes", "notes", 10_000, letters],
    ["MAL", "my_tags", mal, "tags", "tags", 100, (size) => names(size).join(",")],
    ["MAL", "akari_tags", mal, "tags", "tags", 100, (size) => cell(names(size))],
    ["MAL", "my_times_watched", mal, "timesRewatched", "times_rewatched", 1_000, String],
    ["AniList", "notes", aniList, "notes", "notes", 10_000, letters],
    ["AniList", "customLists", aniList, "tags", "tags", 100, lists],
    ["AniList", "repeat", aniList, "timesRewatched", "times_rewatched", 1_000, Number],
    ["Kitsu", "notes", kitsu, "notes", "notes", 10_000, letters],
    ["Kitsu", "reconsumeCount", kitsu, "timesRewatched", "times_rewatched", 1_000, Number],
    ["Simkl", "memo", simkl, "notes", "notes", 10_000, (size) => ({ text: letters(size) })],
    ["Simkl's CSV", "Memo", simklCsv, "notes", "notes", 10_000, letters],
    ["JSON", "notes", json, "notes", "notes", 10_000, letters],
    ["JSON", "tags", json, "tags", "tags", 100, names],
    ["JSON", "tags", json, "tags", "tags", 100, (size) => ["a".repeat(size)]],
    ["JSON", "rewatches", json, "rewatches", "rewatches", 1_000, views],
    ["CSV", "notes", csv, "notes", "notes", 10_000, letters],
    ["CSV", "tags", csv, "tags", "tags", 100, (size) => names(size).join(", ")],
    ["CSV", "rewatches", csv, "rewatches", "rewatches", 1_000, (size) => cell(views(size))],
    ["CSV", "times_rewatched", csv, "timesRewatched", "times_rewatched", 1_000, Number],
  ])("%s: %s", (_, name, write, field, noted, limit, valueOf) => {
    const fits = one(write({ [name]: valueOf(limit) }));
    expect(fits.unread).toBeUndefined();
    const over = one(write({ [name]: valueOf(limit + 1) }));
    expect(over.unread).toMatchObject([{ kind: "shortened", field: noted }]);
    expect(over[field]).toEqual(fits[field]);
  });

  it("in 100 tags of 100 characters, nothing", () => {
    const tags = names(100).map((name) => name.padEnd(100, "x"));
    expect(one(csv({ tags: tags.join(", ") }))).toMatchObject({ tags });
  });
});

describe("a record that cannot be read is kept, to be reported", () => {
  const good = JSON.parse(kitsu({})) as { data: unknown[]; included: unknown[] };
  it.each<[string, unknown, (number | null)[]]>([
    ["AniList: no object", { lists: [{ entries: [5, { media: { idMal: 1 } }] }] }, [null, 1]],
    [
      "AniList: no list of entries",
      { lists: [{ entries: 5 }, 5, { entries: null }] },
      [null, null],
    ],
    ["Kitsu: no object", { ...good, data: [5, ...good.data] }, [null, 1]],
    ["Kitsu: no type", { ...good, data: [{ id: "2" }, ...good.data] }, [null, 1]],
    [
      "Kitsu: numbers as ids, which are read",
      JSON.parse(JSON.stringify(good).replaceAll(/"id":"(\d)"/g, '"id":$1')),
      [1],
    ],
    ["Simkl: no object", { anime: [5, { show: { ids: { mal: 1 } } }] }, [null, 1]],
    [
      "Simkl: a show whose id is none",
      { shows: [{ show: { ids: { mal: "one" } } }, { show: { ids: { mal: "" } } }] },
      [null],
    ],
    ["Simkl: a movie whose id is none", { movies: [{ movie: { ids: { mal: 0 } } }] }, [null]],
    ["JSON: no object", [5, { mal_id: 1, state: "watching" }], [null, 1]],
    ["JSON: an id that is none", [{ mal_id: "one", state: "watching" }], [null]],
  ])("%s", (_, value, ids) => {
    const { entries } = parseList(Buffer.from(JSON.stringify(value)));
    expect(entries.map(({ malId }) => malId)).toEqual(ids);
  });

  it("Simkl's CSV: a movie whose id is none", () => {
    expect(one(simklCsv({ Type: "movie", MAL: "one" })).malId).toBeNull();
  });
});
