import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { addEpisodes } from "../../factories/anime";
import { addAnimeId } from "../../factories/anime-id";
import {
  dataOf,
  createSignedInClient,
  signUpClient,
  type SignedInClient,
} from "../../support/server/signed-in";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const { db } = database;
const IMPORT = "/api/user/watchList/import";
const EXPORT = "/api/user/watchList/export";
const XML = { "content-type": "application/xml" };

interface Report {
  format: string;
  policy: string;
  dryRun: boolean;
  counts: { total: number; added: number; changed: number; unchanged: number; notFound: number };
  added: { mal_id: number }[];
  changed: { mal_id: number; previous_type: string }[];
  unchanged: { mal_id: number }[];
  notFound: { mal_id: number | null; title: string | null }[];
}

const malEntry = (id: number, status: string, rest = "") =>
  `<anime><series_animedb_id>${id}</series_animedb_id><series_title><![CDATA[T${id}]]></series_title><my_status>${status}</my_status>${rest}</anime>`;
const malList = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8" ?><myanimelist>${entries.join("\n")}</myanimelist>`;
const importXml = async (api: SignedInClient, xml: string, query = "") =>
  dataOf<Report>(await api.send("POST", IMPORT + query, xml, XML));
const entriesOf = async (api: SignedInClient) =>
  dataOf<{ entries: Record<string, unknown>[] }>(await api.send("GET", EXPORT)).entries;

