import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { serverI18n } from "~/i18n/i18n.server";
import { FILTER_NAMES, type FilterName } from "./filters";
import { SERVER_FILTERS, serverFilter, type LabelContext } from "./filters.server";

function read(name: FilterName, url: string) {
  const reader = new ParameterReader(new URLSearchParams(url));
  return { value: serverFilter(name).parse(reader), issues: reader.issues };
}

describe("reading a filter", () => {
  it.each<[FilterName, string, unknown]>([
    ["search", "search_query=re:zero", "re:zero"],
    ["genres", "genre_filter=sci-fi,Action,-Horror", ["action", "sci fi"]],
    ["genres", "genre_filter=sci-fi&genre_match=all", ["sci fi"]],
    ["genres", "genre_filter=sci-fi,Action&genre_match=any", ["action", "sci fi"]],
    ["genres", "genre_filter=sci-fi,Action&genre_match=all", []],
    ["allGenres", "genre_filter=sci-fi,Action&genre_match=all", ["action", "sci fi"]],
    ["allGenres", "genre_filter=sci-fi,Action&genre_match=any", []],
    ["allGenres", "genre_filter=sci-fi,Action", []],
    ["allGenres", "genre_filter=sci-fi&genre_match=all", []],
    ["excludedGenres", "genre_filter=Action,-Horror&genre_exclude=Drama", ["drama", "horror"]],
    ["themes", "theme_filter=School,Music", ["music", "school"]],
    ["tags", "tag_filter=Found-Family", ["found family"]],
    ["studios", "studio_filter=Madhouse,Bones", ["madhouse", "bones"]],
    ["producers", "producer_filter=Sony,Aniplex", ["sony", "aniplex"]],
    ["sources", "source_filter=Manga,Light+novel", ["light novel", "manga"]],
    ["types", "type_filter=tv_special,TV", ["TV", "TV Special"]],
    ["excludedTypes", "type_exclude=PV&type_exclude=none,music", ["Music", "PV"]],
    ["excludedTypes", "type_exclude=None", ["none"]],
    ["statuses", "status_filter=finished-airing", ["Finished Airing"]],
    ["ratings", "rating_filter=rx,g", ["g", "rx"]],
    ["seasons", "season_filter=autumn,winter", ["Winter", "Fall"]],
    ["weekdays", "aired_day_filter=Mondays", ["Monday"]],
    ["years", "year_filter=2021,2020,2021", [2020, 2021]],
    ["yearMin", "year_min=2001,1999", 1999],
    ["yearMin", "", null],
    ["yearMax", "year_max=2001,1999", 2001],
    ["yearMax", "", null],
    ["scoreMin", "score_filter=8&score_min=7.5", 7.5],
    ["scoreMin", "score_filter=0", 0],
    ["scoreMin", "score_min=0", 0],
    ["scoreMin", "score_filter=10&score_min=10", 10],
    ["scoreMax", "score_max=8,7.5", 8],
    ["scoreMax", "score_max=0", 0],
    ["scoreMax", "score_max=10", 10],
    ["episodesMin", "episodes_min=12,24", 12],
    ["episodesMax", "episodes_max=12,24", 24],
    ["durationMin", "duration_min=24,0", 0],
    ["durationMin", "duration_min=1000", 1_000],
    ["durationMax", "duration_max=24,0", 24],
    ["durationMax", "duration_max=0", 0],
    ["durationMax", "duration_max=1000", 1_000],
    ["durationMax", "duration_min=24&duration_max=24", 24],
    ["durationMax", "duration_min=0&duration_max=0", 0],
    ["durationMax", "duration_min=1000&duration_max=1000", 1_000],
    ["durationMax", "duration_min=24", null],
    ["withBanner", "banners_filter=true", true],
    ["withBanner", "banners_filter=true,false", false],
    ["withBanner", "", false],
    ["playable", "playable_filter=true,yes", true],
    ["playable", "playable_filter=false", false],
    ["playable", "playable_filter=true,false", null],
    ["playable", "", null],
    ["collapsed", "franchises=collapse", true],
    ["collapsed", "", false],
    ["hide", "hide=completed,none", ["seen"]],
  ])("%s in ?%s", (name, url, value) => {
    expect(read(name, url)).toEqual({ value, issues: [] });
  });

  const outOfRange = (field: string) => ({ key: "field.outOfRange", values: { field } });
  const between = (field: string) => ({
    key: "field.numberBetween",
    values: { field, min: 0, max: 10 },
  });
  it.each<[FilterName, string, string, object]>([
    ["scoreMin", "score_filter=-0.1", "score_filter", between("score_filter")],
    ["scoreMin", "score_filter=10.1", "score_filter", between("score_filter")],
    ["scoreMin", "score_min=-0.1", "score_min", between("score_min")],
    ["scoreMin", "score_min=10.1", "score_min", between("score_min")],
    ["scoreMax", "score_max=-0.1", "score_max", between("score_max")],
    ["scoreMax", "score_max=10.1", "score_max", between("score_max")],
    ["durationMin", "duration_min=-1", "duration_min", outOfRange("duration_min")],
    ["durationMin", "duration_min=1001", "duration_min", outOfRange("duration_min")],
    ["durationMax", "duration_max=-1", "duration_max", outOfRange("duration_max")],
    ["durationMax", "duration_max=1001", "duration_max", outOfRange("duration_max")],
    ["durationMax", "duration_min=1001", "duration_min", outOfRange("duration_min")],
    [
      "durationMax",
      "duration_min=25&duration_max=24",
      "duration_max",
      { key: "field.notLess", values: { field: "duration_max", other: "duration_min" } },
    ],
  ])("%s refuses ?%s", (name, url, path, message) => {
    expect(read(name, url).issues).toEqual([{ path, message }]);
  });
});

