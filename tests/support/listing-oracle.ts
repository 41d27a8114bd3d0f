import fc from "fast-check";
import type { Anime } from "~/features/catalog/anime";
import type { LimitExceptions, LimitRating } from "~/features/catalog/parental-control";
import type { Facets } from "~/features/listing/facets";

/** Criteria that are parsed and filtered without the application's code. */
export interface ListingCriteria {
  genres: string[];
  /** Whether titles need all genres instead of one. */
  needsAllGenres: boolean;
  withoutGenres: string[];
  themes: string[];
  studios: string[];
  types: string[];
  statuses: string[];
  ratings: string[];
  seasons: string[];
  days: string[];
  years: number[];
  yearMin: number | null;
  yearMax: number | null;
  scoreMin: number | null;
  scoreMax: number | null;
  episodesMin: number | null;
  episodesMax: number | null;
  banners: boolean;
  mature: boolean;
  order: "score" | "score_asc" | "title" | "title_asc" | "popularity" | "newest";
  page: number;
  limit: number;
}

/** The first page of every title, mature ones included. */
export const NO_CRITERIA: ListingCriteria = {
  genres: [],
  needsAllGenres: false,
  withoutGenres: [],
  themes: [],
  studios: [],
  types: [],
  statuses: [],
  ratings: [],
  seasons: [],
  days: [],
  years: [],
  yearMin: null,
  yearMax: null,
  scoreMin: null,
  scoreMax: null,
  episodesMin: null,
  episodesMax: null,
  banners: false,
  mature: true,
  order: "score",
  page: 1,
  limit: 30,
};

const RATING_CODES: Record<string, string> = {
  g: "G - ",
  pg: "PG - ",
  "pg-13": "PG-13",
  r: "R - ",
  "r+": "R+",
  rx: "Rx",
};
const collator = new Intl.Collator("und");

export function expectedListing(
  catalog: readonly Anime[],
  criteria: ListingCriteria,
): { ids: number[]; total: number } {
  const hits = catalog.filter((anime) => matches(anime, criteria)).sort(comparison(criteria.order));
  const start = (criteria.page - 1) * criteria.limit;
  return {
    ids: hits.slice(start, start + criteria.limit).map((anime) => anime.mal_id),
    total: hits.length,
  };
}

/** The titles that the rule of age limits admits. */
export function admittedBy(
  catalog: readonly Anime[],
  { rating, allowed = [], blocked = [] }: LimitExceptions & { rating: LimitRating | null },
): Anime[] {
  const codes = Object.keys(RATING_CODES);
  const within = codes.slice(0, codes.indexOf(rating ?? "") + 1);
  return catalog.filter((anime) => {
    const code = anime.rating?.toLowerCase().replace(/ .*/su, "") ?? "";
    const isWithin = within.includes(code) && !blocked.includes(anime.mal_id);
    return !isMature(anime) && (isWithin || allowed.includes(anime.mal_id));
  });
}

/** Generates age limits; titles may be allowed and blocked at once. */
export function arbitraryLimit(catalog: readonly Anime[]) {
  const ids = catalog.map((anime) => anime.mal_id);
  const exceptions = fc.oneof(
    fc.constant<number[]>([]),
    fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 60 }),
  );
  return fc.record({
    rating: fc.constantFrom<(LimitRating | null)[]>("g", "pg", "pg-13", "r", null),
    allowed: exceptions,
    blocked: exceptions,
  });
}

const isMature = (anime: Anime): boolean =>
  (anime.rating?.startsWith("Rx") ?? false) ||
  anime.genres.includes("Hentai") ||
  anime.genres.includes("Erotica");

/** The number of listed titles of each value, by filter. */
export function expectedFacets(
  catalog: readonly Anime[],
  criteria: ListingCriteria,
): Record<keyof Facets, Record<string, number>> {
  const hits = catalog.filter((anime) => matches(anime, criteria));
  const counted = (pick: (anime: Anime) => readonly (string | number | null)[]) => {
    const counts: Record<string, number> = {};
    for (const value of hits.flatMap((anime) => [...new Set(pick(anime))]))
      if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
    return counts;
  };
  return {
    genres: counted((anime) => anime.genres),
    types: counted((anime) => [anime.type]),
    statuses: counted((anime) => [anime.status]),
    seasons: counted((anime) => [anime.season]),
    years: counted((anime) => [anime.year]),
    ratings: counted((anime) => [anime.rating]),
  };
}

