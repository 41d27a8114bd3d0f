import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ENTRIES } from "./imported-entry";
import { parseList } from "./parse-list.server";
import { parseSimklCsv, parseSimklJson } from "./simkl";

const show = (mal: string | number | null, title = "Ajin") => ({
  title,
  poster: "51/5152",
  year: 2016,
  ids: { simkl: 581835, slug: "ajin", ...(mal === null ? {} : { mal }) },
});
const one = (item: Record<string, unknown>) =>
  parseSimklJson({ anime: [{ show: show("33253"), ...item }] })?.[0];

describe("a backup of Simkl", () => {
  it("is parsed with marks, score, memo and dates", () => {
    expect(
      parseSimklJson({
        shows: [],
        movies: [],
        anime: [
          {
            added_to_watchlist_at: "2020-01-20T20:09:04Z",
            last_watched_at: "2020-03-01T10:00:00Z",
            user_rated_at: "2020-03-01T10:00:00Z",
            user_rating: 8,
            status: "completed",
            watched_episodes_count: 3,
            total_episodes_count: 3,
            anime_type: "tv",
            memo: { text: "again", is_private: true },
            show: show("33253"),
            seasons: [
              { number: 0, episodes: [{ number: 1, watched_at: "2019-01-01T00:00:00Z" }] },
              {
                number: 1,
                episodes: [
                  { number: 2, watched_at: "2020-02-01T10:00:00Z" },
                  { number: 1, watched_at: "2020-01-21T10:00:00Z" },
                  { number: 3 },
                ],
              },
            ],
          },
        ],
      }),
    ).toEqual([
      {
        malId: 33253,
        title: "Ajin",
        year: 2016,
        state: "completed",
        episodesSeen: 3,
        seen: [[1, 3]],
        score: 80,
        startedOn: "2020-01-21",
        finishedOn: "2020-03-01",
        notes: "again",
        addedAt: new Date("2020-01-20T20:09:04Z"),
        updatedAt: new Date("2020-03-01T10:00:00Z"),
      },
    ]);
  });

  it.each([
    ["watching", "watching"],
    ["plantowatch", "planned"],
    ["hold", "paused"],
    ["completed", "completed"],
    ["dropped", "dropped"],
    ["notinteresting", "dropped"],
    ["constructor", undefined],
    [null, undefined],
  ])("maps %s to %s", (status, state) => {
    expect(one({ status })?.state).toBe(state);
  });

  it("keeps stored fields that it does not name", () => {
    const entry = one({ status: "watching", memo: [] });
    for (const field of ["seen", "startedOn", "finishedOn", "notes", "tags", "private"])
      expect(entry).not.toHaveProperty(field);
  });

  it("counts by number when its marks say less", () => {
    const episodes = [{ number: 1, watched_at: null }];
    expect(one({ watched_episodes_count: 9, seasons: [{ number: 1, episodes }] })).toMatchObject({
      episodesSeen: 9,
    });
    expect(one({ watched_episodes_count: 9, seasons: [{ number: 1, episodes }] })?.seen).toBe(
      undefined,
    );
    const seasons = [1, 2].map((number) => ({ number, episodes }));
    expect(one({ watched_episodes_count: 2, seasons })?.seen).toBeUndefined();
  });

  it.each<[string, number | null, unknown]>([
    ["that say less than the number", 9, [{ number: 1, episodes: [{ number: 1 }] }]],
    ["of several seasons", 2, [1, 2].map((number) => ({ number, episodes: [{ number: 1 }] }))],
    [
      "of several seasons alone",
      null,
      [1, 2].map((number) => ({ number, episodes: [{ number }] })),
    ],
    [
      "in more spans than can be read",
      null,
      [{ number: 1, episodes: Array.from({ length: 1_001 }, (_, at) => ({ number: 2 * at + 1 })) }],
    ],
  ])("names marks %s, and erases no stored ones for them", (_, watched_episodes_count, seasons) => {
    const entry = one({ watched_episodes_count, seasons });
    expect(entry).not.toHaveProperty("seen");
    expect(entry?.episodesSeen).toBe(watched_episodes_count ?? undefined);
    expect(entry?.unread).toMatchObject([{ kind: "unreadable", field: "episodes" }]);
  });

  it("has the marks of a season beside one without any, and when the number cannot be read", () => {
    const seasons = [
      { number: 1, episodes: [{ number: 2 }] },
      { number: 2, episodes: [] },
    ];
    for (const watched_episodes_count of [1, null, "x"])
      expect(one({ watched_episodes_count, seasons })?.seen).toEqual([[2, 2]]);
  });

  it("takes shows and movies that MyAnimeList has, and leaves others out", () => {
    expect(
      parseSimklJson({
        shows: [
          { status: "watching", show: show(1) },
          { status: "watching", show: show(null) },
        ],
        movies: [
          { status: "completed", movie: show("5") },
          { status: "completed", movie: show(null) },
        ],
        anime: [{ status: "hold", show: show(null) }],
      })?.map(({ malId }) => malId),
    ).toEqual([null, 1, 5]);
  });

  it("is rejected as anything else", () => {
    for (const value of [null, [], {}, { anime: null }, { anime: {} }, { entries: [] }])
      expect(parseSimklJson(value)).toBeNull();
  });

  it("is read up to the first entry over the limit", () => {
    const many = (count: number) =>
      parseSimklJson({ anime: Array.from({ length: count }, () => ({ show: show(1) })) });
    expect(many(MAX_ENTRIES)).toHaveLength(MAX_ENTRIES);
    expect(many(MAX_ENTRIES + 10)).toHaveLength(MAX_ENTRIES + 1);
  });

  it("keeps all that its format can say", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70_000 }),
        fc.integer({ min: 1, max: 10 }),
        numbers,
        (mal, user_rating, watched) => {
          const episodes = watched.map((number) => ({ number }));
          const entry = parseSimklJson({
            anime: [
              {
                status: "watching",
                user_rating,
                watched_episodes_count: watched.length,
                seasons: [{ number: 1, episodes }],
                show: show(mal),
              },
            ],
          })?.[0];
          expect(entry).toMatchObject({ malId: mal, score: user_rating * 10 });
          const seen = (entry?.seen ?? []).flatMap(([first, last]) =>
            Array.from({ length: last - first + 1 }, (_, index) => first + index),
          );
          expect(seen).toEqual([...watched].sort((a, b) => a - b));
        },
      ),
    );
  });

  it("never crashes the parser", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (item, seasons) => {
        const value = { anime: [item, { seasons, show: item, memo: seasons }], movies: [item] };
        expect(Array.isArray(parseSimklJson(value))).toBe(true);
      }),
    );
  });
});

