import { describe, expect, it } from "vitest";
import { addAnimeId } from "../../factories/anime-id";
import { createSignedInClient, dataOf, type SignedInClient } from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const BASE = "/api/user/watchlist";

interface Notice {
  mal_id: number | null;
  title: string | null;
  kind: string;
  field: string | null;
  value: string;
  reason: string;
}
interface Report {
  counts: { total: number; added: number; changed: number };
  notices: Notice[];
}

const importFile = async (api: SignedInClient, text: string, query = "?policy=replace") =>
  dataOf<Report>(
    await api.send("POST", `${BASE}/import${query}`, text, {
      "content-type": "application/octet-stream",
    }),
  );
const entryOf = async (api: SignedInClient, id: number) =>
  dataOf<unknown>(await api.send("GET", `${BASE}/entry?animeId=${id}`));

/** Files of each format with two records of a title: 5 of 26 with 70, and completed with 90. */
const REPEATED: Record<string, (id: number, order: <T>(records: T[]) => T[]) => string> = {
  "MyAnimeList's XML": (id, order) => {
    const anime = (status: string, watched: number, score: number) =>
      `<anime><series_animedb_id>${id}</series_animedb_id><my_status>${status}</my_status><my_watched_episodes>${watched}</my_watched_episodes><my_score>${score}</my_score></anime>`;
    const records = order([anime("Watching", 5, 7), anime("Completed", 26, 9)]);
    return `<myanimelist>${records.join("")}</myanimelist>`;
  },
  "AniList's lists": (id, order) => {
    const entry = (status: string, progress: number, score: number) => ({
      name: status,
      entries: [{ status, progress, score, media: { idMal: id } }],
    });
    const lists = order([entry("CURRENT", 5, 70), entry("COMPLETED", 26, 90)]);
    return JSON.stringify({ data: { MediaListCollection: { lists } } });
  },
  "Kitsu's library": (id, order) => {
    const entry = (anime: string, attributes: object) => ({
      type: "libraryEntries",
      id: anime,
      attributes,
      relationships: { anime: { data: { type: "anime", id: anime } } },
    });
    const mapping = (anime: string) => ({
      type: "mappings",
      id: anime,
      attributes: { externalSite: "myanimelist/anime", externalId: String(id) },
      relationships: { item: { data: { type: "anime", id: anime } } },
    });
    const data = order([
      entry("7", { status: "current", progress: 5, ratingTwenty: 14 }),
      entry("8", { status: "completed", progress: 26, ratingTwenty: 18 }),
    ]);
    return JSON.stringify({ data, included: [mapping("7"), mapping("8")] });
  },
  "Simkl's backup": (id, order) => {
    const item = (status: string, watched_episodes_count: number, user_rating: number) => ({
      status,
      watched_episodes_count,
      user_rating,
      show: { title: "T", ids: { mal: id } },
    });
    return JSON.stringify({ anime: order([item("watching", 5, 7), item("completed", 26, 9)]) });
  },
  "Simkl's CSV": (id, order) => {
    const rows = order([`1,T,anime,watching,s1e5,7,${id}`, `1,T,anime,completed,s1e26,9,${id}`]);
    return ["SIMKL_ID,Title,Type,Watchlist,LastEpWatched,Rating,MAL", ...rows].join("\n");
  },
  "our JSON": (id, order) =>
    JSON.stringify(
      order([
        { mal_id: id, state: "watching", episodes_seen: 5, score: 70 },
        { mal_id: id, state: "completed", episodes_seen: 26, score: 90 },
      ]),
    ),
  "our CSV": (id, order) => {
    const rows = order([`${id},watching,5,70`, `${id},completed,26,90`]);
    return ["mal_id,state,episodes_seen,score", ...rows].join("\n");
  },
};

