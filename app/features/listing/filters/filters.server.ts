import { z } from "zod";
import { listingEntries } from "~db/schema";
import type { NameCount } from "~/features/catalog/anime";
import {
  AGE_RATING_LABELS,
  AGE_RATINGS,
  AIRING_STATUSES,
  ANIME_TYPES,
  SEASONS,
  WEEKDAYS,
} from "~/features/catalog/vocabulary";
import {
  createChoiceParser,
  parseAgeRating,
  parseAiringStatus,
  parseAnimeType,
  parseSeason,
  parseWeekday,
} from "~/features/catalog/parse-vocabulary";
import type { I18n } from "~/i18n/i18n";
import type { Facets } from "~/features/listing/facets";
import {
  MAX_SEARCH_LENGTH,
  MAX_VALUES,
  type ParameterReader,
} from "~/features/listing/parameter-reader.server";
import { HIDE_CHOICES } from "~/features/listing/hidden/hide-choices";
import { HIDE_PARAMETER, parseHide } from "~/features/listing/hidden/parse-hide.server";
import {
  GENRE_MATCHES,
  GENRE_MATCH_PARAMETER,
  type FilterName,
  type FilterValues,
} from "./filters";
import {
  matchBound,
  matchEitherFlag,
  matchFlag,
  matchNumbers,
  matchTerms,
  matchValues,
  type Match,
} from "./matches.server";
import {
  joinNeighbours,
  parseCompanyNames,
  parseExcludedNames,
  parseIncludedNames,
  parseNames,
} from "./parse-names.server";

export interface LabelContext extends I18n {
  formatName: (normalised: string) => string;
}

export interface ParameterDocs {
  description: string;
  schema: z.ZodType;
}

type Item<Value> = Value extends readonly (infer Element)[] ? Element : NonNullable<Value>;

export interface Filter<Value> {
  /** The API's documentation describes the filter's parameters from these. */
  parameters: Record<string, ParameterDocs>;
  parse: (reader: ParameterReader) => Value;
  label: (item: Item<Value>, context: LabelContext) => string;
  /**
   * The SQL condition; null for what the listing itself applies: the search, what is hidden or
   * collapsed.
   */
  match: Match<Value> | null;
}

type ToFacet<Name extends keyof Facets> = (counts: NameCount[]) => Facets[Name];

type FilterTable = {
  [Name in FilterName]: Filter<FilterValues[Name]> &
    (Name extends keyof Facets ? { facet: ToFacet<Name> } : { facet?: never });
};

function listOf(item: z.ZodType): z.ZodType {
  return z.array(item).max(MAX_VALUES);
}
const FRANCHISE_VIEWS = ["collapse"] as const;
const parseFranchiseView = createChoiceParser(FRANCHISE_VIEWS);
const NAMES = listOf(z.string());
const SCORE = z.number().min(0).max(10);
const DURATION = z.int().min(0).max(1_000);

const EXCLUDED_TYPES = [...ANIME_TYPES, "none"] as const;
const parseExcludedType = createChoiceParser(EXCLUDED_TYPES);
const parseGenreMatch = createChoiceParser(GENRE_MATCHES);
const parseGenres = (reader: ParameterReader) => parseIncludedNames(reader, "genre_filter");
const genreLabel = (name: string, { label, formatName }: LabelContext) =>
  label("genre", formatName(name));

/** Whether all genres are needed. One genre alone is both any and all. */
function needsAllGenres(reader: ParameterReader): boolean {
  const [match] = reader.choices(GENRE_MATCH_PARAMETER, parseGenreMatch, GENRE_MATCHES);
  return match === "all" && parseGenres(reader).length > 1;
}