describe("importing a list", () => {
  it("adds known titles, reports unknown ones, and changes nothing the second time", async () => {
    const api = await createSignedInClient(database);
    const [one, two, three] = [await addAnimeId(db), await addAnimeId(db), await addAnimeId(db)];
    const xml = malList(
      malEntry(
        one,
        "Completed",
        "<my_score>9</my_score><my_finish_date>2020-02-29</my_finish_date><my_start_date>0000-00-00</my_start_date>",
      ),
      malEntry(two, "On-Hold", "<my_watched_episodes>5</my_watched_episodes>"),
      malEntry(three, "Dropped"),
      malEntry(2_000_000_000, "Watching"),
      malEntry(one, "Nonsense"),
    );
    expect((await importXml(api, xml)).counts).toEqual({
      total: 5,
      added: 3,
      changed: 0,
      unchanged: 0,
      notFound: 2,
    });
    const repeated = await importXml(api, xml, "?policy=replace");
    expect(repeated.counts).toEqual({ total: 5, added: 0, changed: 0, unchanged: 3, notFound: 2 });
    expect(repeated.notFound.map((entry) => entry.mal_id).sort()).toEqual(
      [one, 2_000_000_000].sort(),
    );
    expect(await entriesOf(api)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          mal_id: one,
          type: "Completed",
          own_score: 9,
          finished_on: "2020-02-29",
          started_on: null,
        }),
        expect.objectContaining({
          mal_id: two,
          type: "Watching",
          imported_state: "On-Hold",
          watched_episodes: 5,
        }),
        expect.objectContaining({ mal_id: three, type: "Collection", imported_state: "Dropped" }),
      ]),
    );
  });

  it("writes nothing in a preview", async () => {
    const api = await createSignedInClient(database);
    const report = await importXml(
      api,
      malList(malEntry(await addAnimeId(db), "Watching")),
      "?dryRun=true",
    );
    expect(report).toMatchObject({
      dryRun: true,
      format: "mal-xml",
      policy: "keep",
      counts: { added: 1 },
    });
    expect(await entriesOf(api)).toEqual([]);
  });

  it("keeps the existing entry, replaces it, or takes the newest", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    await api.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
    const xml = malList(malEntry(id, "Completed"));
    expect((await importXml(api, xml)).counts).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await importXml(api, xml, "?policy=newest")).counts).toMatchObject({
      changed: 0,
      unchanged: 1,
    });
    const json = (updated_at: string) => [{ mal_id: id, type: "to_watch", updated_at }];
    const newest = async (updated_at: string) =>
      dataOf<Report>(await api.send("POST", `${IMPORT}?policy=newest`, json(updated_at))).counts;
    expect(await newest("2001-01-01T00:00:00Z")).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await newest("2999-01-01T00:00:00Z")).toMatchObject({ changed: 1 });
    expect((await importXml(api, xml, "?policy=replace")).changed).toEqual([
      {
        mal_id: id,
        title: expect.any(String) as string,
        type: "Completed",
        previous_type: "To Watch",
      },
    ]);
    expect(await entriesOf(api)).toMatchObject([{ mal_id: id, type: "Completed" }]);
  });

  it("leaves fields alone that the other list lacks", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    await api.send("POST", IMPORT, [
      { mal_id: id, type: "Watching", tags: "mine", notes: "old", own_score: 5 },
    ]);
    await api.send("POST", `${IMPORT}?policy=replace`, {
      data: {
        MediaListCollection: {
          lists: [
            { entries: [{ status: "COMPLETED", score: 8, notes: "new", media: { idMal: id } }] },
          ],
        },
      },
    });
    expect(await entriesOf(api)).toMatchObject([
      { type: "Completed", tags: ["mine"], notes: "new", own_score: 8 },
    ]);
  });

  it.each([
    ["gzipped XML", () => gzipSync(malList()), "application/gzip", "mal-xml"],
    ["XML", () => malList(), "text/xml; charset=utf-8", "mal-xml"],
    ["CSV", () => "mal_id,type\r\n", "text/csv", "csv"],
    [
      "AniList's JSON",
      () => JSON.stringify({ data: { MediaListCollection: { lists: [] } } }),
      "application/json",
      "anilist",
    ],
    ["our JSON", () => JSON.stringify({ entries: [] }), "application/json", "json"],
  ])("detects %s by its content", async (_, body, type, format) => {
    const api = await createSignedInClient(database);
    expect(
      dataOf<Report>(await api.send("POST", IMPORT, body() as string, { "content-type": type })),
    ).toMatchObject({ format, counts: { total: 0 } });
  });

  it("takes no more episodes than a title has, whatever the catalog lists beyond", async () => {
    const api = await createSignedInClient(database);
    const [id, longer] = [
      await addAnimeId(db, { episodes: 12 }),
      await addAnimeId(db, { episodes: 12 }),
    ];
    await addEpisodes(db, longer, 1, 13);
    const list = [id, longer].map((mal_id) => ({
      mal_id,
      state: "watching",
      episodes: [
        [0, 3],
        [5, 9_999],
      ],
    }));
    for (const [added, changed] of [
      [2, 0],
      [0, 0],
    ]) {
      const { counts } = dataOf<{ counts: object }>(
        await api.send("POST", "/api/user/watchlist/import?policy=replace", list),
      );
      expect(counts).toMatchObject({ added, changed });
    }
    const seen = async (animeId: number) =>
      dataOf<{ episodes_seen: number }>(
        await api.send("GET", `/api/user/watchlist/entry?animeId=${animeId}`),
      ).episodes_seen;
    expect([await seen(id), await seen(longer)]).toEqual([11, 11]);
  });

  it("accepts a browser's form with its file and options, and redirects it to returnTo", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    const form = (fields: Record<string, string>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.set(name, value);
      data.set("file", new File([gzipSync(malList(malEntry(id, "Watching")))], "animelist.xml.gz"));
      return data;
    };
    expect(
      dataOf<Report>(await api.send("POST", IMPORT, form({ dryRun: "on", policy: "replace" }))),
    ).toMatchObject({ dryRun: true, policy: "replace", counts: { added: 1 } });
    const response = await api.send("POST", IMPORT, form({ returnTo: "/list?imported=1" }));
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/list?imported=1");
    expect(await entriesOf(api)).toHaveLength(1);
  });

  it.each([
    ["something else", "hello", "application/octet-stream", "", 400],
    ["nothing", "", "application/xml", "", 400],
    ["another XML", "<rss></rss>", "application/xml", "", 400],
    ["JSON that breaks off", "{", "application/json", "", 400],
    ["damaged gzip", Buffer.from([0x1f, 0x8b, 1, 2, 3]), "application/gzip", "", 400],
    ["a list as text", malList(), "text/plain", "", 415],
    ["an unknown policy", malList(), "application/xml", "?policy=best", 400],
    ["an unclear trial", malList(), "application/xml", "?dryRun=maybe", 400],
    [
      "a form without a file",
      new URLSearchParams("a=b").toString(),
      "application/x-www-form-urlencoded",
      "",
      415,
    ],
    [
      "a list that unpacks to more than 20 MB",
      gzipSync(Buffer.alloc(20 * 1024 * 1024 + 1, " ")),
      "application/gzip",
      "",
      413,
    ],
    ["more than 20 MB", Buffer.alloc(20 * 1024 * 1024 + 1, " "), "application/xml", "", 413],
    [
      "just 20 MB of nothing",
      gzipSync(Buffer.alloc(20 * 1024 * 1024, " ")),
      "application/gzip",
      "",
      400,
    ],
  ])("rejects %s", async (_, body, type, query, status) => {
    const api = await createSignedInClient(database);
    const response = await api.send("POST", IMPORT + query, body, { "content-type": type });
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ status, error: expect.any(String) as string });
  });

  it("names the formats that it reads", async () => {
    const api = await createSignedInClient(database);
    const { body } = await api.send("POST", IMPORT, "hello", {
      "content-type": "application/octet-stream",
    });
    const { error } = body as { error: string };
    for (const format of ["MyAnimeList XML", "AniList", "Kitsu JSON", "Simkl", "CSV"])
      expect(error).toContain(format);
  });

  it.each([
    ["20 million <", `<myanimelist>${"<".repeat(20_000_000)}`, 200],
    ["9 million [", "[".repeat(9_000_000), 400],
  ])("serves other requests while it reads %s", { tags: "nightly" }, async (_, text, status) => {
    const api = await createSignedInClient(database);
    const packed = gzipSync(text);
    expect(packed.byteLength).toBeLessThan(64 * 1024);
    let isRead = false;
    const response = api
      .send("POST", IMPORT, packed, { "content-type": "application/gzip" })
      .finally(() => (isRead = true));
    let longest = 0;
    do {
      const start = performance.now();
      expect((await fetch(`${api.origin}${EXPORT}`)).status).toBe(401);
      longest = Math.max(longest, performance.now() - start);
    } while (!isRead);
    expect((await response).status).toBe(status);
    expect(longest).toBeLessThan(1_000);
  });

  it("survives two at once, and adds each title once", async () => {
    const api = await createSignedInClient(database);
    const ids = await Promise.all(Array.from({ length: 5 }, () => addAnimeId(db)));
    const xml = malList(...ids.map((id) => malEntry(id, "Watching")));
    const reports = await Promise.all(
      Array.from({ length: 8 }, () => importXml(api, xml, "?policy=replace")),
    );
    expect(reports.map((report) => report.counts.added).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 5]);
    expect(await entriesOf(api)).toHaveLength(5);
  });
});

