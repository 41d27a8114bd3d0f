import fc from "fast-check";
import type { Anime } from "~/features/catalog/anime";

/** What a listing asks for, in a test's own words. Nothing of the product's parsing or filtering is used here. */
export interface Wish {
  genres: string[];
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

const RATING_CODES: Record<string, string> = {
  g: "G - ",
  pg: "PG - ",
  "pg-13": "PG-13",
  r: "R - ",
  "r+": "R+",
  rx: "Rx",
};
const collator = new Intl.Collator("und");

/** The ids of the page and the total, worked out in memory from the specification's words. */
export function expectedListing(
  catalog: readonly Anime[],
  wish: Wish,
): { ids: number[]; total: number } {
  const hits = catalog.filter((anime) => fits(anime, wish)).sort(comparison(wish.order));
  const start = (wish.page - 1) * wish.limit;
  return {
    ids: hits.slice(start, start + wish.limit).map((anime) => anime.mal_id),
    total: hits.length,
  };
}

function fits(anime: Anime, wish: Wish): boolean {
  const mature =
    (anime.rating?.startsWith("Rx") ?? false) ||
    anime.genres.includes("Hentai") ||
    anime.genres.includes("Erotica");
  const someOf = (wanted: string[], names: string[]): boolean =>
    wanted.length === 0 || wanted.some((name) => names.includes(name));
  const oneOf = <T>(wanted: T[], value: T | null): boolean =>
    wanted.length === 0 || (value !== null && wanted.includes(value));
  const within = (value: number | null, least: number | null, most: number | null): boolean =>
    (least === null && most === null) ||
    (value !== null && value >= (least ?? -Infinity) && value <= (most ?? Infinity));
  return (
    (wish.mature || !mature) &&
    someOf(wish.genres, anime.genres) &&
    !wish.withoutGenres.some((name) => anime.genres.includes(name)) &&
    someOf(wish.themes, anime.themes) &&
    someOf(wish.studios, anime.studios) &&
    oneOf(wish.types, anime.type) &&
    oneOf(wish.statuses, anime.status) &&
    (wish.ratings.length === 0 ||
      wish.ratings.some((code) => anime.rating?.startsWith(RATING_CODES[code] ?? "?"))) &&
    oneOf(wish.seasons, anime.season) &&
    oneOf(wish.days, anime.broadcast_day) &&
    oneOf(wish.years, anime.year) &&
    within(anime.year, wish.yearMin, wish.yearMax) &&
    within(anime.score, wish.scoreMin, wish.scoreMax) &&
    within(anime.episodes, wish.episodesMin, wish.episodesMax) &&
    (!wish.banners || anime.banner_image !== null)
  );
}

type Comparison = (one: Anime, other: Anime) => number;

function comparison(order: Wish["order"]): Comparison {
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
  const first: Record<Wish["order"], Comparison> = {
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

/** Wishes that a catalog can answer, each with one of the many ways to write it as a URL's query. */
export function wishes(catalog: readonly Anime[]): fc.Arbitrary<{ wish: Wish; search: string }> {
  const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constant<T[]>([]) },
      {
        weight: 2,
        arbitrary: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
      },
    );
  const rarely = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values });
  const distinct = (pick: (anime: Anime) => readonly (string | null)[]): string[] =>
    [...new Set(catalog.flatMap(pick))].filter((name) => name !== null);
  const year = fc.integer({ min: 1960, max: 2027 });
  const score = fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10);
  const wish = fc.record<Wish>({
    genres: some(distinct((anime) => anime.genres)),
    withoutGenres: some(distinct((anime) => anime.genres)),
    themes: some(distinct((anime) => anime.themes)),
    studios: some(distinct((anime) => anime.studios)),
    types: some(distinct((anime) => [anime.type])),
    statuses: some(distinct((anime) => [anime.status])),
    ratings: some(Object.keys(RATING_CODES)),
    seasons: some(["Winter", "Spring", "Summer", "Fall"]),
    days: some(distinct((anime) => [anime.broadcast_day])),
    years: some(distinct((anime) => [anime.year === null ? null : String(anime.year)]).map(Number)),
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
  return fc
    .tuple(wish, fc.infiniteStream(fc.nat(5)))
    .map(([wanted, dice]) => ({
      wish: wanted,
      search: write(wanted, () => Number(dice.next().value)),
    }));
}

/** Writes a wish in one of the ways that people write it. `roll` gives 0 to 5. */
function write(wish: Wish, roll: () => number): string {
  const parameters: [string, string][] = [];
  const spell = (name: string): string => {
    const cased = [name, name.toLowerCase(), name.toUpperCase()][roll() % 3] ?? name;
    return roll() < 3 ? cased : cased.replace(/ /g, roll() % 2 === 0 ? "_" : "-");
  };
  const list = (
    name: string,
    values: readonly (string | number)[],
    written: (value: string) => string = spell,
  ): void => {
    const texts = values.map((value) => written(String(value)));
    if (texts.length === 0) return;
    if (roll() % 2 === 0) parameters.push([name, texts.join(roll() % 2 === 0 ? "," : ", ")]);
    else for (const text of texts) parameters.push([name, text]);
  };
  const number = (name: string, value: number | null): void => {
    if (value !== null) parameters.push([name, String(value)]);
  };
  const asIs = (text: string): string => text;
  list("genre_filter", wish.genres);
  list("genre_exclude", wish.withoutGenres);
  list("theme_filter", wish.themes);
  list("studio_filter", wish.studios);
  list("type_filter", wish.types);
  list("status_filter", wish.statuses);
  list("rating_filter", wish.ratings, (code) => (roll() % 2 === 0 ? code : code.toUpperCase()));
  list("season_filter", wish.seasons, (season) =>
    season === "Fall" && roll() % 2 === 0 ? "autumn" : spell(season),
  );
  list("aired_day_filter", wish.days, (day) => (roll() % 2 === 0 ? `${day}s` : spell(day)));
  list("year_filter", wish.years, asIs);
  number("year_min", wish.yearMin);
  number("year_max", wish.yearMax);
  number(roll() % 2 === 0 ? "score_filter" : "score_min", wish.scoreMin);
  number("score_max", wish.scoreMax);
  number("episodes_min", wish.episodesMin);
  number("episodes_max", wish.episodesMax);
  if (wish.banners)
    parameters.push(["banners_filter", ["true", "1", "yes", "ON"][roll() % 4] ?? "true"]);
  if (wish.mature)
    parameters.push([
      roll() % 2 === 0 ? "parental_control" : "parentalControl",
      ["false", "0", "no", "OFF"][roll() % 4] ?? "false",
    ]);
  parameters.push(["order_by", spell(wish.order)]);
  number(roll() % 2 === 0 ? "page_number" : "page", wish.page);
  number(roll() % 2 === 0 ? "limit_count" : "limit", wish.limit);
  return new URLSearchParams(roll() % 2 === 0 ? parameters : parameters.reverse()).toString();
}
