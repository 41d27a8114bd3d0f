import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLLECTION_TYPES } from "~/features/watch-list/collection-types";
import { parseAniList } from "./anilist-json";
import { parseCsv, toCsv } from "./csv";
import type { ExportedEntry } from "./exported-entry";
import { MAX_ENTRIES, parseDate, parseTimestamp, cleanNotes } from "./imported-entry";
import { IMPORTED_STATES, MAL_STATES, toMalState, fromMalState, parseMalState } from "./mal-states";
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
  .map(cleanNotes);
const day = fc.option(
  fc
    .date({ min: new Date("1960-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);
const count = fc.option(fc.integer({ min: 1, max: 5_000 }));
const place = fc.oneof(
  fc.record({ type: fc.constantFrom(...COLLECTION_TYPES), importedState: fc.constant(null) }),
  fc
    .constantFrom(...MAL_STATES)
    .chain((state) => fc.boolean().map((again) => fromMalState(state, again))),
  fc.record({
    type: fc.constantFrom(...COLLECTION_TYPES),
    importedState: fc.constantFrom(...IMPORTED_STATES),
  }),
);
const moment = fc.date({
  min: new Date("2001-01-01"),
  max: new Date("2024-01-01"),
  noInvalidDate: true,
});
const exported: fc.Arbitrary<ExportedEntry> = fc
  .record({
    malId: fc.integer({ min: 1, max: 70_000 }),
    title: text.map((title) => title ?? "Untitled"),
    animeType: fc.option(fc.constantFrom("TV", "Movie")),
    episodes: count,
    place,
    watchedEpisodes: count,
    ownScore: fc.option(fc.integer({ min: 1, max: 10 })),
    startedOn: day,
    finishedOn: day,
    timesRewatched: count,
    notes: text,
    tags: text,
    addedAt: moment,
    updatedAt: moment,
  })
  .map(({ place: { type, importedState }, ...rest }) => ({ ...rest, type, importedState }));

const values = ({
  malId,
  type,
  importedState,
  watchedEpisodes,
  ownScore,
  startedOn,
  finishedOn,
  timesRewatched,
  notes,
  tags,
}: Partial<ExportedEntry>) => ({
  malId,
  type,
  importedState,
  watchedEpisodes,
  ownScore,
  startedOn,
  finishedOn,
  timesRewatched,
  notes,
  tags,
});

describe("an export", () => {
  it("round-trips through MyAnimeList's XML without loss", () => {
    fc.assert(
      fc.property(fc.array(exported, { maxLength: 5 }), (entries) => {
        expect(
          parseMalXml(toMalXml(entries, "Faye & <Ed>"))?.map((entry) =>
            values(entry as Partial<ExportedEntry>),
          ),
        ).toEqual(entries.map(values));
      }),
    );
  });

  it("round-trips through JSON and CSV without loss, timestamps included", () => {
    fc.assert(
      fc.property(fc.array(exported, { maxLength: 5 }), (entries) => {
        const all = (entry: Partial<ExportedEntry>) => ({
          ...values(entry),
          addedAt: entry.addedAt,
          updatedAt: entry.updatedAt,
        });
        const json: unknown = JSON.parse(
          JSON.stringify({ success: true, data: { entries: entries.map(toOwnRecord) } }),
        );
        expect(parseOwnJson(json)?.map((entry) => all(entry as Partial<ExportedEntry>))).toEqual(
          entries.map(all),
        );
        expect(
          parseOwnCsv(toOwnCsv(entries))?.map((entry) => all(entry as Partial<ExportedEntry>)),
        ).toEqual(entries.map(all));
      }),
    );
  });

  it("is well-formed XML with counts per status", () => {
    const entry = {
      malId: 1,
      title: "A ]]> B",
      animeType: "TV",
      episodes: 26,
      watchedEpisodes: 3,
      ownScore: null,
      startedOn: null,
      finishedOn: null,
      timesRewatched: null,
      notes: null,
      tags: null,
      addedAt: new Date(),
      updatedAt: new Date(),
    };
    const xml = toMalXml(
      [
        { ...entry, type: "Watching", importedState: "On-Hold" },
        { ...entry, malId: 2, type: "Collection", importedState: null },
      ],
      "x",
    );
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
    );
  });
});

describe("a list from a spreadsheet", () => {
  const rows = 'mal_id,type,notes\r\n1,Watching,"a, b; c"\r\n2,to_watch,\r\n';
  const entries = [
    { malId: 1, type: "Watching", notes: "a, b; c" },
    { malId: 2, type: "To Watch", notes: null },
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

  it.each(["xml", "json"])("may be %s in UTF-16", (format) => {
    const text =
      format === "json"
        ? '[{"mal_id":1,"type":"Watching"}]'
        : "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status></anime></myanimelist>";
    expect(parseList(utf16(text)).entries).toMatchObject([{ malId: 1, type: "Watching" }]);
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
    expect(fromMalState("Completed", true)).toEqual({
      type: "Watching",
      importedState: "Rewatching",
    });
    expect(toMalState({ type: "Watching", importedState: "Rewatching" })).toEqual({
      state: "Completed",
      rewatching: true,
    });
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

  it("expands no entities", () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${list("<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status><my_comments>&b;</my_comments></anime>")}`;
    expect(parseMalXml(bomb)).toMatchObject([{ malId: 1, type: "Watching", notes: "&b;" }]);
  });

  it("is read up to a truncation, in linear time", () => {
    expect(
      parseMalXml(
        "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>Completed</my_status><my_comments><![CDATA[no end",
      ),
    ).toMatchObject([{ malId: 1, type: "Completed" }]);
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
        type: "Watching",
        importedState: "On-Hold",
        watchedEpisodes: 5,
        ownScore: 9,
        startedOn: null,
        finishedOn: "2020-03-01",
        timesRewatched: null,
        notes: "hm",
        addedAt: new Date("2020-01-01T00:00:00Z"),
        updatedAt: new Date("2020-02-01T00:00:00Z"),
      },
    ]);
  });

  it.each([
    ["POINT_100", 85, 9],
    ["POINT_10_DECIMAL", 8.4, 8],
    ["POINT_10", 10, 10],
    ["POINT_5", 4, 8],
    ["POINT_3", 3, 9],
    [undefined, 7, 7],
    ["POINT_10", 0, null],
    ["POINT_100", 3, 1],
  ])("maps a score of %s %d to %d", (format, score, ownScore) => {
    expect(
      parseAniList(collection([{ status: "COMPLETED", score, media: media(1) }], format))?.[0]
        ?.ownScore,
    ).toBe(ownScore);
  });

  it.each([
    ["CURRENT", "Watching", null],
    ["PLANNING", "To Watch", null],
    ["COMPLETED", "Completed", null],
    ["DROPPED", "Collection", "Dropped"],
    ["PAUSED", "Watching", "On-Hold"],
    ["REPEATING", "Watching", "Rewatching"],
    ["constructor", null, null],
  ])("maps %s to %s", (status, type, importedState) => {
    expect(parseAniList(collection([{ status, media: media(1) }]))?.[0]).toMatchObject({
      type,
      importedState,
    });
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
  it.each(["0000-00-00", "2010-05-00", "2010-00-00", "2001-02-29", "", "yesterday", null, 5])(
    "have no day in %j",
    (value) => {
      expect(parseDate(value)).toBeNull();
    },
  );

  it("are never in the future", () => {
    expect(parseTimestamp("2999-01-01T00:00:00Z", 5_000)?.getTime()).toBe(5_000);
    expect(parseTimestamp("not a moment")).toBeUndefined();
  });
});
