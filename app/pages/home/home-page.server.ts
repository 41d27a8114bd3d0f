import type { Anime, NameCount } from "~/features/catalog/anime";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { listFacets } from "~/features/listing/list-facets.server";
import { listGenres } from "~/features/listing/list-names.server";
import { DEFAULT_QUERY, type ListingQuery } from "~/features/listing/listing-query";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { listAnime } from "~/features/listing/list-anime.server";
import { normaliseName } from "~/features/catalog/term-key";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { genresByName } from "~/features/listing/view/genres-by-name";
import type { I18n } from "~/i18n/i18n";
import { toFeaturedData, pickForDay } from "./featured.server";
import { seasonAt, offsetSeason, type SeasonOfYear } from "~/features/schedule/season";
import { airingsBetween, daysFromToday } from "~/features/schedule/week-schedule";

export const RAIL_LENGTH = 16;
/** Some stand in two other rails already. */
const RAIL_CANDIDATES = 2 * RAIL_LENGTH;
const MIN_RAIL_LENGTH = 6;
const FEATURED_CANDIDATES = 30;
export const FEATURED_COUNT = 5;
const GENRE_RAIL_COUNT = 2;
const GENRE_CANDIDATES = 12;
/**
 * These suffice for titles that air to fill the row, however many popular ones are only announced.
 */
const SEASON_CANDIDATES = 60;
/** No row of their own while parental control is on. */
const SUGGESTIVE_GENRES = new Set(["ecchi", "erotica", "hentai"]);

/** Titles that depend neither on the locale nor, unless it hides titles, on the user. */
export interface HomeTitles {
  season: SeasonOfYear;
  isThisSeason: boolean;
  seasonal: Anime[];
  rated: Anime[];
  popular: Anime[];
  genres: NameCount[];
  genreRails: { name: string; titles: Anime[] }[];
}

interface HomeTitlesOptions {
  parentalControl: boolean;
  now: Date;
  hidden: HiddenTitles | null;
}

type RailOptions = Omit<HomeTitlesOptions, "now">;

async function listRail(
  database: CatalogDatabase,
  part: Partial<ListingQuery>,
  { parentalControl, hidden }: RailOptions,
): Promise<Anime[]> {
  const query = { ...DEFAULT_QUERY, perPage: RAIL_CANDIDATES, parentalControl, ...part };
  return (await listAnime(database, query, hidden)).items;
}

/** The best of each genre. */
function loadGenreRails(
  database: CatalogDatabase,
  names: readonly string[],
  options: RailOptions,
): Promise<HomeTitles["genreRails"]> {
  return Promise.all(
    names.map(async (name) => ({
      name,
      titles: await listRail(database, { genres: [normaliseName(name)], order: "score" }, options),
    })),
  );
}

/** Picks the genres of the day from a user's favourite ones. */
export function genresOfDay(favorites: readonly string[], now: Date): string[] {
  return pickForDay(favorites, GENRE_RAIL_COUNT, now);
}

/** Rails that replace everyone's genres; null when none has titles. */
export async function ownGenreRails(
  database: CatalogDatabase,
  names: readonly string[],
  { language, ...options }: RailOptions & { language: TitleLanguage },
) {
  const rails = await loadGenreRails(database, names, options);
  const filled = rails.filter(({ titles }) => titles.length > 0);
  return filled.length === 0 ? null : filled.map((rail) => toRail(rail, language));
}

function toRail({ name, titles }: HomeTitles["genreRails"][number], language: TitleLanguage) {
  return { name, cards: titles.map((title) => animeCard(title, language)) };
}

export async function loadHomeTitles(
  database: CatalogDatabase,
  { parentalControl, now, hidden }: HomeTitlesOptions,
): Promise<HomeTitles> {
  const listTitles = (part: Partial<ListingQuery>) =>
    listRail(database, part, { parentalControl, hidden });
  const [latest, rated, popular, genres] = await Promise.all([
    findLatestSeason(seasonAt(now), (season) =>
      listTitles({
        years: [season.year],
        seasons: [season.name],
        order: "popularity",
        perPage: SEASON_CANDIDATES,
      }),
    ),
    listTitles({ order: "score" }),
    listTitles({ order: "popularity" }),
    countGenres(database, { parentalControl, hidden }),
  ]);
  const railGenres = parentalControl
    ? genres.filter(({ name }) => !SUGGESTIVE_GENRES.has(normaliseName(name)))
    : genres;
  const genreRails = await loadGenreRails(
    database,
    pickForDay(railGenres.slice(0, GENRE_CANDIDATES), GENRE_RAIL_COUNT, now).map(
      ({ name }) => name,
    ),
    { parentalControl, hidden },
  );
  return {
    ...latest,
    seasonal: announcedLast(latest.seasonal).slice(0, RAIL_CANDIDATES),
    rated,
    popular,
    genres,
    genreRails,
  };
}

function announcedLast(titles: readonly Anime[]): Anime[] {
  const isAnnounced = ({ status }: Anime) => Number(status === "Not yet aired");
  return titles.toSorted((one, other) => isAnnounced(one) - isAnnounced(other));
}

async function countGenres(
  database: CatalogDatabase,
  { parentalControl, hidden }: RailOptions,
): Promise<NameCount[]> {
  if (hidden === null) return listGenres(database.db, parentalControl);
  return (await listFacets(database, { ...DEFAULT_QUERY, parentalControl }, hidden)).genres;
}

async function findLatestSeason(
  now: SeasonOfYear,
  list: (season: SeasonOfYear) => Promise<Anime[]>,
): Promise<Pick<HomeTitles, "season" | "isThisSeason" | "seasonal">> {
  const seasonal = await list(now);
  const thisSeason = { season: now, isThisSeason: true, seasonal };
  if (seasonal.length >= MIN_RAIL_LENGTH) return thisSeason;
  for (const steps of [-1, -2, -3]) {
    const season = offsetSeason(now, steps);
    const earlier = await list(season);
    if (earlier.length >= MIN_RAIL_LENGTH)
      return { season, isThisSeason: false, seasonal: earlier };
  }
  return thisSeason;
}

export function homePage(
  home: HomeTitles,
  { language, i18n, now }: { language: TitleLanguage; i18n: I18n; now: Date },
) {
  const cards = (titles: readonly Anime[]) => titles.map((title) => animeCard(title, language));
  return {
    season: home.season,
    isThisSeason: home.isThisSeason,
    featured: pickForDay(home.popular.slice(0, FEATURED_CANDIDATES), FEATURED_COUNT, now).map(
      (title) => toFeaturedData(title, language),
    ),
    seasonal: cards(home.seasonal),
    rated: cards(home.rated),
    popular: cards(home.popular),
    genres: genresByName(i18n, home.genres),
    genreRails: home.genreRails.map((rail) => toRail(rail, language)),
  };
}

/** Lists titles, most popular first, with local times. Throws RangeError for an unknown zone. */
export function listAiringOnDay(
  titles: readonly Anime[],
  { zone, language, now }: { zone: string; language: TitleLanguage; now: Date },
) {
  const { from, until } = daysFromToday(zone, now, 1);
  const times = new Map(
    airingsBetween(titles, zone, from, until).map(({ title, time }) => [title, time]),
  );
  const shown = titles.filter((title) => times.has(title)).slice(0, RAIL_LENGTH);
  return {
    cards: shown.map((title) => animeCard(title, language)),
    times: Object.fromEntries(shown.map((title) => [title.mal_id, times.get(title) ?? ""])),
  };
}