describe("Simkl's CSV", () => {
  const header =
    "SIMKL_ID\tTitle\tType\tYear\tWatchlist\tLastEpWatched\tWatchedDate\tRating\tMemo\tTVDB";
  const rows = [
    "1\tCyberpunk: Edgerunners\tanime\t2022\tcompleted\ts1e10\t2022-09-17 23:48\t9\tneon\t",
    "2\tArcane\ttv show\t2021\twatching\ts1e9\t2022-06-17 09:02\t\t\t371028",
    "3\tFrieren\tanime\t2023\tplantowatch\t\t\t\t\t",
  ];

  it("is parsed by title and year, without what is not anime", () => {
    const text = [header, ...rows].join("\r\n");
    expect(parseSimklCsv(text)).toEqual([
      {
        malId: null,
        title: "Cyberpunk: Edgerunners",
        year: 2022,
        state: "completed",
        episodesSeen: 10,
        score: 90,
        finishedOn: "2022-09-17",
        notes: "neon",
      },
      {
        malId: null,
        title: "Frieren",
        year: 2023,
        state: "planned",
        episodesSeen: null,
        score: null,
        notes: null,
      },
    ]);
    for (const separator of [",", ";"])
      expect(parseList(Buffer.from(text.replaceAll("\t", separator)))).toMatchObject({
        format: "simkl-csv",
        entries: [{ year: 2022 }, { year: 2023 }],
      });
  });

  it("is rejected as anything else", () => {
    for (const text of ["", "mal_id,type\n1,Watching", "simkl_id\n1", "{}"])
      expect(parseSimklCsv(text)).toBeNull();
  });
});