/** The server's side; the browser's is `filters.ts`. */
export const SERVER_FILTERS: FilterTable = {
  search: {
    parameters: {
      search_query: {
        description:
          "Finds by title, English title, Japanese title and synonyms; tolerates typing errors." +
          " At most 256 characters.",
        schema: z.string().max(MAX_SEARCH_LENGTH),
      },
    },
    parse: (reader) => reader.search(["search_query"]),
    label: (text, { t }) => t("browse.quoted", { text }),
    match: null,
  },
  genres: {
    parameters: {
      genre_filter: {
        description:
          "Genres, comma-separated. A leading `-` excludes one. Example: `Action,sci_fi`.",
        schema: NAMES,
      },
    },
    parse: (reader) => (needsAllGenres(reader) ? [] : parseGenres(reader)),
    label: genreLabel,
    match: matchTerms("genre"),
    facet: (counts) => counts,
  },
  allGenres: {
    parameters: {
      [GENRE_MATCH_PARAMETER]: {
        description:
          "any, the default: titles with at least one genre of `genre_filter`. all: titles with every one.",
        schema: z.enum(GENRE_MATCHES),
      },
    },
    parse: (reader) => (needsAllGenres(reader) ? parseGenres(reader) : []),
    label: genreLabel,
    match: matchTerms("genre", { needsAll: true }),
  },
  excludedGenres: {
    parameters: {
      genre_exclude: {
        description: "Genres to exclude, comma-separated.",
        schema: NAMES,
      },
    },
    parse: (reader) => parseExcludedNames(reader, "genre_filter", "genre_exclude"),
    label: (name, { t, label, formatName }) =>
      t("applied.not", { name: label("genre", formatName(name)) }),
    match: matchTerms("genre", { isExcluded: true }),
  },
  themes: {
    parameters: { theme_filter: { description: "Themes, comma-separated.", schema: NAMES } },
    parse: (reader) => parseNames(reader, "theme_filter"),
    label: (name, { label, formatName }) => label("theme", formatName(name)),
    match: matchTerms("theme"),
  },
  tags: {
    parameters: {
      tag_filter: {
        description:
          "Tags, comma-separated. Tags that give away what happens in a title do not find it.",
        schema: NAMES,
      },
    },
    parse: (reader) => parseNames(reader, "tag_filter"),
    label: (name, { t, formatName }) => t("applied.tag", { name: formatName(name) }),
    match: matchTerms("tag"),
  },
  studios: {
    parameters: { studio_filter: { description: "Studios, comma-separated.", schema: NAMES } },
    parse: (reader) => parseCompanyNames(reader, "studio_filter"),
    label: (name, { t, formatName }) => t("applied.studio", { name: formatName(name) }),
    match: matchTerms("studio", { expand: joinNeighbours }),
  },
  producers: {
    parameters: { producer_filter: { description: "Producers, comma-separated.", schema: NAMES } },
    parse: (reader) => parseCompanyNames(reader, "producer_filter"),
    label: (name, { t, formatName }) => t("applied.producer", { name: formatName(name) }),
    match: matchTerms("producer", { expand: joinNeighbours }),
  },
  sources: {
    parameters: {
      source_filter: {
        description: "Source material, comma-separated. Example: `Manga,Light novel`.",
        schema: NAMES,
      },
    },
    parse: (reader) => parseNames(reader, "source_filter"),
    label: (name, { t, label, formatName }) =>
      t("applied.source", { name: sourceLabel(formatName(name), label) }),
    match: matchTerms("source"),
  },
  types: {
    parameters: {
      type_filter: {
        description: `${ANIME_TYPES.join(", ")}; comma list.`,
        schema: listOf(z.enum(ANIME_TYPES)),
      },
    },
    parse: (reader) => reader.choices("type_filter", parseAnimeType, ANIME_TYPES),
    label: (type, { label }) => label("type", type),
    match: matchValues("type", listingEntries.type),
    facet: (counts) => counts,
  },
  excludedTypes: {
    parameters: {
      type_exclude: {
        description: `Types to leave out, comma list: ${ANIME_TYPES.join(", ")}. none: all types.`,
        schema: listOf(z.enum(EXCLUDED_TYPES)),
      },
    },
    // Forms send `none` beside what else they exclude.
    parse(reader) {
      const types = reader.choices("type_exclude", parseExcludedType, EXCLUDED_TYPES);
      return types.length > 1 ? types.filter((type) => type !== "none") : types;
    },
    label: (type, { t, label }) =>
      type === "none" ? t("applied.withClips") : t("applied.not", { name: label("type", type) }),
    match: matchValues("type", listingEntries.type, { isExcluded: true }),
  },
  statuses: {
    parameters: {
      status_filter: {
        description: `${AIRING_STATUSES.join(", ")}; comma list.`,
        schema: listOf(z.enum(AIRING_STATUSES)),
      },
    },
    parse: (reader) => reader.choices("status_filter", parseAiringStatus, AIRING_STATUSES),
    label: (status, { label }) => label("status", status),
    match: matchValues("status", listingEntries.status),
    facet: (counts) => counts,
  },
  ratings: {
    parameters: {
      rating_filter: {
        description: `Age ratings by code or label, comma list: ${AGE_RATINGS.join(", ")}.`,
        schema: listOf(z.enum(AGE_RATINGS)),
      },
    },
    parse: (reader) => reader.choices("rating_filter", parseAgeRating, AGE_RATINGS),
    label: (code, { t }) =>
      t("applied.rated", { code: AGE_RATING_LABELS[code].split(" - ")[0] ?? code }),
    match: matchValues("rating", listingEntries.ratingCode),
    facet: (counts) =>
      sortedAs(AGE_RATINGS, counts).map(({ name, count }) => ({ name: ratingLabel(name), count })),
  },
  seasons: {
    parameters: {
      season_filter: {
        description: `${SEASONS.join(", ")}; comma list.`,
        schema: listOf(z.enum(SEASONS)),
      },
    },
    parse: (reader) => reader.choices("season_filter", parseSeason, SEASONS),
    label: (season, { label }) => label("season", season),
    match: matchValues("season", listingEntries.season),
    facet: (counts) => sortedAs(SEASONS, counts),
  },
  weekdays: {
    parameters: {
      aired_day_filter: {
        description: "Broadcast weekdays, comma-separated.",
        schema: listOf(z.enum(WEEKDAYS)),
      },
    },
    parse: (reader) => reader.choices("aired_day_filter", parseWeekday, WEEKDAYS),
    label: (day, { label }) => label("weekdays", day),
    match: matchValues("day", listingEntries.broadcastDay),
  },
  years: {
    parameters: {
      year_filter: { description: "Release years, comma-separated.", schema: listOf(z.int()) },
    },
    parse: (reader) => reader.integers("year_filter"),
    label: String,
    match: matchNumbers("year", listingEntries.year),
    facet: (counts) =>
      counts
        .map(({ name, count }) => ({ year: Number(name), count }))
        .toSorted((one, other) => other.year - one.year),
  },
  yearMin: {
    parameters: { year_min: { description: "First release year.", schema: z.int() } },
    parse: (reader) => min(reader.integers("year_min")),
    label: (year, { t }) => t("applied.yearMin", { year: String(year) }),
    match: matchBound("year", listingEntries.year, "min"),
  },
  yearMax: {
    parameters: { year_max: { description: "Last release year.", schema: z.int() } },
    parse: (reader) => max(reader.integers("year_max")),
    label: (year, { t }) => t("applied.yearMax", { year: String(year) }),
    match: matchBound("year", listingEntries.year, "max"),
  },
  scoreMin: {
    parameters: {
      score_filter: {
        description: "Minimum score, 0 to 10. Omits titles without a score.",
        schema: SCORE,
      },
      score_min: { description: "Alias of score_filter.", schema: SCORE },
    },
    // Values are OR-ed: the lowest decides.
    parse: (reader) =>
      min([...reader.numbers("score_filter", 0, 10), ...reader.numbers("score_min", 0, 10)]),
    label: (score, { t, formatNumber }) => t("applied.scoreMin", { score: formatNumber(score) }),
    match: matchBound("score", listingEntries.score, "min"),
  },
  scoreMax: {
    parameters: { score_max: { description: "Maximum score, 0 to 10.", schema: SCORE } },
    parse: (reader) => max(reader.numbers("score_max", 0, 10)),
    label: (score, { t, formatNumber }) => t("applied.scoreMax", { score: formatNumber(score) }),
    match: matchBound("score", listingEntries.score, "max"),
  },
  episodesMin: {
    parameters: { episodes_min: { description: "Minimum number of episodes.", schema: z.int() } },
    parse: (reader) => min(reader.integers("episodes_min")),
    label: (count, { t }) => t("applied.episodesMin", { count: String(count) }),
    match: matchBound("episodes", listingEntries.episodes, "min"),
  },
  episodesMax: {
    parameters: { episodes_max: { description: "Maximum number of episodes.", schema: z.int() } },
    parse: (reader) => max(reader.integers("episodes_max")),
    label: (count, { t }) => t("applied.episodesMax", { count: String(count) }),
    match: matchBound("episodes", listingEntries.episodes, "max"),
  },
  durationMin: {
    parameters: {
      duration_min: { description: "Minimum duration in minutes, 0 to 1000.", schema: DURATION },
    },
    parse: (reader) => min(reader.integers("duration_min", 0, 1_000)),
    label: (count, { t }) => t("applied.durationMin", { count: String(count) }),
    match: matchBound("duration", listingEntries.durationMinutes, "min"),
  },
  durationMax: {
    parameters: {
      duration_max: { description: "Maximum duration in minutes, 0 to 1000.", schema: DURATION },
    },
    parse: (reader) => {
      const shortest = min(reader.integers("duration_min", 0, 1_000));
      const longest = max(reader.integers("duration_max", 0, 1_000));
      if (shortest !== null && longest !== null && shortest > longest)
        reader.reject("duration_max", {
          key: "field.notLess",
          values: { field: "duration_max", other: "duration_min" },
        });
      return longest;
    },
    label: (count, { t }) => t("applied.durationMax", { count: String(count) }),
    match: matchBound("duration", listingEntries.durationMinutes, "max"),
  },
  withBanner: {
    parameters: {
      banners_filter: {
        description: "true: only titles with a banner image.",
        schema: z.boolean(),
      },
    },
    // Values are OR-ed: a false disables it.
    parse: (reader) => {
      const flags = reader.booleans("banners_filter");
      return flags.length > 0 && !flags.includes(false);
    },
    label: (_, { t }) => t("applied.banner"),
    match: matchFlag("banner", listingEntries.hasBanner),
  },
  playable: {
    parameters: {
      playable_filter: {
        description:
          "true: only titles of which an episode plays on this site, from a file of its own or another source. false: only the others.",
        schema: z.boolean(),
      },
    },
    // Values are OR-ed: both are all titles.
    parse: (reader) => {
      const [flag, ...others] = new Set(reader.booleans("playable_filter"));
      return others.length > 0 ? null : (flag ?? null);
    },
    label: (isPlayable, { t }) => t(isPlayable ? "applied.playable" : "applied.unplayable"),
    match: matchEitherFlag("plays", listingEntries.playsHere),
  },
  collapsed: {
    parameters: {
      franchises: {
        description:
          "collapse: one title per franchise, the best match of a search or else the best known; totals then count franchises. Facets and random titles ignore it.",
        schema: z.enum(FRANCHISE_VIEWS),
      },
    },
    parse: (reader) => reader.choices("franchises", parseFranchiseView, FRANCHISE_VIEWS).length > 0,
    label: (_, { t }) => t("applied.collapsed"),
    match: null,
  },
  hide: {
    parameters: {
      [HIDE_PARAMETER]: {
        description:
          "Leaves out what is on the user's list, comma list: seen (completed), planned, dropped, franchise (all titles of a franchise that is wholly seen); none leaves nothing out. Needs a session or a token with `list:read`, else 401; the response is then private.",
        schema: listOf(z.enum(HIDE_CHOICES)),
      },
    },
    parse: parseHide,
    label: (choice, { t }) => t(`applied.hide.${choice}`),
    match: null,
  },
};

export function serverFilter(name: FilterName): Filter<unknown> & {
  facet?: (counts: NameCount[]) => unknown;
} {
  return SERVER_FILTERS[name] as Filter<unknown>;
}

function min(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.min(...values);
}

function max(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values);
}

function sortedAs(order: readonly string[], counts: readonly NameCount[]): NameCount[] {
  return counts.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

function ratingLabel(code: string): string {
  const match = AGE_RATINGS.find((rating) => rating === code);
  return match === undefined ? code : AGE_RATING_LABELS[match];
}

function sourceLabel(name: string, label: I18n["label"]): string {
  const stored = name.charAt(0) + name.slice(1).toLowerCase();
  const translated = label("source", stored);
  return translated === stored ? name : translated;
}
