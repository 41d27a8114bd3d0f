import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import {
  addEpisode,
  countEpisodes,
  type EpisodeSet,
} from "~/features/catalog/episodes/episode-set";
import { parseAniList } from "./anilist-json";
import { parseCsv, toCsv } from "./csv";
import type { ExportedEntry } from "./exported-entry";
import {
  dayIn,
  MAX_ENTRIES,
  parseDate,
  parseTimestamp,
  cleanNotes,
  cleanTags,
} from "./imported-entry";
import { MAL_STATES, toMalState, fromMalState, parseMalState } from "./mal-states";
import { parseMalXml, toMalXml } from "./mal-xml";
import { ListRefused } from "./list-refused";
import { parseList } from "./parse-list.server";
import { toOwnRecord, parseOwnCsv, parseOwnJson, toOwnCsv } from "./own-format";

const text = fc
  .oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "=1+1",
      'a, "b"\r\nc',
      "]]>",
      "<my_tags>x</my_tags>",
      "&amp; & <br />",
      "'",
      "'=x",
      "<![CDATA[",
      "👩‍🚀",
    ),
  )
  .map((value) => cleanNotes(value) ?? null);
const day = fc.option(
  fc
    .tuple(
      fc.date({ min: new Date("1960-01-01"), max: new Date("2030-01-01"), noInvalidDate: true }),
      fc.constantFrom(4, 7, 10),
    )
    .map(([date, precision]) => date.toISOString().slice(0, precision)),
);
const score = fc.option(fc.integer({ min: 1, max: 100 }));
const episodes = fc
  .array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 6 })
  .map((numbers) => numbers.reduce<EpisodeSet>(addEpisode, []));
const rewatch = fc.record({
  startedOn: day,
  finishedOn: day,
  score,
  finished: fc.constant(true),
});
const moment = fc.date({
  min: new Date("2001-01-01"),
  max: new Date("2024-01-01"),
  noInvalidDate: true,
});
const exported: fc.Arbitrary<ExportedEntry> = fc.record({
  malId: fc.integer({ min: 1, max: 70_000 }),
  title: text.map((title) => title ?? "Untitled"),
  animeType: fc.option(fc.constantFrom("TV", "Movie")),
  episodes: fc.option(fc.integer({ min: 1, max: 5_000 })),
  state: fc.option(fc.constantFrom(...ENTRY_STATES)),
  seen: episodes,
  skipped: episodes,
  score,
  startedOn: day,
  finishedOn: day,
  rewatches: fc.array(rewatch, { maxLength: 3 }),
  notes: text,
  tags: fc.array(text, { maxLength: 4 }).map((tags) => cleanTags(tags.join(",")) ?? []),
  priority: fc.integer({ min: 0, max: 2 }),
  private: fc.boolean(),
  addedAt: moment,
  updatedAt: moment,
});

/** What MyAnimeList's format can express, and the rest of the score in an element of our own. */
const toMalValues = (entry: ExportedEntry) => ({
  malId: entry.malId,
  state: entry.state,
  episodesSeen: countEpisodes(entry.seen) || null,
  score: entry.score,
  startedOn: entry.startedOn,
  finishedOn: entry.finishedOn,
  timesRewatched: entry.rewatches.length || null,
  notes: entry.notes,
  tags: entry.tags,
  priority: entry.priority,
});

const toOwnValues = (entry: ExportedEntry) => ({
  malId: entry.malId,
  state: entry.state,
  seen: entry.seen,
  skipped: entry.skipped,
  score: entry.score,
  startedOn: entry.startedOn,
  finishedOn: entry.finishedOn,
  rewatches: entry.rewatches,
  notes: entry.notes,
  tags: entry.tags,
  priority: entry.priority,
  private: entry.private,
  addedAt: entry.addedAt,
  updatedAt: entry.updatedAt,
});

