import { HIDE_KINDS } from "~/features/listing/hidden/hide-choices";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Invalid } from "~/errors/app-error";
import { FILTER_NAMES } from "./filters/filters";
import { SERVER_FILTERS } from "./filters/filters.server";
import { MAX_VALUES } from "./parameter-reader.server";
import { parseListing } from "./parse-listing.server";
import { DEFAULT_QUERY, listingSearchParams, type ListingQuery } from "./listing-query";
import { normaliseName } from "~/features/catalog/term-key";
import {
  AGE_RATING_LABELS,
  AGE_RATINGS,
  AIRING_STATUSES,
  ANIME_TYPES,
  LISTING_ORDERS,
  SEASONS,
  WEEKDAYS,
} from "~/features/catalog/vocabulary";

const parse = (text: string): ListingQuery => parseListing(new URLSearchParams(text));

function refusals(text: string): string[] {
  try {
    parse(text);
    return [];
  } catch (error) {
    if (error instanceof Invalid) return error.issues.map((issue) => issue.path);
    throw error;
  }
}

function listParameters(): string[] {
  return FILTER_NAMES.filter((filter) => filter !== "search").flatMap((filter) =>
    Object.keys(SERVER_FILTERS[filter].parameters),
  );
}

function sampleValue(name: string): string {
  const values: Record<string, string> = {
    type_filter: "TV",
    type_exclude: "TV",
    status_filter: "finished_airing",
    rating_filter: "pg-13",
    season_filter: "Fall",
    aired_day_filter: "Monday",
    banners_filter: "true",
    playable_filter: "false",
    hide: "seen",
    franchises: "collapse",
    genre_match: "all",
  };
  return values[name] ?? "7";
}