describe("exporting a list", () => {
  it.each([
    ["mal-xml", XML, /^<\?xml/],
    ["json", { "content-type": "application/json" }, /^\{"success":true/],
    ["csv", { "content-type": "text/csv" }, /^\uFEFFmal_id,title,type/],
  ] as const)(
    "as %s creates a file that another user can import without loss",
    async (format, headers, start) => {
      const api = await createSignedInClient(database);
      const ids = [
        await addAnimeId(db, { title: 'A, "B" & <C>' }),
        await addAnimeId(db),
        await addAnimeId(db),
        await addAnimeId(db),
      ];
      await api.send("POST", IMPORT, [
        {
          mal_id: ids[0],
          type: "Watching",
          imported_state: "On-Hold",
          watched_episodes: 3,
          own_score: 7,
          started_on: "2020-01-01",
          notes: '=1+1\n]]> "x"',
          tags: "a, b",
          times_rewatched: 2,
        },
        {
          mal_id: ids[1],
          type: "Collection",
          imported_state: "Dropped",
          finished_on: "2021-12-31",
        },
        { mal_id: ids[2], type: "Collection" },
        { mal_id: ids[3], type: "To Watch" },
      ]);
      const raw = await fetch(`${api.origin}${EXPORT}?format=${format}`, {
        headers: { cookie: api.cookie },
      });
      expect(raw.headers.get("content-disposition")).toContain("attachment");
      expect(raw.headers.get("cache-control")).toBe("private, no-store");
      const text = Buffer.from(await raw.arrayBuffer()).toString();
      expect(text).toMatch(start);
      const other = await signUpClient(api.origin);
      expect(dataOf<Report>(await other.send("POST", IMPORT, text, headers)).counts).toMatchObject({
        added: 4,
        notFound: 0,
      });
      const plain = async (user: SignedInClient) =>
        (await entriesOf(user))
          .map(({ added_at: _, updated_at: __, ...rest }) => rest)
          .sort((a, b) => Number(a["mal_id"]) - Number(b["mal_id"]));
      expect(await plain(other)).toEqual(await plain(api));
      expect(
        dataOf<Report>(await api.send("POST", `${IMPORT}?policy=replace`, text, headers)).counts,
      ).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
    },
  );

  it("can be imported from the account's export and the list's own response too", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    await api.send("POST", "/api/user/watchList", { animeId: id, type: "Watching" });
    for (const path of ["/api/user/export", "/api/user/watchList"]) {
      const { body } = await api.send("GET", path);
      expect(
        dataOf<Report>(await (await signUpClient(api.origin)).send("POST", IMPORT, body)).counts,
      ).toMatchObject({ added: 1, notFound: 0 });
    }
  });

  it("rejects an unknown format", async () => {
    expect(
      (await (await createSignedInClient(database)).send("GET", `${EXPORT}?format=xls`)).status,
    ).toBe(400);
  });
});