describe("the name of an applied filter", () => {
  const translations: Record<string, string> = {
    "genre.Drama": "Drame",
    "theme.School": "École",
    "source.Light novel": "Roman léger",
    "type.Movie": "Film",
    "status.Finished Airing": "Terminé",
    "season.Fall": "Automne",
    "weekdays.Monday": "lundi",
  };
  const context: LabelContext = {
    ...serverI18n("en"),
    label: (set, value) => translations[`${set}.${value}`] ?? value,
    formatName: (name) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  };

  it.each<[FilterName, unknown, string]>([
    ["search", "re:zero", "“re:zero”"],
    ["genres", "drama", "Drame"],
    ["allGenres", "drama", "Drame"],
    ["excludedGenres", "drama", "Not Drame"],
    ["themes", "school", "École"],
    ["tags", "school", "Tag: School"],
    ["studios", "bones", "Studio: Bones"],
    ["producers", "sony", "Producer: Sony"],
    ["sources", "light novel", "From Roman léger"],
    ["sources", "web comic", "From Web Comic"],
    ["types", "Movie", "Film"],
    ["excludedTypes", "Movie", "Not Film"],
    ["excludedTypes", "none", "Music videos and promos, too"],
    ["statuses", "Finished Airing", "Terminé"],
    ["ratings", "pg-13", "Rated PG-13"],
    ["seasons", "Fall", "Automne"],
    ["weekdays", "Monday", "lundi"],
    ["years", 2020, "2020"],
    ["yearMin", 2020, "2020 or later"],
    ["yearMax", 2020, "2020 or earlier"],
    ["scoreMin", 7.5, "Score 7.5 or more"],
    ["scoreMax", 7.5, "Score 7.5 or less"],
    ["episodesMin", 12, "12 episodes or more"],
    ["episodesMax", 12, "12 episodes or fewer"],
    ["durationMin", 24, "24 minutes or longer"],
    ["durationMax", 24, "24 minutes or shorter"],
    ["withBanner", true, "With a banner"],
    ["playable", true, "Can be played here"],
    ["playable", false, "Can’t be played here yet"],
    ["collapsed", true, "One per franchise"],
    ["hide", "seen", "Not seen yet"],
  ])("%s %j is %j", (name, item, text) => {
    expect(serverFilter(name).label(item as never, context)).toBe(text);
  });
});