describe("parseListing", () => {
  it("defaults to everything visible under parental control, best score first", () => {
    expect(parse("")).toEqual({
      ...{
        search: null,
        genres: [],
        allGenres: [],
        excludedGenres: [],
        themes: [],
        tags: [],
        studios: [],
        producers: [],
        sources: [],
      },
      ...{
        types: [],
        excludedTypes: [],
        statuses: [],
        ratings: [],
        seasons: [],
        weekdays: [],
        years: [],
        yearMin: null,
        yearMax: null,
      },
      ...{
        scoreMin: null,
        scoreMax: null,
        episodesMin: null,
        episodesMax: null,
        durationMin: null,
        durationMax: null,
        withBanner: false,
        playable: null,
        collapsed: false,
        hide: [],
      },
      ...{ order: "score", parentalControl: true, page: 1, perPage: 30 },
    });
  });

  it.each([
    ["genre_filter=Action,sci_fi", "genre_filter=SCI-FI&genre_filter=+action+&genre_filter=Action"],
    ["studio_filter=A-1+Pictures", "studio_filter=a_1%20PICTURES"],
    ["type_filter=TV+Special,OVA", "type_filter=ova,tv_special"],
    ["status_filter=Finished%20Airing", "status_filter=finished-airing"],
    ["season_filter=Fall", "season_filter=autumn"],
    ["aired_day_filter=Monday", "aired_day_filter=mondays"],
    ["year_filter=2020,2021", "year_filter=2021&year_filter=2020,2021"],
    ["score_filter=8", "score_min=8.0"],
    ["score_filter=7", "score_filter=8,7"],
    ["banners_filter=true", "banners_filter=ON"],
    ["order_by=score_asc", "order_by=Score%20ASC"],
    ["order_by=title", "order_by=title_desc"],
    ["", "order_by=score_desc"],
    ["", "order_by=relevance"],
    ["search_query=re+zero", "search_query=re+zero&order_by=relevance"],
    ["search_query=re+zero", "search_query=++re++zero+"],
    ["page_number=2&limit_count=50", "page=2&limit=50"],
    ["page_number=2", "page_number=2&page=3"],
    ["genre_filter=action&genre_exclude=horror", "genre_filter=action,-Horror"],
    [
      "",
      "genre_filter=&year_filter=&page_number=&search_query=+&order_by=&parental_control=&banners_filter=false",
    ],
    ["", "cb=17&utm_source=mail"],
    ["parental_control=false", "parentalControl=No"],
    ["genre_filter=action,drama", "genre_filter=action,drama&genre_match=any"],
    ["genre_filter=action", "genre_filter=action&genre_match=all"],
    ["genre_filter=action,-drama", "genre_filter=action,-drama&genre_match=all"],
    ["", "genre_match=all"],
  ])("parses %j and %j alike", (one, other) => {
    expect(parse(other)).toEqual(parse(one));
  });

  it.each([
    ["g", "g"],
    ["PG", "pg"],
    ["pg-13", "pg-13"],
    ["PG-13 - Teens 13 or older", "pg-13"],
    ["r", "r"],
    ["R - 17+ (violence & profanity)", "r"],
    ["r+", "r+"],
    ["r ", "r+"],
    ["R+ - Mild Nudity", "r+"],
    ["R  - Mild Nudity", "r+"],
    ["rx", "rx"],
    ["rx+-+hentai", "rx"],
    ["Rx - Hentai", "rx"],
    ["all ages", "g"],
  ])("parses the rating %j as %j", (text, code) => {
    expect(parseListing(new URLSearchParams([["rating_filter", text]])).ratings).toEqual([code]);
  });

  it("parses a comma list of ratings, with the space that an unencoded plus becomes", () => {
    expect(parse("rating_filter=r+,g,pg-13").ratings).toEqual(["g", "pg-13", "r+"]);
  });

  it.each([
    ["on when absent", "", true],
    ["off when false", "parental_control=false", false],
    ["off for every word for false", "parental_control=off,0,NO", false],
    ["on when unreadable", "parental_control=nope", true],
    ["on when one of two spellings is on", "parental_control=false&parentalControl=true", true],
    ["on when one of two values is on", "parental_control=false&parental_control=1", true],
    ["on when one of two values is unreadable", "parental_control=false,maybe", true],
  ])("leaves parental control %s", (_, text, expected) => {
    expect(parse(text).parentalControl).toBe(expected);
  });

  it.each([
    "type_filter=TV,Film",
    "status_filter=gone",
    "season_filter=Monsoon",
    "aired_day_filter=Caturday",
    "order_by=score;DROP+TABLE+animes",
    "rating_filter=x",
    "rating_filter=r+nope",
    "score_filter=abc",
    "score_filter=-0.01",
    "score_filter=10.01",
    "score_max=11",
    "year_filter=2020.5",
    "year_filter=99999999999",
    "year_min=MMXX",
    "episodes_max=1e3",
    "page_number=0",
    "page_number=-1",
    "page_number=1.5",
    "page_number=2147483648",
    "limit_count=0",
    "limit_count=501",
    "limit=many",
    "banners_filter=maybe",
    "search_query=a%00b",
    "genre_filter=%00",
    "studio_filter=a,%00",
    `search_query=${"x".repeat(257)}`,
  ])("rejects %s and names the parameter", (text) => {
    expect(refusals(text)).toEqual([text.slice(0, text.indexOf("="))]);
  });

  it.each([
    "score_filter=0",
    "score_filter=10",
    "page_number=2147483647",
    "limit_count=1",
    "limit_count=500",
    "year_filter=2147483647",
    `search_query=${"x".repeat(256)}`,
    `search_query=${encodeURIComponent("𠮷".repeat(256))}`,
    "search_query=100%25",
    "genre_filter=Action'),('x",
  ])("accepts %s", (text) => {
    expect(refusals(text)).toEqual([]);
  });

  it.each([
    ["hide=Seen&hide=PLANNED", ["seen", "planned"]],
    ["hide=completed", ["seen"]],
    ["hide=none", ["none"]],
    ["hide=none&hide=dropped,franchise", ["dropped", "franchise"]],
    ["hide=", []],
  ])("reads %s", (text, hide) => {
    expect(parse(text).hide).toEqual(hide);
  });

  it.each(["hide=watched", "hide=seen,all", "hide=true"])("rejects %s", (text) => {
    expect(refusals(text)).toEqual(["hide"]);
  });

  it("names every rejected parameter at once", () => {
    expect(refusals("year_filter=x&type_filter=y&limit=z").sort()).toEqual([
      "limit",
      "type_filter",
      "year_filter",
    ]);
  });

  it("keeps the given companies, without pairs of neighbours", () => {
    const query = parse("studio_filter=Madhouse,Bones&producer_filter=TEM+Co.,+Ltd.,Aniplex");
    expect(query.studios).toEqual(["madhouse", "bones"]);
    expect(query.producers).toEqual(["tem co.", "ltd.", "aniplex"]);
    expect(decodeURIComponent(listingSearchParams(query).toString())).toBe(
      "studio_filter=madhouse,bones&producer_filter=tem-co.,ltd.,aniplex",
    );
  });

  it.each(listParameters())(
    "accepts %s with as many values as allowed, and one more not",
    (name) => {
      const values = (count: number) =>
        `${name}=${new Array(count).fill(sampleValue(name)).join(",")}`;
      expect(refusals(values(MAX_VALUES))).toEqual([]);
      expect(refusals(values(MAX_VALUES + 1))).toEqual([name]);
      expect(refusals(new Array(MAX_VALUES + 1).fill(values(1)).join("&"))).toEqual([name]);
    },
  );

  it("needs all genres only where that is said, and prints it", () => {
    const query = parse("genre_filter=sci-fi&genre_filter=Action&genre_match=ALL");
    expect([query.genres, query.allGenres]).toEqual([[], ["action", "sci fi"]]);
    expect(decodeURIComponent(listingSearchParams(query).toString())).toBe(
      "genre_filter=action,sci-fi&genre_match=all",
    );
    expect(listingSearchParams({ ...query, allGenres: ["action"] }).toString()).toBe(
      "genre_filter=action",
    );
    expect(refusals("genre_filter=a,b&genre_match=some")).toEqual(["genre_match"]);
  });

  it("filters by a genre of nothing but punctuation to nothing, rather than to everything", () => {
    expect(parse("genre_filter=_").genres).toEqual([""]);
    expect(parseListing(listingSearchParams(parse("genre_filter=_")))).toEqual(
      parse("genre_filter=_"),
    );
  });
});

