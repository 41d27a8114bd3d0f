import { describe, expect, it } from "vitest";
import { parseIdsRow } from "./ids-row";

const idsOf = (row: Record<string, unknown>) => {
  const parsed = parseIdsRow({ mal_id: 290, ...row });
  if ("reason" in parsed) throw new Error(parsed.reason);
  return (parsed.row?.ids ?? []).map(
    ({ site, id, season }) => `${site} ${id}${season === null ? "" : ` s${season}`}`,
  );
};

describe("a row of an id mapping", () => {
  it("has the ids of today's anime-list-full.json", () => {
    expect(
      idsOf({
        type: "TV",
        anidb_id: 1,
        anilist_id: 290,
        "anime-planet_id": "crest-of-the-stars",
        kitsu_id: 265,
        livechart_id: 3681,
        tvdb_id: 72_025,
        themoviedb_id: { tv: 26_209 },
        imdb_id: ["tt0286390"],
        season: { tvdb: 2, tmdb: 1 },
      }),
    ).toEqual([
      "anilist 290",
      "kitsu 265",
      "anidb 1",
      "tvdb 72025 s2",
      "tmdb_tv 26209 s1",
      "imdb tt0286390",
    ]);
  });

  it("has those of earlier forms", () => {
    expect(
      idsOf({
        type: "MOVIE",
        anidb_id: "12",
        thetvdb_id: 5,
        themoviedb_id: 6,
        imdb_id: "tt0286390,tt0286391",
      }),
    ).toEqual(["anidb 12", "tvdb 5", "tmdb_movie 6", "imdb tt0286390", "imdb tt0286391"]);
    expect(idsOf({ type: "TV", themoviedb_id: 6 })).toEqual(["tmdb_tv 6"]);
    expect(idsOf({ themoviedb_id: { movie: [7, 8] } })).toEqual(["tmdb_movie 7", "tmdb_movie 8"]);
    expect(idsOf({ tvdb_id: 5, thetvdb_id: 5 })).toEqual(["tvdb 5"]);
    expect(idsOf({ anilist: 1, kitsu: 2, anidb: 3, tvdb: 4 })).toEqual([
      "anilist 1",
      "kitsu 2",
      "anidb 3",
      "tvdb 4",
    ]);
  });

  it.each([null, "", "unknown", "N/A", []])("takes %j for no id", (value) => {
    expect(idsOf({ anilist_id: value, imdb_id: value, themoviedb_id: value })).toEqual([]);
  });

  it.each([undefined, null, "unknown"])("is of no title with the MyAnimeList id %j", (mal_id) => {
    expect(parseIdsRow({ mal_id, anidb_id: 1 })).toEqual({ row: null });
  });

  it.each([
    ["mal_id", 0, /mal_id must be a whole number/],
    ["mal_id", 1.5, /mal_id/],
    ["anidb_id", -1, /anidb_id.* must be a positive whole number/],
    ["kitsu_id", "cowboy-bebop", /kitsu_id/],
    ["anilist_id", 1_000_000_000, /anilist_id/],
    ["imdb_id", "123", /imdb_id.* must be an id such as/],
    ["themoviedb_id", { tv: 1.5 }, /themoviedb_id/],
    ["anidb_id", Array.from({ length: 21 }, (_, index) => index + 1), /more than 20 ids/],
  ])("is rejected for the %s %j", (field, value, reason) => {
    expect(parseIdsRow({ mal_id: 1, [field]: value })).toEqual({
      reason: expect.stringMatching(reason) as string,
    });
  });

  it("says of a season that cannot be read that it cannot, and reads the ids", () => {
    expect(parseIdsRow({ mal_id: 1, tvdb_id: 5, season: { tvdb: "x" } })).toEqual({
      row: { mal_id: 1, ids: [{ site: "tvdb", id: "5", season: undefined }] },
      unreadable: ['season cannot be read: {"tvdb":"x"}'],
    });
  });

  it("takes the largest id and the longest list", () => {
    const list = Array.from({ length: 20 }, (_, index) => 999_999_999 - index);
    expect(idsOf({ anidb_id: list })).toHaveLength(20);
  });

  it("is rejected unless it is an object", () => {
    expect(parseIdsRow([1])).toEqual({ reason: "must be an object" });
  });
});