describe("matching titles", () => {
  const dialect = new PgDialect();

  it.each<[FilterName, unknown, string, unknown[], object]>([
    ["genres", ["a"], "e.term_keys && $1::text[]", [["genre:a"]], { key: "genre" }],
    [
      "allGenres",
      ["a", "b"],
      "e.term_keys @> $1::text[]",
      [["genre:a", "genre:b"]],
      { key: "genre" },
    ],
    ["excludedGenres", ["a"], "NOT e.term_keys && $1::text[]", [["genre:a"]], { key: "genre" }],
    ["themes", ["a"], "e.term_keys && $1::text[]", [["theme:a"]], { key: "theme" }],
    ["tags", ["a"], "e.term_keys && $1::text[]", [["tag:a"]], { key: "tag" }],
    [
      "studios",
      ["a", "b"],
      "e.term_keys && $1::text[]",
      [["studio:a", "studio:b", "studio:a b"]],
      { key: "studio" },
    ],
    [
      "producers",
      ["a", "b"],
      "e.term_keys && $1::text[]",
      [["producer:a", "producer:b", "producer:a b"]],
      { key: "producer" },
    ],
    ["sources", ["a"], "e.term_keys && $1::text[]", [["source:a"]], { key: "source" }],
    ["types", ["TV"], 'e."type" = ANY ($1::text[])', [["TV"]], { key: "type", column: "type" }],
    [
      "excludedTypes",
      ["TV"],
      '(e."type" = ANY ($1::text[])) IS NOT TRUE',
      [["TV"]],
      { key: "type", column: "type" },
    ],
    [
      "statuses",
      ["x"],
      'e."status" = ANY ($1::text[])',
      [["x"]],
      { key: "status", column: "status" },
    ],
    [
      "ratings",
      ["g"],
      'e."rating_code" = ANY ($1::text[])',
      [["g"]],
      { key: "rating", column: "rating_code" },
    ],
    [
      "seasons",
      ["Fall"],
      'e."season" = ANY ($1::text[])',
      [["Fall"]],
      { key: "season", column: "season" },
    ],
    [
      "weekdays",
      ["Monday"],
      'e."broadcast_day" = ANY ($1::text[])',
      [["Monday"]],
      { key: "day", column: "broadcast_day" },
    ],
    ["years", [2020], 'e."year" = ANY ($1::int4[])', [[2020]], { key: "year", column: "year" }],
    ["yearMin", 2020, 'e."year" >= $1::integer', [2020], { key: "year", column: "year" }],
    ["yearMax", 2020, 'e."year" <= $1::integer', [2020], { key: "year", column: "year" }],
    ["scoreMin", 7.5, 'e."score" >= $1::double precision', [7.5], { key: "score", kind: "score" }],
    ["scoreMax", 7.5, 'e."score" <= $1::double precision', [7.5], { key: "score", kind: "score" }],
    ["episodesMin", 12, 'e."episodes" >= $1::integer', [12], { key: "episodes", kind: "range" }],
    ["episodesMax", 12, 'e."episodes" <= $1::integer', [12], { key: "episodes", kind: "range" }],
    [
      "durationMin",
      24,
      'e."duration_minutes" >= $1::integer',
      [24],
      { key: "duration", kind: "range" },
    ],
    [
      "durationMax",
      24,
      'e."duration_minutes" <= $1::integer',
      [24],
      { key: "duration", kind: "range" },
    ],
    ["withBanner", true, 'e."has_banner"', [], { key: "banner", kind: "flag" }],
    ["playable", true, 'e."plays_here"', [], { key: "plays", kind: "flag" }],
    ["playable", false, 'NOT e."plays_here"', [], { key: "plays", kind: "flag" }],
  ])("%s %j", (name, value, condition, params, source) => {
    const { match } = serverFilter(name);
    expect(match === null ? null : dialect.sqlToQuery(match.condition(value))).toMatchObject({
      sql: condition,
      params,
    });
    expect(match?.source).toMatchObject(source);
  });

  it.each<[FilterName, unknown, object]>([
    ["genres", ["7"], { keys: ["genre:7"], isExcluded: false, needsAll: false }],
    ["allGenres", ["7"], { keys: ["genre:7"], isExcluded: false, needsAll: true }],
    ["excludedGenres", ["7"], { keys: ["genre:7"], isExcluded: true, needsAll: false }],
    ["excludedTypes", ["7"], { keys: ["type:7"], isExcluded: true }],
    ["weekdays", ["7"], { keys: ["day:7"] }],
    ["years", [7], { range: "year", values: [7] }],
    ["yearMin", 7, { range: "year", min: 7 }],
    ["yearMax", 7, { range: "year", max: 7 }],
    ["scoreMin", 7, { range: "score", min: 7 }],
    ["scoreMax", 7, { range: "score", max: 7 }],
    ["episodesMin", 7, { range: "episodes", min: 7 }],
    ["episodesMax", 7, { range: "episodes", max: 7 }],
    ["durationMin", 7, { range: "duration", min: 7 }],
    ["durationMax", 7, { range: "duration", max: 7 }],
  ])("%s %j by a bitmap", (name, value, term) => {
    expect(serverFilter(name).match?.bitmap(value)).toMatchObject(term);
  });

  it("is left to the listing itself for the search, franchises and the user's list", () => {
    expect(FILTER_NAMES.filter((name) => serverFilter(name).match === null)).toEqual([
      "search",
      "collapsed",
      "hide",
    ]);
  });
});

