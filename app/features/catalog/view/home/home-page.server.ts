import type { Anime, NameCount } from "~/features/catalog/anime";
import { listGenres } from "~/features/catalog/list-names.server";
import { EVERYTHING, type ListingQuery } from "~/features/catalog/listing/listing-query";
import type { CatalogDatabase } from "~/features/catalog/listing/listing-source.server";
import { searchAnime } from "~/features/catalog/listing/search-anime.server";
import { normaliseName } from "~/features/catalog/term-key";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { genresByName } from "~/features/catalog/view/browse/genres-by-name";
import type { Words } from "~/language/words";
import { featuredTitle, titlesOfTheDay } from "./featured.server";
import { seasonAt, seasonBeside, type SeasonOfYear } from "~/features/catalog/schedule/season";
import { airingsBetween, daysFromToday } from "~/features/catalog/schedule/week-schedule";

const RAIL_LENGTH = 16;
/** Fewer titles than this do not fill a row. */
const FEWEST_IN_RAIL = 6;
/** The stage shows a few of the most popular titles, others each day. */
const STAGE_CANDIDATES = 30;
const STAGE_LENGTH = 5;
/** Rows of genres, others each day, out of the most frequent ones. */
const GENRE_RAILS = 2;
const GENRE_CANDIDATES = 12;

/** What Home is made of, before it is put in anybody's language. */
export interface HomeTitles {
  season: SeasonOfYear;
  isThisSeason: boolean;
  seasonal: Anime[];
  rated: Anime[];
  popular: Anime[];
  genres: NameCount[];
  genreRails: { name: string; titles: Anime[] }[];
}

/** Gathers the titles of Home as they are on the day of `now`. */
export async function homeTitles(
  database: CatalogDatabase,
  { parentalControl, now }: { parentalControl: boolean; now: Date },
): Promise<HomeTitles> {
  const listed = async (part: Partial<ListingQuery>): Promise<Anime[]> =>
    (await searchAnime(database, { ...EVERYTHING, perPage: RAIL_LENGTH, parentalControl, ...part }))
      .items;
  const [latest, rated, popular, genres] = await Promise.all([
    latestSeason(seasonAt(now), (season) =>
      listed({ years: [season.year], seasons: [season.name], order: "popularity" }),
    ),
    listed({ order: "score" }),
    listed({ order: "popularity", perPage: STAGE_CANDIDATES }),
    listGenres(database.db, parentalControl),
  ]);
  const genreRails = await Promise.all(
    titlesOfTheDay(genres.slice(0, GENRE_CANDIDATES), GENRE_RAILS, now).map(async ({ name }) => ({
      name,
      titles: await listed({ genres: [normaliseName(name)], order: "score" }),
    })),
  );
  return { ...latest, rated, popular, genres, genreRails };
}

/** The season of today, or the last one before it of which the catalog holds enough for a row. */
async function latestSeason(
  now: SeasonOfYear,
  list: (season: SeasonOfYear) => Promise<Anime[]>,
): Promise<Pick<HomeTitles, "season" | "isThisSeason" | "seasonal">> {
  const rows = await Promise.all(
    [0, -1, -2, -3].map(async (steps) => {
      const season = seasonBeside(now, steps);
      return { season, isThisSeason: steps === 0, seasonal: await list(season) };
    }),
  );
  return (
    rows.find(({ seasonal }) => seasonal.length >= FEWEST_IN_RAIL) ??
    rows[0] ?? { season: now, isThisSeason: true, seasonal: [] }
  );
}

/** Home as it is shown: cards in the wished language. */
export function homePage(
  home: HomeTitles,
  { language, words, now }: { language: TitleLanguage; words: Words; now: Date },
) {
  const cards = (titles: readonly Anime[]) =>
    titles.slice(0, RAIL_LENGTH).map((title) => animeCard(title, language));
  return {
    season: home.season,
    isThisSeason: home.isThisSeason,
    featured: titlesOfTheDay(home.popular, STAGE_LENGTH, now).map((title) =>
      featuredTitle(title, language),
    ),
    seasonal: cards(home.seasonal),
    rated: cards(home.rated),
    popular: cards(home.popular),
    genres: genresByName(words, home.genres),
    genreRails: home.genreRails.map(({ name, titles }) => ({ name, cards: cards(titles) })),
  };
}

/** The most popular titles that are broadcast on the day of `now` by the clocks of a zone, with the times of day there. Throws RangeError for an unknown zone. */
export function airingOfDay(
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