const name = fc
  .string({ unit: "binary", maxLength: 12 })
  .map((text) => normaliseName(text.replaceAll("\0", "")))
  .filter((text) => text !== "");
const names = fc.uniqueArray(name, { maxLength: 3 }).map((list) => list.toSorted());
const integers = fc
  .uniqueArray(fc.integer({ min: 1900, max: 2100 }), { maxLength: 3 })
  .map((list) => list.toSorted((one, other) => one - other));
const bound = fc.option(fc.integer({ min: 0, max: 3000 }));
const score = fc.option(fc.double({ min: 0, max: 10, noNaN: true }).map((value) => value + 0));
const members = <T>(all: readonly T[]) => fc.subarray([...all]);

const listingQueries: fc.Arbitrary<ListingQuery> = fc
  .record({
    ...{
      genres: names,
      allGenres: names,
      excludedGenres: names,
      themes: names,
      tags: names,
      studios: names,
      producers: names,
      sources: names,
    },
    ...{
      types: members(ANIME_TYPES),
      excludedTypes: fc.oneof(members(ANIME_TYPES), fc.constant(["none" as const])),
      statuses: members(AIRING_STATUSES),
      ratings: members(AGE_RATINGS),
      seasons: members(SEASONS),
    },
    ...{
      weekdays: members(WEEKDAYS),
      years: integers,
      yearMin: bound,
      yearMax: bound,
      episodesMin: bound,
      episodesMax: bound,
      durationMin: fc.option(fc.integer({ min: 0, max: 500 })),
      durationMax: fc.option(fc.integer({ min: 500, max: 1000 })),
    },
    ...{
      scoreMin: score,
      scoreMax: score,
      withBanner: fc.boolean(),
      playable: fc.option(fc.boolean()),
      collapsed: fc.boolean(),
      hide: fc.oneof(members(HIDE_KINDS), fc.constant(["none" as const])),
      parentalControl: fc.boolean(),
      order: fc.constantFrom(...LISTING_ORDERS),
    },
    search: fc.option(
      fc
        .string({ maxLength: 40 })
        .map((text) => text.replace(/[\0\s]+/g, " ").trim())
        .filter((text) => text !== ""),
    ),
    page: fc.integer({ min: 1, max: 2_147_483_647 }),
    perPage: fc.integer({ min: 1, max: 500 }),
  })
  .map((query) => ({
    ...query,
    // A URL has one list of genres.
    ...(query.allGenres.length > 1 ? { genres: [] } : { allGenres: [] }),
    order: query.search === null && query.order === "relevance" ? "score" : query.order,
  }));

describe("listingSearchParams", () => {
  it("round-trips every query", () => {
    fc.assert(
      fc.property(listingQueries, (query) => {
        expect(parseListing(listingSearchParams(query))).toEqual(query);
        expect(parse(listingSearchParams(query).toString())).toEqual(query);
      }),
      { numRuns: 500 },
    );
  });

  it("omits defaults", () => {
    expect(listingSearchParams(DEFAULT_QUERY).toString()).toBe("");
    expect(parseListing(new URLSearchParams())).toEqual(DEFAULT_QUERY);
  });

  it("gives equivalent URLs the same text", () => {
    const one = listingSearchParams(
      parse("limit=30&type_filter=ova,TV&genre_filter=sci_fi,Action&x=1"),
    );
    const other = listingSearchParams(
      parse("genre_filter=action&genre_filter=SCI+FI&type_filter=tv&type_filter=OVA&page_number=1"),
    );
    expect(one.toString()).toBe(other.toString());
  });
});

describe("parseListing with arbitrary input", () => {
  it("either parses it or rejects it by name", () => {
    const parameters = fc.array(
      fc.tuple(
        fc.constantFrom(
          "genre_filter",
          "rating_filter",
          "score_filter",
          "year_filter",
          "page",
          "search_query",
          "order_by",
          "parental_control",
          "type_filter",
        ),
        fc.string({ unit: "binary" }),
      ),
    );
    fc.assert(
      fc.property(parameters, (entries) => {
        try {
          const query = parseListing(new URLSearchParams(entries));
          expect(parseListing(listingSearchParams(query))).toEqual(query);
        } catch (error) {
          expect(error).toBeInstanceOf(Invalid);
        }
      }),
    );
  });

  it("accepts every documented label", () => {
    for (const code of AGE_RATINGS)
      expect(
        parseListing(new URLSearchParams([["rating_filter", AGE_RATING_LABELS[code]]])).ratings,
      ).toEqual([code]);
  });
});