describe("a title that a file has twice", () => {
  it.each(Object.entries(REPEATED))(
    "is as the further record says, in either order: %s",
    async (_, write) => {
      const api = await createSignedInClient(database);
      for (const order of [<T>(list: T[]) => list, <T>(list: T[]) => list.toReversed()]) {
        const id = await addAnimeId(db, { episodes: 26, title: "Planetes" });
        const { counts, notices } = await importFile(api, write(id, order));
        expect(counts).toMatchObject({ total: 1, added: 1 });
        expect(await entryOf(api, id)).toMatchObject({
          state: "completed",
          episodes_seen: 26,
          score: 90,
        });
        expect(notices).toMatchObject([{ mal_id: id, title: "Planetes", kind: "repeated" }]);
        expect(notices[0]?.reason).toContain("state: watching, episodes_seen: 5, score: 70");
      }
    },
  );

  it("is one title under the id of a duplicate that was merged, and by its name", async () => {
    const api = await createSignedInClient(database);
    for (const reverses of [false, true]) {
      const name = `Kaiba ${reverses}`;
      const id = await addAnimeId(db, { episodes: 12, title: name, year: 2008 });
      await database.sql`
        INSERT INTO merged_titles (mal_id, title, into_mal_id)
        VALUES (${id + 900_000}, ${name}, ${id})`;
      const record = (status: string, watched_episodes_count: number, mal?: number) => ({
        status,
        watched_episodes_count,
        show: { title: name, year: 2008, ids: { mal } },
      });
      const anime = [
        record("watching", 5, id),
        record("completed", 12, id + 900_000),
        record("dropped", 7),
      ];
      const file = JSON.stringify({ anime: reverses ? anime.toReversed() : anime });
      const { counts, notices } = await importFile(api, file);
      expect(counts).toMatchObject({ total: 1, added: 1 });
      expect(await entryOf(api, id)).toMatchObject({ state: "completed", episodes_seen: 12 });
      expect(notices.map(({ mal_id, kind }) => `${mal_id} ${kind}`)).toEqual([
        `${id} repeated`,
        `${id} repeated`,
      ]);
    }
  });

  it("is in the stored report, and a file of equal records says nothing", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { episodes: 26 });
    const write = REPEATED["our JSON"];
    await importFile(api, write?.(id, (list) => list) ?? "");
    const report = (format: string) => api.send("GET", `${BASE}/import?format=${format}`);
    expect((await report("json")).body).toMatchObject({
      data: { notices: [{ mal_id: id, kind: "repeated" }] },
    });
    const equal = await importFile(
      api,
      JSON.stringify([id, id].map((mal_id) => ({ mal_id, state: "planned" }))),
    );
    expect(equal.notices).toEqual([]);
  });
});

describe("a title of Kitsu with several ids of MyAnimeList", () => {
  it("is the lowest of those in the catalog, and the others are named", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { title: "Durarara!!" });
    const other = await addAnimeId(db);
    const mapping = (externalId: number) => ({
      type: "mappings",
      id: String(externalId),
      attributes: { externalSite: "myanimelist/anime", externalId },
      relationships: { item: { data: { type: "anime", id: "7" } } },
    });
    const entry = {
      type: "libraryEntries",
      id: "1",
      attributes: { status: "planned" },
      relationships: { anime: { data: { type: "anime", id: "7" } } },
    };
    // No title has the id 1.
    const file = { data: [entry], included: [other, 1, id].map(mapping) };
    const { counts, notices } = await importFile(api, JSON.stringify(file));
    expect(counts).toMatchObject({ total: 1, added: 1 });
    expect(await entryOf(api, id)).toMatchObject({ state: "planned" });
    expect(notices).toEqual([
      {
        ...{ mal_id: id, title: "Durarara!!", kind: "ambiguous", field: "mal_id" },
        value: `1, ${other}`,
        reason: expect.stringContaining(`1, ${other}`) as string,
      },
    ]);
  });
});

