import type { ParentalControl } from "~/features/catalog/parental-control";
import { airingStatusAt } from "~/features/catalog/airing-status.server";
import type { Anime, NameCount } from "~/features/catalog/anime";
import { normaliseName } from "~/features/catalog/term-key";
import { toCardAnime, type CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import { offsetSeason, seasonAt, type SeasonOfYear } from "~/features/schedule/season";
import type { HiddenTitles } from "./hidden/hidden-titles.server";
import { listAnime } from "./list-anime.server";
import { listFacets } from "./list-facets.server";
import { listGenres } from "./list-names.server";
import { DEFAULT_QUERY, type ListingQuery } from "./listing-query";
import type { CatalogDatabase } from "./listing-source.server";

export const RAIL_LENGTH = 16;
/** Some stand in two other rails already. */
const RAIL_CANDIDATES = 2 * RAIL_LENGTH;
const MIN_RAIL_LENGTH = 6;
/**
 * These suffice for titles that air to fill the row, however many popular ones are only announced.
 */
const SEASON_CANDIDATES = 60;

/** The reader of a rail: what they may see, and what they leave out. */
export interface CatalogReader {
  services: CatalogDatabase;
  parentalControl: ParentalControl;
  hidden: HiddenTitles | null;
}

/** Lists what a rail may show: more than fits, for those that other rails show already. */
export async function listTitles(
  { services, parentalControl, hidden }: CatalogReader,
  part: Partial<ListingQuery>,
): Promise<Anime[]> {
  const query = { ...DEFAULT_QUERY, perPage: RAIL_CANDIDATES, parentalControl, ...part };
  return (await listAnime(services, query, hidden)).items;
}

/** The best titles of a genre. */
export interface GenreTitles {
  name: string;
  titles: CardAnime[];
}

/** Lists the best titles of each genre. */
export function listBest(reader: CatalogReader, genres: readonly string[]): Promise<GenreTitles[]> {
  return Promise.all(
    genres.map(async (name) => {
      const titles = await listTitles(reader, { genres: [normaliseName(name)], order: "score" });
      return { name, titles: titles.map(toCardAnime) };
    }),
  );
}

/** Counts the titles of each genre. */
export async function countGenres(reader: CatalogReader): Promise<NameCount[]> {
  const { services, parentalControl, hidden } = reader;
  if (hidden === null) return listGenres(services.db, parentalControl);
  return (await listFacets(services, { ...DEFAULT_QUERY, parentalControl }, hidden)).genres;
}

/** The titles of this season, or of the latest one that fills a row; those that air come first. */
export async function listLatestSeason(
  reader: CatalogReader,
  now: Date,
): Promise<{ season: SeasonOfYear; isThisSeason: boolean; titles: CardAnime[] }> {
  const list = async (season: SeasonOfYear) => {
    const titles = await listTitles(reader, {
      years: [season.year],
      seasons: [season.name],
      order: "popularity",
      perPage: SEASON_CANDIDATES,
    });
    const isAnnounced = (anime: Anime) => Number(airingStatusAt(anime, now) === "Not yet aired");
    return titles.toSorted((one, other) => isAnnounced(one) - isAnnounced(other));
  };
  const present = seasonAt(now);
  const toRail = (season: SeasonOfYear, titles: readonly Anime[]) => ({
    season,
    isThisSeason: season === present,
    titles: titles.slice(0, RAIL_CANDIDATES).map(toCardAnime),
  });
  const titles = await list(present);
  if (titles.length >= MIN_RAIL_LENGTH) return toRail(present, titles);
  for (const steps of [-1, -2, -3]) {
    const season = offsetSeason(present, steps);
    const earlier = await list(season);
    if (earlier.length >= MIN_RAIL_LENGTH) return toRail(season, earlier);
  }
  return toRail(present, titles);
}