describe("an export", () => {
  it("round-trips through MyAnimeList's XML without loss", () => {
    fc.assert(
      fc.property(fc.array(exported, { maxLength: 5 }), (entries) => {
        const parsed = parseMalXml(toMalXml(entries, "Faye & <Ed>"));
        expect(parsed).toHaveLength(entries.length);
        expect(parsed).toMatchObject(entries.map(toMalValues));
      }),
    );
  });

  it("round-trips through JSON and CSV without loss, timestamps included", () => {
    fc.assert(
      fc.property(fc.array(exported, { maxLength: 5 }), (entries) => {
        const json: unknown = JSON.parse(
          JSON.stringify({ success: true, data: { entries: entries.map(toOwnRecord) } }),
        );
        expect(parseOwnJson(json)).toMatchObject(entries.map(toOwnValues));
        expect(parseOwnCsv(toOwnCsv(entries))).toMatchObject(entries.map(toOwnValues));
      }),
    );
  });

  it("is well-formed XML with counts per status", () => {
    const entry: ExportedEntry = {
      malId: 1,
      title: "A ]]> B",
      animeType: "TV",
      episodes: 26,
      state: "paused",
      seen: [[1, 3]],
      skipped: [],
      score: null,
      startedOn: null,
      finishedOn: "2024-05",
      rewatches: [],
      notes: null,
      tags: [],
      priority: 1,
      private: false,
      addedAt: new Date(),
      updatedAt: new Date(),
    };
    const xml = toMalXml([entry, { ...entry, malId: 2, state: null }], "x");
    expect(xml).toContain("<my_finish_date>2024-05-00</my_finish_date>");
    expect(xml).toContain("<my_priority>MEDIUM</my_priority>");
    expect(xml).toContain("<user_total_anime>2</user_total_anime>");
    expect(xml).toContain("<user_total_onhold>1</user_total_onhold>");
    expect(xml).toContain("<user_total_plantowatch>1</user_total_plantowatch>");
    expect(xml).toContain("<my_status>On-Hold</my_status>");
    expect(xml).toContain("<series_title><![CDATA[A ]]]]><![CDATA[> B]]></series_title>");
    expect(xml).toContain("<my_start_date>0000-00-00</my_start_date>");
    expect(xml.match(/<akari_type>/g)).toHaveLength(1);
  });

  it("contains no spreadsheet formulas", () => {
    for (const cell of ["=1+1", "+1", "-1", "@x", "\tx"])
      expect(toCsv([[cell]])).toContain(`'${cell}`);
  });

  it("keeps tags with commas in MyAnimeList's XML", () => {
    const tags = ["slow, but good", "]]>", "plain"];
    const entries = fc.sample(exported, 1).map((entry) => ({ ...entry, tags }));
    const xml = toMalXml(entries, "Reader");
    expect(parseMalXml(xml)).toEqual([expect.objectContaining({ tags })]);
    expect(xml).toContain("<my_tags>");
  });

  it("round-trips every CSV cell", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 2, maxLength: 4 }), {
          minLength: 1,
        }),
        (rows) => {
          expect(parseCsv(toCsv(rows))).toEqual(rows);
        },
      ),
      { examples: [[[["\t\t", ""]]], [[["a;b;c", 'd"\t;"']]]] },
    );
  });
});