describe("a rewatch under way", () => {
  const FORMATS: Record<string, (id: number) => string> = {
    "MyAnimeList's XML": (id) =>
      `<myanimelist><anime><series_animedb_id>${id}</series_animedb_id><series_episodes>26</series_episodes><my_watched_episodes>26</my_watched_episodes><my_status>Completed</my_status><my_times_watched>2</my_times_watched><my_rewatching>1</my_rewatching><my_rewatching_ep>5</my_rewatching_ep></anime></myanimelist>`,
    "AniList's lists": (id) =>
      JSON.stringify({
        lists: [
          { entries: [{ status: "REPEATING", progress: 5, repeat: 2, media: { idMal: id } }] },
        ],
      }),
    "Kitsu's library": (id) =>
      JSON.stringify({
        data: [
          {
            type: "libraryEntries",
            id: "1",
            attributes: { status: "current", progress: 5, reconsuming: true, reconsumeCount: 2 },
            relationships: { anime: { data: { type: "anime", id: "7" } } },
          },
        ],
        included: [
          {
            type: "mappings",
            id: "1",
            attributes: { externalSite: "myanimelist/anime", externalId: id },
            relationships: { item: { data: { type: "anime", id: "7" } } },
          },
        ],
      }),
    "our CSV": (id) => `mal_id,state,episodes_seen,times_rewatched\n${id},rewatching,5,2\n`,
    "our JSON": (id) =>
      JSON.stringify([{ mal_id: id, state: "rewatching", episodes_seen: 5, times_rewatched: 2 }]),
  };

  it.each(Object.entries(FORMATS))("keeps its place, both ways: %s", async (_, write) => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { episodes: 26 });
    await importFile(api, write(id));
    const finished = { finished_on: null, score: null, started_on: null };
    expect(await entryOf(api, id)).toMatchObject({
      state: "rewatching",
      episodes_seen: 5,
      rewatches: [finished, finished, finished],
    });
    const { body } = await api.send("GET", `${BASE}/export?format=mal-xml`);
    for (const element of [
      "<my_watched_episodes>26</my_watched_episodes>",
      "<my_status>Completed</my_status>",
      "<my_times_watched>2</my_times_watched>",
      "<my_rewatching>1</my_rewatching>",
      "<my_rewatching_ep>5</my_rewatching_ep>",
    ])
      expect(body).toContain(element);
    expect(await importFile(api, body as string)).toMatchObject({
      counts: { added: 0, changed: 0 },
    });
    await api.send("POST", `${BASE}/seen`, { animeId: id, episodes: "+1" });
    expect(await entryOf(api, id)).toMatchObject({ state: "rewatching", episodes_seen: 6 });
  });

  it.each([
    ["On-Hold", "paused"],
    ["Dropped", "dropped"],
  ])("keeps its place where it has stopped, both ways: %s", async (status, state) => {
    const id = await addAnimeId(db, { episodes: 26 });
    const xml = `<myanimelist><anime><series_animedb_id>${id}</series_animedb_id><series_episodes>26</series_episodes><my_watched_episodes>26</my_watched_episodes><my_status>${status}</my_status><my_times_watched>2</my_times_watched><my_rewatching>1</my_rewatching><my_rewatching_ep>5</my_rewatching_ep></anime></myanimelist>`;
    const [first, second] = [
      await createSignedInClient(database),
      await createSignedInClient(database),
    ];
    await importFile(first, xml);
    const stopped = { state, episodes_seen: 5, rewatches: { length: 3 } };
    expect(await entryOf(first, id)).toMatchObject(stopped);
    const { body } = await first.send("GET", `${BASE}/export?format=mal-xml`);
    await importFile(second, body);
    expect(await entryOf(second, id)).toMatchObject(stopped);
    await second.send("PATCH", `${BASE}/entry`, { animeId: id, state: "rewatching" });
    await second.send("POST", `${BASE}/seen`, { animeId: id, episodes: "+1" });
    expect(await entryOf(second, id)).toMatchObject({
      state: "rewatching",
      episodes_seen: 6,
      rewatches: { length: 3 },
    });
  });

  it("of MyAnimeList's old lists has no number, which the preview says", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { episodes: 26, title: "Haibane Renmei" });
    const xml = `<myanimelist><anime><series_animedb_id>${id}</series_animedb_id><my_status>Completed</my_status><my_times_watched>255</my_times_watched></anime></myanimelist>`;
    const { notices } = await importFile(api, xml, "?dryRun=true");
    expect(notices).toEqual([
      {
        mal_id: id,
        title: "Haibane Renmei",
        kind: "unset",
        field: "times_rewatched",
        value: "255",
        reason: expect.stringContaining("times_rewatched is 255") as string,
      },
    ]);
    await importFile(api, xml);
    expect(await entryOf(api, id)).toMatchObject({ state: "completed", rewatches: [] });
  });
});