describe("what an import rejected", () => {
  it("can be downloaded with reasons, corrected and imported again", async () => {
    const api = await createSignedInClient(database);
    const id = await addAnimeId(db);
    const rejected = async (format: string) =>
      fetch(`${api.origin}${IMPORT}?outcome=rejected&format=${format}`, {
        headers: { cookie: api.cookie },
      });
    expect((await rejected("csv")).status).toBe(404);
    await api.send("POST", IMPORT, [
      { mal_id: id, state: "watching" },
      { mal_id: 2_000_000_000, title: "=Nowhere", state: "completed", score: 85, tags: ["a", "b"] },
      { title: "No id", type: "Watching" },
    ]);
    const csv = await rejected("csv");
    expect(csv.headers.get("content-disposition")).toContain("not-imported.csv");
    expect(csv.headers.get("cache-control")).toBe("private, no-store");
    const text = await csv.text();
    expect(text).toContain("'=Nowhere");
    expect(text).toContain("This title isn’t in the catalog.");
    const json = (await (await rejected("json")).json()) as {
      data: { entries: Record<string, unknown>[] };
    };
    expect(json.data.entries).toEqual([
      expect.objectContaining({ mal_id: null, title: "No id", state: "watching" }),
      expect.objectContaining({ mal_id: 2_000_000_000, score: 85, tags: ["a", "b"] }),
    ]);
    const corrected = text.replace("2000000000", String(await addAnimeId(db)));
    expect(
      dataOf<Report>(await api.send("POST", IMPORT, corrected, { "content-type": "text/csv" })),
    ).toMatchObject({ counts: { added: 1, notFound: 1 } });
    expect(await entriesOf(api)).toContainEqual(
      expect.objectContaining({ state: "completed", score: 85, tags: ["a", "b"] }),
    );
  });

  it("is a file of the last import only, and its choices are named", async () => {
    const api = await createSignedInClient(database);
    const response = await api.send("GET", `${IMPORT}?outcome=best`);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ issues: [{ path: "outcome" }] });
  });
});