describe("a list from a spreadsheet", () => {
  const rows = 'mal_id,type,notes\r\n1,Watching,"a, b; c"\r\n2,to_watch,\r\n';
  const entries = [
    { malId: 1, state: "watching", notes: "a, b; c" },
    { malId: 2, state: "planned", notes: null },
  ];
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");

  it.each([
    ["commas", Buffer.from(rows)],
    ["semicolons", Buffer.from(rows.replace(/,(?! b)/g, ";"))],
    ["tabs", Buffer.from(rows.replace(/,(?! b)/g, "\t"))],
    ["a byte order mark", Buffer.from(`\uFEFF${rows}`)],
    ["LF line ends", Buffer.from(rows.replaceAll("\r\n", "\n"))],
    ["UTF-16LE and tabs", utf16(rows.replace(/,(?! b)/g, "\t"))],
    ["UTF-16BE and semicolons", utf16(rows.replace(/,(?! b)/g, ";")).swap16()],
  ])("may have %s", (_, file) => {
    expect(parseList(file)).toMatchObject({ format: "csv", entries });
  });

  it.each(["state", "type"])("may have only %s to say where a title belongs", (column) => {
    const file = Buffer.from(`mal_id,${column},episodes_seen\n1,watching,2\n`);
    expect(parseList(file)).toMatchObject({
      format: "csv",
      entries: [{ malId: 1, state: "watching", episodesSeen: 2 }],
    });
  });

  it("needs one of them", () => {
    expect(() => parseList(Buffer.from("mal_id,episodes_seen\n1,2\n"))).toThrow(ListRefused);
  });

  it.each(["xml", "json"])("may be %s in UTF-16", (format) => {
    const text =
      format === "json"
        ? '[{"mal_id":1,"type":"Watching"}]'
        : "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status></anime></myanimelist>";
    expect(parseList(utf16(text)).entries).toMatchObject([{ malId: 1, state: "watching" }]);
  });

  it.each([
    ["CSV in Windows-1252", "mal_id,type,notes\n1,Watching,\x93Caf\xe9\x94\n", "“Café”"],
    [
      "XML in ISO 8859-1",
      '<?xml version="1.0" encoding="ISO-8859-1"?><myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status><my_comments>Caf\xe9</my_comments></anime></myanimelist>',
      "Café",
    ],
    [
      "XML in Windows-1251",
      '<?xml version="1.0" encoding="windows-1251"?><myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status><my_comments>\xcf\xf0</my_comments></anime></myanimelist>',
      "Пр",
    ],
    [
      "XML in an encoding that is none",
      '<?xml encoding="x"?><myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status><my_comments>\xe9</my_comments></anime></myanimelist>',
      "é",
    ],
  ])("keeps the letters of %s", (_, text, notes) => {
    expect(parseList(Buffer.from(text, "latin1")).entries).toMatchObject([{ malId: 1, notes }]);
  });

  it("counts rewatches by their number where their list is empty", () => {
    const file = Buffer.from("mal_id,state,times_rewatched,rewatches\n1,completed,3,\n");
    expect(parseList(file).entries).toMatchObject([{ timesRewatched: 3, rewatches: undefined }]);
  });

  it("is rejected when a quoted cell does not end", () => {
    expect(() => parseList(Buffer.from('mal_id,type\n1,"Watching\n'))).toThrow(ListRefused);
  });
});

describe("a file with more entries than the limit", () => {
  const many = <Entry>(count: number, entry: Entry) => Array.from({ length: count }, () => entry);

  it.each([
    [
      "MyAnimeList's XML",
      (count: number) =>
        parseMalXml(
          `<myanimelist>${many(count, "<anime><my_status>Completed</my_status></anime>").join("")}</myanimelist>`,
        ),
    ],
    [
      "AniList's JSON",
      (count: number) => parseAniList({ lists: [{ entries: many(count, { status: "CURRENT" }) }] }),
    ],
    ["our JSON", (count: number) => parseOwnJson(many(count, { mal_id: 1 }))],
    [
      "our CSV",
      (count: number) => parseOwnCsv(`mal_id,type\n${many(count, "1,Watching\n").join("")}`),
    ],
  ])("is read up to the first entry over the limit in %s", (_, read) => {
    expect(read(MAX_ENTRIES)).toHaveLength(MAX_ENTRIES);
    expect(read(MAX_ENTRIES + 10)).toHaveLength(MAX_ENTRIES + 1);
  });

  it("is rejected with more than a hundred columns", () => {
    const wide = (columns: number) =>
      parseOwnCsv(`mal_id,type${",x".repeat(columns - 2)}\n1,Watching\n\n\n`);
    expect(wide(100)).toHaveLength(1);
    expect(wide(101)).toBeNull();
  });
});

