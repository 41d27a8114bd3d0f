import type {
  AgeRating,
  AiringStatus,
  AnimeType,
  Season,
  Weekday,
} from "~/features/catalog/vocabulary";
import type { HideChoice } from "~/features/listing/hidden/hide-choices";

interface UrlFilter<Value> {
  parameter: string;
  none: Value;
  /** The value after the filter was removed, where `none` would bring back the user's default. */
  cleared?: Value;
  /** The URL repeats the parameter for each choice, since a choice may contain a comma. */
  isRepeated?: true;
  print: (value: Value) => readonly string[];
  /** Another parameter, which says how the value is meant. */
  also?: (value: Value) => [name: string, value: string] | null;
}

/** Whether a title has all of the genres or any of them. */
export const GENRE_MATCHES = ["all", "any"] as const;
export const GENRE_MATCH_PARAMETER = "genre_match";

/** All filters in the order of the URL. The server's half is `filters.server.ts`. */
export const FILTERS = {
  search: single<string>("search_query"),
  genres: names("genre_filter"),
  /** Two genres or more, all of which a title has. */
  allGenres: allNames("genre_filter", GENRE_MATCH_PARAMETER),
  excludedGenres: names("genre_exclude"),
  themes: names("theme_filter"),
  tags: names("tag_filter"),
  studios: companyNames("studio_filter"),
  producers: companyNames("producer_filter"),
  sources: names("source_filter"),
  types: list<AnimeType>("type_filter"),
  /** `none` leaves no type out, against the default of Browse. */
  excludedTypes: list<AnimeType | "none">("type_exclude"),
  statuses: list<AiringStatus>("status_filter"),
  ratings: list<AgeRating>("rating_filter"),
  seasons: list<Season>("season_filter"),
  weekdays: list<Weekday>("aired_day_filter"),
  years: list<number>("year_filter"),
  yearMin: single<number>("year_min"),
  yearMax: single<number>("year_max"),
  scoreMin: single<number>("score_filter"),
  scoreMax: single<number>("score_max"),
  episodesMin: single<number>("episodes_min"),
  episodesMax: single<number>("episodes_max"),
  durationMin: single<number>("duration_min"),
  durationMax: single<number>("duration_max"),
  withBanner: flag("banners_filter"),
  /** Whether an episode plays on this site. */
  playable: single<boolean>("playable_filter"),
  /** Whether one title stands for each franchise. */
  collapsed: flag("franchises", "collapse"),
  hide: { ...list<HideChoice>("hide"), cleared: ["none"] as const },
};

export type FilterName = keyof typeof FILTERS;
export type FilterValues = { [Name in FilterName]: (typeof FILTERS)[Name]["none"] };

export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];

export const NO_FILTERS = mapFilters((name) => FILTERS[name].none);

export function activeFilters(values: FilterValues): FilterName[] {
  return FILTER_NAMES.filter((name) => {
    const value = values[name];
    return Array.isArray(value) ? value.length > 0 : value !== FILTERS[name].none;
  });
}

/** Returns the value that stands for no filter, also where the user has a default. */
export function clearedValue(name: FilterName): unknown {
  const { none, cleared = none } = FILTERS[name] as UrlFilter<unknown>;
  return cleared;
}

export function mapFilters(value: (name: FilterName) => unknown): FilterValues {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, value(name)])) as FilterValues;
}

export function printFilters(values: FilterValues, parameters: URLSearchParams): void {
  for (const name of activeFilters(values)) {
    const filter = FILTERS[name] as UrlFilter<unknown>;
    for (const text of filter.print(values[name])) parameters.append(filter.parameter, text);
    const also = filter.also?.(values[name]) ?? null;
    if (also !== null) parameters.set(...also);
  }
}

/** Drops how genres match unless two must both be there, since a form always sends it. */
export function dropIdleGenreMatch(parameters: URLSearchParams): void {
  const genres = parameters
    .getAll(FILTERS.genres.parameter)
    .flatMap((value) => value.split(","))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && !name.startsWith("-"));
  const isAll = parameters.get(GENRE_MATCH_PARAMETER)?.trim().toLowerCase() === "all";
  if (!isAll || new Set(genres).size < 2) parameters.delete(GENRE_MATCH_PARAMETER);
}

function single<Value extends string | number | boolean>(
  parameter: string,
): UrlFilter<Value | null> {
  return { parameter, none: null, print: (value) => [String(value)] };
}

function flag(parameter: string, set = "true"): UrlFilter<boolean> {
  return { parameter, none: false, print: () => [set] };
}

function list<Item extends string | number>(parameter: string): UrlFilter<readonly Item[]> {
  return { parameter, none: [], print: (items) => [items.join(",")] };
}

function names(parameter: string): UrlFilter<readonly string[]> {
  return { parameter, none: [], print: (items) => [items.map(slug).join(",")] };
}

/**
 * Prints names of which a title has all. A single one means the same without the other parameter.
 */
function allNames(parameter: string, match: string): UrlFilter<readonly string[]> {
  return {
    ...names(parameter),
    also: (items) => (items.length > 1 ? [match, "all"] : null),
  };
}

/** Prints names of companies, which may contain a comma. */
function companyNames(parameter: string): UrlFilter<readonly string[]> {
  return { ...names(parameter), isRepeated: true };
}

/** Makes a path segment of a name; `_` stands for one of only punctuation. */
function slug(name: string): string {
  return name === "" ? "_" : name.replaceAll(" ", "-");
}