function matches(anime: Anime, criteria: ListingCriteria): boolean {
  const anyOf = (criteria: string[], names: string[]): boolean =>
    criteria.length === 0 || criteria.some((name) => names.includes(name));
  const includes = <T>(criteria: T[], value: T | null): boolean =>
    criteria.length === 0 || (value !== null && criteria.includes(value));
  const within = (value: number | null, least: number | null, most: number | null): boolean =>
    (least === null && most === null) ||
    (value !== null && value >= (least ?? -Infinity) && value <= (most ?? Infinity));
  return (
    (criteria.mature || !isMature(anime)) &&
    (criteria.needsAllGenres
      ? criteria.genres.every((name) => anime.genres.includes(name))
      : anyOf(criteria.genres, anime.genres)) &&
    !criteria.withoutGenres.some((name) => anime.genres.includes(name)) &&
    anyOf(criteria.themes, anime.themes) &&
    anyOf(criteria.studios, anime.studios) &&
    includes(criteria.types, anime.type) &&
    includes(criteria.statuses, anime.status) &&
    (criteria.ratings.length === 0 ||
      criteria.ratings.some((code) => anime.rating?.startsWith(RATING_CODES[code] ?? "?"))) &&
    includes(criteria.seasons, anime.season) &&
    includes(criteria.days, anime.broadcast_day) &&
    includes(criteria.years, anime.year) &&
    within(anime.year, criteria.yearMin, criteria.yearMax) &&
    within(anime.score, criteria.scoreMin, criteria.scoreMax) &&
    within(anime.episodes, criteria.episodesMin, criteria.episodesMax) &&
    (!criteria.banners || anime.banner_image !== null)
  );
}

type Comparison = (one: Anime, other: Anime) => number;

function comparison(order: ListingCriteria["order"]): Comparison {
  const nullsLast = (one: number | null, other: number | null, direction: 1 | -1): number => {
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return (one - other) * direction;
  };
  const title: Comparison = (one, other) =>
    collator.compare(one.title, other.title) ||
    Buffer.compare(Buffer.from(one.title), Buffer.from(other.title));
  const newest = (anime: Anime): number | null => {
    if (anime.aired_from !== null) return Date.parse(anime.aired_from);
    return anime.status === "Not yet aired" ? Number.MAX_VALUE : null;
  };
  const first: Record<ListingCriteria["order"], Comparison> = {
    score: (one, other) => nullsLast(one.score, other.score, -1),
    score_asc: (one, other) => nullsLast(one.score, other.score, 1),
    title: (one, other) => -title(one, other),
    title_asc: title,
    popularity: () => 0,
    newest: (one, other) => nullsLast(newest(one), newest(other), -1),
  };
  return (one, other) =>
    first[order](one, other) ||
    nullsLast(one.popularity, other.popularity, 1) ||
    one.mal_id - other.mal_id;
}

