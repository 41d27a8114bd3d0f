import { scopeContext } from "~/http/context";
import { withPageErrors } from "~/http/page-errors.server";
import { visitorContext } from "~/http/visitor-settings";
import type { Anime } from "~/features/catalog/anime";
import { listGenres } from "~/features/catalog/list-names.server";
import { EVERYTHING, type ListingQuery } from "~/features/catalog/listing/listing-filters";
import { searchAnime } from "~/features/catalog/listing/search-anime.server";
import { animeCard } from "~/features/catalog/view/anime-card.server";
import { AnimeRail } from "~/features/catalog/view/anime-rail";
import { genrePath } from "~/features/catalog/view/anime-path";
import { byName } from "~/features/catalog/view/by-name";
import { browsePath } from "~/features/catalog/view/browse-path";
import { Featured } from "~/features/catalog/view/featured";
import { featuredTitle, titlesOfTheDay } from "~/features/catalog/view/featured.server";
import { GenreIndex } from "~/features/catalog/view/genre-index";
import { broadcastDayAt, seasonAt, seasonBeside, type SeasonOfYear } from "~/features/catalog/view/season";
import { Section } from "~/ui/section";
import type { Route } from "./+types/home";

const RAIL_LENGTH = 16;
/** The stage shows a few of these, others each day. */
const STAGE_CANDIDATES = 30;
/** Fewer titles than this do not fill a row. */
const FEWEST_IN_RAIL = 6;
const GENRE_RAILS = 2;

export async function loader({ context }: Route.LoaderArgs) {
  const { services } = context.get(scopeContext);
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  const now = new Date();
  const today = broadcastDayAt(now);
  const listed = async (part: Partial<ListingQuery>): Promise<Anime[]> =>
    (await searchAnime(services, { ...EVERYTHING, perPage: RAIL_LENGTH, parentalControl, ...part })).items;

  return withPageErrors(async () => {
    const [seasonal, rated, popular, airing, genres] = await Promise.all([
      latestSeason(seasonAt(now), (season) => listed({ years: [season.year], seasons: [season.name], order: "popularity" })),
      listed({ order: "score" }),
      listed({ order: "popularity", perPage: STAGE_CANDIDATES }),
      listed({ statuses: ["Currently Airing"], weekdays: [today], order: "popularity" }),
      listGenres(services.db, parentalControl),
    ]);
    const largest = genres.slice(0, 12);
    const genreRails = await Promise.all(
      titlesOfTheDay(largest, GENRE_RAILS, now).map(async ({ name }) => ({ name, titles: await listed({ genres: [name.toLowerCase()], order: "score" }) })),
    );
    const cards = (titles: readonly Anime[]) => titles.slice(0, RAIL_LENGTH).map((title) => animeCard(title, titleLanguage));
    return {
      season: seasonal.season,
      isThisSeason: seasonal.isThis,
      today,
      featured: titlesOfTheDay(popular, 5, now).map((title) => featuredTitle(title, titleLanguage)),
      seasonal: cards(seasonal.titles),
      rated: cards(rated),
      popular: cards(popular),
      airing: cards(airing),
      airingTimes: Object.fromEntries(airing.flatMap(({ mal_id, broadcast_time: time }) => (time === null ? [] : [[mal_id, `${time} JST`]]))),
      genres: byName(genres),
      genreRails: genreRails.map(({ name, titles }) => ({ name, cards: cards(titles) })),
    };
  });
}

/** The season of today, or the last one before it of which the catalog holds enough for a row. */
async function latestSeason(now: SeasonOfYear, list: (season: SeasonOfYear) => Promise<Anime[]>): Promise<{ season: SeasonOfYear; isThis: boolean; titles: Anime[] }> {
  const seasons = [0, -1, -2, -3].map((steps) => seasonBeside(now, steps));
  const rows = await Promise.all(seasons.map(async (season, steps) => ({ season, isThis: steps === 0, titles: await list(season) })));
  return rows.find(({ titles }) => titles.length >= FEWEST_IN_RAIL) ?? rows[0] ?? { season: now, isThis: true, titles: [] };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { season, isThisSeason, today, featured, seasonal, rated, popular, airing, airingTimes, genres, genreRails } = loaderData;
  return (
    <>
      <h1 className="sr-only">Akari: anime to discover</h1>
      {featured.length === 0 ? null : <Featured items={featured} />}
      <div className="page-column">
        <AnimeRail
          title={isThisSeason ? "This season" : "Lately"}
          cards={seasonal}
          more={{ to: browsePath({ years: [season.year], seasons: [season.name], order: "popularity" }), label: `${season.name} ${season.year}` }}
        />
        <AnimeRail title="Airing today" cards={airing} notes={airingTimes} more={{ to: browsePath({ statuses: ["Currently Airing"], weekdays: [today] }), label: `Every ${today}` }} />
        <AnimeRail title="Top rated" cards={rated} more={{ to: "/browse", label: "All by score" }} />
        <AnimeRail title="Popular" cards={popular} more={{ to: browsePath({ order: "popularity" }), label: "All by popularity" }} />
        {genreRails.map(({ name, cards }) => (
          <AnimeRail key={name} title={`Best in ${name}`} cards={cards} more={{ to: genrePath(name), label: `All of ${name}` }} />
        ))}
        {genres.length === 0 ? null : (
          <Section title="By genre">
            <GenreIndex genres={genres} />
          </Section>
        )}
      </div>
    </>
  );
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Akari: discover anime" },
    { name: "description", content: "Discover anime by season, score, genre and studio: a catalog of your own, on your own machine." },
  ];
}