describe("a value that cannot be read", () => {
  it("erases no stored one, and is named in the preview and the report", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { episodes: 26, title: "Kaiba" });
    const good = {
      ...{ mal_id: id, state: "paused", score: 85, started_on: "2020-05-17", priority: 2 },
      ...{ tags: ["a", "b"], notes: "hm", private: true },
      episodes: [[1, 5]],
      skipped_episodes: [[3, 3]],
      rewatches: [{ started_on: null, finished_on: "2021-01-01", score: 90, finished: true }],
    };
    await importFile(
      api,
      JSON.stringify([
        {
          ...good,
          episodes: [
            [1, 2],
            [4, 5],
          ],
        },
      ]),
    );
    const before = await entryOf(api, id);
    const bad = {
      ...{ mal_id: id, state: "paused", score: "good", started_on: "2020-02-30", priority: 9 },
      ...{ tags: 5, notes: [], private: "maybe", episodes_seen: "some" },
      episodes: "[[5,1]]",
      rewatches: [{ finished_on: "x" }],
    };
    const names = (report: Report) => report.notices.map(({ kind, field }) => `${kind} ${field}`);
    const expected = Object.keys(bad)
      .filter((name) => name !== "mal_id" && name !== "state")
      .map((name) => `unreadable ${name}`);
    const preview = await importFile(api, JSON.stringify([bad]), "?policy=replace&dryRun=true");
    expect(names(preview).sort()).toEqual(expected.sort());
    const report = await importFile(api, JSON.stringify([bad]));
    expect(report.counts).toMatchObject({ total: 1, changed: 0 });
    expect(names(report).sort()).toEqual(expected);
    expect(await entryOf(api, id)).toEqual(before);
    expect((await api.send("GET", `${BASE}/import?format=json`)).body).toMatchObject({
      data: {
        notices: expect.arrayContaining([expect.objectContaining({ title: "Kaiba" })]) as [],
      },
    });
  });

  it("for its length is imported as far as it fits, and is named in the preview and the report", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { title: "Kaiba" });
    const file = JSON.stringify([{ mal_id: id, state: "planned", notes: "a".repeat(10_001) }]);
    for (const query of ["?dryRun=true", ""]) {
      const { counts, notices } = await importFile(api, file, query);
      expect(counts).toMatchObject({ added: 1 });
      expect(notices).toMatchObject([{ mal_id: id, title: "Kaiba", kind: "shortened" }]);
      expect(notices[0]?.reason).toMatch(/^notes is over its limit/);
    }
    expect(await entryOf(api, id)).toMatchObject({ notes: "a".repeat(10_000) });
    const csv = (await api.send("GET", `${BASE}/import?format=csv`)).body;
    expect(csv).toContain("notes is over its limit");
  });

  it("is named for a title that is not imported, too", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    const notes = "a".repeat(10_001);
    const file = JSON.stringify([
      { mal_id: id, title: "No state", notes },
      { mal_id: 900_001, title: "Not in the catalog", state: "planned", notes },
      { mal_id: "none", title: "No id", state: "planned", score: "good" },
    ]);
    const { notices } = await importFile(api, file, "?dryRun=true");
    expect(notices.map(({ title, kind, field }) => [title, kind, field])).toEqual([
      ["No state", "shortened", "notes"],
      ["No id", "unreadable", "score"],
      ["Not in the catalog", "shortened", "notes"],
    ]);
  });

  it.each<[string, object, string, string]>([
    ["a count", { episodes_seen: 14 }, "episodes_seen", "14"],
    [
      "marks",
      {
        episodes: [
          [0, 3],
          [10, 14],
        ],
      },
      "episodes",
      "[[0,0],[13,14]]",
    ],
  ])("of more episodes than the title has is named: %s", async (_, fields, field, value) => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { title: "Kaiba", episodes: 12 });
    const write = (seen: object) => JSON.stringify([{ mal_id: id, state: "watching", ...seen }]);
    const { notices } = await importFile(api, write(fields));
    expect(notices).toMatchObject([{ title: "Kaiba", kind: "shortened", field, value }]);
    expect((await importFile(api, write({ episodes_seen: 12 }))).notices).toEqual([]);
  });

  it("of the history leaves the change without it, and is named", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db, { episodes: 26, title: "Kaiba" });
    const entries = [{ mal_id: id, state: "watching", score: 60 }];
    const change = { mal_id: id, at: "2020-01-01T00:00:00Z" };
    const history = [
      {
        ...change,
        before: { score: 50, notes: "a", tags: [] },
        after: { score: "good", notes: "b", tags: ["a".repeat(101)] },
      },
      { ...change, mal_id: "none", before: {}, after: {} },
    ];
    const file = JSON.stringify({ success: true, data: { entries, history } });
    const { notices } = await importFile(api, file);
    const unreadable = { kind: "unreadable", reason: expect.any(String) as string };
    expect(notices).toEqual([
      { ...unreadable, mal_id: id, title: "Kaiba", field: "history.score", value: "good" },
      {
        ...{ ...unreadable, mal_id: id, title: "Kaiba", field: "history.tags" },
        value: JSON.stringify(["a".repeat(101)]).slice(0, 100),
      },
      { ...unreadable, mal_id: null, title: null, field: "history.mal_id", value: "none" },
    ]);
    expect(
      await database.sql`SELECT before, after FROM list_events WHERE at = '2020-01-01'`,
    ).toMatchObject([{ before: { notes: "a" }, after: { notes: "b" } }]);
  });
});