/** Generates criteria with one of their spellings as a query string. Most filters are unset. */
export function arbitraryCriteria(
  catalog: readonly Anime[],
  { unset = 5 }: { unset?: number } = {},
): fc.Arbitrary<{ wish: ListingCriteria; search: string }> {
  const arbitrarySubset = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
    fc.oneof(
      { weight: unset, arbitrary: fc.constant<T[]>([]) },
      {
        weight: 2,
        arbitrary: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
      },
    );
  const rarely = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.oneof({ weight: unset + 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });
  const distinct = (pick: (anime: Anime) => readonly (string | null)[]): string[] =>
    [...new Set(catalog.flatMap(pick))].filter((name) => name !== null);
  const year = fc.integer({ min: 1960, max: 2027 });
  const score = fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10);
  const criteria = fc.record<ListingCriteria>({
    genres: arbitrarySubset(distinct((anime) => anime.genres)),
    needsAllGenres: fc.boolean(),
    withoutGenres: arbitrarySubset(distinct((anime) => anime.genres)),
    themes: arbitrarySubset(distinct((anime) => anime.themes)),
    studios: arbitrarySubset(distinct((anime) => anime.studios)),
    types: arbitrarySubset(distinct((anime) => [anime.type])),
    statuses: arbitrarySubset(distinct((anime) => [anime.status])),
    ratings: arbitrarySubset(Object.keys(RATING_CODES)),
    seasons: arbitrarySubset(["Winter", "Spring", "Summer", "Fall"]),
    days: arbitrarySubset(distinct((anime) => [anime.broadcast_day])),
    years: arbitrarySubset(
      distinct((anime) => [anime.year === null ? null : String(anime.year)]).map(Number),
    ),
    yearMin: rarely(year),
    yearMax: rarely(year),
    scoreMin: rarely(score),
    scoreMax: rarely(score),
    episodesMin: rarely(fc.integer({ min: 0, max: 60 })),
    episodesMax: rarely(fc.integer({ min: 0, max: 60 })),
    banners: fc.boolean().chain((either) => (either ? fc.boolean() : fc.constant(false))),
    mature: fc.boolean(),
    order: fc.constantFrom("score", "score_asc", "title", "title_asc", "popularity", "newest"),
    page: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 4 }) },
      { weight: 1, arbitrary: fc.integer({ min: 5, max: 1_200 }) },
    ),
    limit: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 40 }) },
      { weight: 1, arbitrary: fc.constantFrom(100, 500) },
    ),
  });
  return fc.tuple(criteria, fc.infiniteStream(fc.nat(5))).map(([criteria, dice]) => ({
    wish: criteria,
    search: toSearch(criteria, () => Number(dice.next().value)),
  }));
}

/** Serialises criteria in one of the accepted spellings. `random` returns 0 to 5. */
function toSearch(criteria: ListingCriteria, random: () => number): string {
  const parameters: [string, string][] = [];
  const spellRandomly = (name: string): string => {
    const cased = [name, name.toLowerCase(), name.toUpperCase()][random() % 3] ?? name;
    return random() < 3 ? cased : cased.replace(/ /g, random() % 2 === 0 ? "_" : "-");
  };
  const list = (
    name: string,
    values: readonly (string | number)[],
    written: (value: string) => string = spellRandomly,
  ): void => {
    const texts = values.map((value) => written(String(value)));
    if (texts.length === 0) return;
    if (random() % 2 === 0) parameters.push([name, texts.join(random() % 2 === 0 ? "," : ", ")]);
    else for (const text of texts) parameters.push([name, text]);
  };
  const number = (name: string, value: number | null): void => {
    if (value !== null) parameters.push([name, String(value)]);
  };
  const unchanged = (text: string): string => text;
  list("genre_filter", criteria.genres);
  if (criteria.needsAllGenres) parameters.push(["genre_match", spellRandomly("all")]);
  list("genre_exclude", criteria.withoutGenres);
  list("theme_filter", criteria.themes);
  list("studio_filter", criteria.studios);
  list("type_filter", criteria.types);
  list("status_filter", criteria.statuses);
  list("rating_filter", criteria.ratings, (code) =>
    random() % 2 === 0 ? code : code.toUpperCase(),
  );
  list("season_filter", criteria.seasons, (season) =>
    season === "Fall" && random() % 2 === 0 ? "autumn" : spellRandomly(season),
  );
  list("aired_day_filter", criteria.days, (day) =>
    random() % 2 === 0 ? `${day}s` : spellRandomly(day),
  );
  list("year_filter", criteria.years, unchanged);
  number("year_min", criteria.yearMin);
  number("year_max", criteria.yearMax);
  number(random() % 2 === 0 ? "score_filter" : "score_min", criteria.scoreMin);
  number("score_max", criteria.scoreMax);
  number("episodes_min", criteria.episodesMin);
  number("episodes_max", criteria.episodesMax);
  if (criteria.banners)
    parameters.push(["banners_filter", ["true", "1", "yes", "ON"][random() % 4] ?? "true"]);
  if (criteria.mature)
    parameters.push([
      random() % 2 === 0 ? "parental_control" : "parentalControl",
      ["false", "0", "no", "OFF"][random() % 4] ?? "false",
    ]);
  parameters.push(["order_by", spellRandomly(criteria.order)]);
  number(random() % 2 === 0 ? "page_number" : "page", criteria.page);
  number(random() % 2 === 0 ? "limit_count" : "limit", criteria.limit);
  return new URLSearchParams(random() % 2 === 0 ? parameters : parameters.reverse()).toString();
}