describe("facets", () => {
  const counts = (...names: string[]) => names.map((name, index) => ({ name, count: index + 1 }));

  it("have ratings from the youngest to the oldest, with labels", () => {
    expect(SERVER_FILTERS.ratings.facet(counts("rx", "g", "pg-13"))).toEqual([
      { name: "G - All Ages", count: 2 },
      { name: "PG-13 - Teens 13 or older", count: 3 },
      { name: "Rx - Hentai", count: 1 },
    ]);
    expect(SERVER_FILTERS.ratings.facet(counts("x"))).toEqual([{ name: "x", count: 1 }]);
  });

  it("have seasons in the order of a year, and the last year first", () => {
    expect(SERVER_FILTERS.seasons.facet(counts("Fall", "Winter", "Summer"))).toEqual([
      { name: "Winter", count: 2 },
      { name: "Summer", count: 3 },
      { name: "Fall", count: 1 },
    ]);
    expect(SERVER_FILTERS.years.facet(counts("1999", "2020", "2001"))).toEqual([
      { year: 2020, count: 2 },
      { year: 2001, count: 3 },
      { year: 1999, count: 1 },
    ]);
  });
});

describe("the documentation of parameters", () => {
  const documented = new Map(
    FILTER_NAMES.flatMap((name) => Object.entries(serverFilter(name).parameters)),
  );

  it.each<[string, string, object]>([
    ["search_query", "256 characters", { type: "string", maxLength: 256 }],
    ["genre_filter", "comma-separated", { type: "array", maxItems: 100 }],
    ["genre_match", "any, the default", { type: "string", enum: ["all", "any"] }],
    ["genre_exclude", "exclude", { type: "array", maxItems: 100 }],
    ["theme_filter", "Themes", { type: "array", maxItems: 100 }],
    ["tag_filter", "Tags", { type: "array", maxItems: 100 }],
    ["studio_filter", "Studios", { type: "array", maxItems: 100 }],
    ["producer_filter", "Producers", { type: "array", maxItems: 100 }],
    ["source_filter", "Source", { type: "array", maxItems: 100 }],
    ["type_filter", "TV, Movie, OVA", { type: "array", maxItems: 100 }],
    ["status_filter", "Finished Airing, Currently Airing", { type: "array", maxItems: 100 }],
    ["rating_filter", "g, pg, pg-13, r, r+, rx", { type: "array", maxItems: 100 }],
    ["season_filter", "Winter, Spring, Summer, Fall", { type: "array", maxItems: 100 }],
    ["aired_day_filter", "weekdays", { type: "array", maxItems: 100 }],
    ["year_filter", "years", { type: "array", maxItems: 100 }],
    ["year_min", "First", { type: "integer" }],
    ["year_max", "Last", { type: "integer" }],
    ["score_filter", "Minimum score, 0 to 10", { type: "number", minimum: 0, maximum: 10 }],
    ["score_min", "score_filter", { type: "number", minimum: 0, maximum: 10 }],
    ["score_max", "Maximum score, 0 to 10", { type: "number", minimum: 0, maximum: 10 }],
    ["episodes_min", "Minimum", { type: "integer" }],
    ["episodes_max", "Maximum", { type: "integer" }],
    ["duration_min", "0 to 1000", { type: "integer", minimum: 0, maximum: 1_000 }],
    ["duration_max", "0 to 1000", { type: "integer", minimum: 0, maximum: 1_000 }],
    ["banners_filter", "banner", { type: "boolean" }],
    ["playable_filter", "plays on this site", { type: "boolean" }],
    ["franchises", "one title per franchise", { type: "string", enum: ["collapse"] }],
    ["hide", "user's list", { type: "array", maxItems: 100 }],
  ])("says what %s takes", (name, words, schema) => {
    const { description = "", schema: taken = z.never() } = documented.get(name) ?? {};
    expect(description).toContain(words);
    expect(z.toJSONSchema(taken)).toMatchObject(schema);
  });

  it("has all of them", () => {
    expect(documented.size).toBe(29);
    expect(documented.get("search_query")?.description).toMatch(/^Finds by title/);
  });
});