describe("MyAnimeList's six statuses", () => {
  it.each(MAL_STATES)("round-trip %s", (state) => {
    expect(toMalState(fromMalState(state, false))).toEqual({ state, rewatching: false });
    expect(parseMalState(state.toUpperCase())).toBe(state);
  });

  it("include rewatching", () => {
    expect(fromMalState("Completed", true)).toBe("rewatching");
    expect(fromMalState("Watching", true)).toBe("rewatching");
    expect(fromMalState("On-Hold", true)).toBe("paused");
    expect(toMalState("rewatching")).toEqual({ state: "Completed", rewatching: true });
  });
});

describe("a list from MyAnimeList", () => {
  const list = (...entries: string[]) =>
    `<?xml version="1.0"?><myanimelist><myinfo><user_total_anime>99</user_total_anime></myinfo>${entries.join("")}</myanimelist>`;
  const one = (fields: string) =>
    parseMalXml(
      list(
        `<anime><series_animedb_id>1</series_animedb_id><my_status>Watching</my_status>${fields}</anime>`,
      ),
    )?.[0];

  it.each([
    ["an entity of its own", "<my_comments>&lol;</my_comments>", "&lol;"],
    [
      "a number that is no character",
      "<my_comments>a&#0;b&#xD800;</my_comments>",
      "a\uFFFDb\uFFFD",
    ],
    ["HTML entities", "<my_comments>&atilde;&laquo; &amp;</my_comments>", "ã« &"],
    [
      "elements of HTML",
      "<my_comments><title>a</title><script></my_comments>",
      "<title>a</title><script>",
    ],
    ["markup in a text", "<my_comments>a <br /> b <3</my_comments>", "a <br /> b <3"],
    [
      "elements in a CDATA section",
      "<my_comments><![CDATA[</my_comments><my_tags>x</my_tags>]]></my_comments>",
      "</my_comments><my_tags>x</my_tags>",
    ],
    ["a control character", "<my_comments>a\u0001b\u0000</my_comments>", "ab"],
    ["a comment", "<my_comments>a<!-- no -->b</my_comments>", "ab"],
  ])("may hold %s", (_, fields, notes) => {
    expect(one(fields)?.notes).toBe(notes);
  });

  it.each([
    ["the place of the rewatch", "Completed", [26, 26, 5], 5],
    ["a rewatch that has just begun", "Completed", [26, 26, 0], null],
    ["a rewatch of a title whose number is unknown", "Completed", [0, 9, 4], 4],
    ["what other programs count as watched", "Watching", [26, 7, 0], 7],
    ["one that has just begun, of a title without a number", "Completed", [0, 26, 0], null],
    ["what other programs count, without a number", "Watching", [0, 7, 0], 7],
    ["the last episode", "Completed", [26, 26, 26], 26],
  ])("says by my_rewatching of %s", (_, status, [total, watched, again], episodesSeen) => {
    const xml = list(
      `<anime><series_animedb_id>1</series_animedb_id><series_episodes>${total}</series_episodes><my_status>${status}</my_status><my_watched_episodes>${watched}</my_watched_episodes><my_rewatching>1</my_rewatching><my_rewatching_ep>${again}</my_rewatching_ep></anime>`,
    );
    expect(parseMalXml(xml)).toMatchObject([{ state: "rewatching", episodesSeen }]);
  });

  it("keeps the stored number of rewatches where it has the old value for none", () => {
    expect(one("<my_times_watched>255</my_times_watched>")).toMatchObject({
      timesRewatched: undefined,
      unread: [{ kind: "unset", field: "times_rewatched", value: "255" }],
    });
    expect(one("<my_times_watched>254</my_times_watched>")?.timesRewatched).toBe(254);
  });

  it("expands no entities", () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${list("<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status><my_comments>&b;</my_comments></anime>")}`;
    expect(parseMalXml(bomb)).toMatchObject([{ malId: 1, state: "watching", notes: "&b;" }]);
  });

  it("is read up to a truncation, in linear time", () => {
    expect(
      parseMalXml(
        "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>Completed</my_status><my_comments><![CDATA[no end",
      ),
    ).toMatchObject([{ malId: 1, state: "completed" }]);
    for (const piece of ["<", "<!--", "<![CDATA[", "<anime>", "<my_tags>", "&", "</"])
      expect(parseMalXml(`<myanimelist>${piece.repeat(200_000)}>`)).not.toBeNull();
  });

  it("is rejected as anything else", () => {
    expect(parseMalXml("<html><body>myanimelist</body></html>")).toBeNull();
    expect(parseMalXml(list())).toEqual([]);
  });

  it("never crashes the parser", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (inside) =>
        Array.isArray(parseMalXml(list(`<anime>${inside}</anime>`))),
      ),
    );
  });
});

describe("a list from AniList", () => {
  const media = (idMal: number | null) => ({
    id: 9,
    idMal,
    title: { romaji: "Cowboy Bebop", english: null, native: null },
  });
  const collection = (entries: unknown[], scoreFormat?: string) => ({
    data: {
      MediaListCollection: {
        lists: [{ name: "x", entries }],
        ...(scoreFormat === undefined ? {} : { user: { mediaListOptions: { scoreFormat } } }),
      },
    },
  });

  it("is parsed with statuses, dates and timestamps", () => {
    const entry = {
      status: "PAUSED",
      score: 85,
      progress: 5,
      repeat: 0,
      notes: "hm",
      startedAt: { year: 2020, month: 2, day: 30 },
      completedAt: { year: 2020, month: 3, day: 1 },
      createdAt: 1_577_836_800,
      updatedAt: 1_580_515_200,
      media: media(1),
    };
    expect(parseAniList(collection([entry]))).toEqual([
      {
        malId: 1,
        title: "Cowboy Bebop",
        state: "paused",
        episodesSeen: 5,
        score: 85,
        startedOn: undefined,
        finishedOn: "2020-03-01",
        timesRewatched: null,
        notes: "hm",
        addedAt: new Date("2020-01-01T00:00:00Z"),
        updatedAt: new Date("2020-02-01T00:00:00Z"),
        unread: [
          { kind: "unreadable", field: "started_on", value: '{"year":2020,"month":2,"day":30}' },
        ],
      },
    ]);
  });

  it.each([
    ["POINT_100", 85, 85],
    ["POINT_10_DECIMAL", 8.4, 84],
    ["POINT_10", 10, 100],
    ["POINT_5", 4, 80],
    ["POINT_3", 3, 85],
    [undefined, 7, 70],
    ["POINT_10", 0, null],
    ["POINT_100", 3, 3],
  ])("maps a score of %s %d to %d", (format, given, stored) => {
    expect(
      parseAniList(
        collection([{ status: "COMPLETED", score: given, media: media(1) }], format),
      )?.[0]?.score,
    ).toBe(stored);
  });

  it.each([
    ["CURRENT", "watching"],
    ["PLANNING", "planned"],
    ["COMPLETED", "completed"],
    ["DROPPED", "dropped"],
    ["PAUSED", "paused"],
    ["REPEATING", "rewatching"],
    ["constructor", undefined],
  ])("maps %s to %s", (status, state) => {
    expect(parseAniList(collection([{ status, media: media(1) }]))?.[0]?.state).toBe(state);
  });

  it("is rejected as anything else", () => {
    for (const value of [null, [], {}, { data: {} }, { lists: 5 }, "x"])
      expect(parseAniList(value)).toBeNull();
    expect(
      parseAniList(collection([{ status: "CURRENT", media: media(null) }]))?.[0]?.malId,
    ).toBeNull();
  });
});

describe("the values of a list", () => {
  it.each(["0000-00-00", "0000", "", " ", null])("have no date in %j", (value) => {
    expect(parseDate(value)).toBeNull();
  });

  it.each(["2001-02-29", "1899", "2010-13", "yesterday", 5])(
    "have a date that cannot be read in %j",
    (value) => {
      expect(parseDate(value)).toBeUndefined();
    },
  );

  it.each([
    ["2010-05-00", "2010-05"],
    ["2010-00-00", "2010"],
    ["2010-05", "2010-05"],
  ])("have a partial date in %j", (value, date) => {
    expect(parseDate(value)).toBe(date);
  });

  it.each([
    ["2024-05-17T20:09:04Z", "2024-05-17T20:09:04.000Z"],
    ["2024-05-17T20:09:04.123456+0200", "2024-05-17T18:09:04.123Z"],
    ["2024-05-17 20:09:04.5+00", "2024-05-17T20:09:04.500Z"],
    ["2024-05-17 20:09 UTC", "2024-05-17T20:09:00.000Z"],
    ["2024-05-17T20:09:04", "2024-05-17T20:09:04.000Z"],
    ["2024-05-17", "2024-05-17T00:00:00.000Z"],
    ["2024-02-30T00:00:00Z", undefined],
    ["2024-05-17T25:00:00Z", undefined],
    ["2024-05-17T20:09:04 yesterday", undefined],
    ["May 5", undefined],
    ["5", undefined],
    ["1.7e9", undefined],
  ])("have a moment or none in %j", (value, moment) => {
    expect(parseTimestamp(value)?.toISOString()).toBe(moment);
  });

  it.each([
    ["2024-05-17T20:09:04Z", "Asia/Tokyo", "2024-05-18"],
    ["2024-05-17T14:59:59.999Z", "Asia/Tokyo", "2024-05-17"],
    ["2024-05-17T15:00:00Z", "Asia/Tokyo", "2024-05-18"],
    ["2024-05-17T00:00:00.000Z", "America/New_York", "2024-05-16"],
    ["2024-05-17T01:00:00+09:00", "UTC", "2024-05-16"],
    ["2024-05-17 20:09", "Asia/Tokyo", "2024-05-18"],
    ["2024-05-17", "Asia/Tokyo", "2024-05-17"],
    ["2024-05-17", "America/New_York", "2024-05-17"],
    ["1900-01-01T00:00:00Z", "America/New_York", undefined],
    ["2024-05-17T25:00:00Z", "UTC", undefined],
    ["2024-05", "UTC", undefined],
    ["", "UTC", null],
  ])("%j is in %s on the day %s", (value, timeZone, day) => {
    expect(dayIn(timeZone)(value)).toBe(day);
  });

  it("become days of the person's zone in every format that has them", () => {
    const at = "2024-05-17T20:09:04Z";
    const simkl = { status: "completed", last_watched_at: at, show: { ids: { mal: 1 } } };
    const seasons = [{ number: 1, episodes: [{ number: 1, watched_at: at }] }];
    const kitsu = { status: "completed", startedAt: at, finishedAt: at };
    const days = { startedOn: "2024-05-18", finishedOn: "2024-05-18" };
    for (const [text, expected] of [
      [JSON.stringify({ anime: [{ ...simkl, seasons }] }), days],
      [JSON.stringify({ data: [{ type: "libraryEntries", id: 1, attributes: kitsu }] }), days],
      [
        `simkl_id,watchlist,type,watcheddate\n1,completed,anime,${at}`,
        { finishedOn: "2024-05-18" },
      ],
    ] as const)
      expect(parseList(Buffer.from(text), "Asia/Tokyo").entries).toMatchObject([expected]);
  });

  it("are never in the future", () => {
    expect(parseTimestamp("2999-01-01T00:00:00Z", 5_000)?.getTime()).toBe(5_000);
    expect(parseTimestamp("not a moment")).toBeUndefined();
    expect(parseTimestamp(1e-10)).toBeUndefined();
    expect(parseTimestamp(0.001)?.getTime()).toBe(1);
  });
});
