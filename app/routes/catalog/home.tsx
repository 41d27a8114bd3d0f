import { AnimeRail } from "~/features/catalog/view/home/anime-rail";
import { genrePath } from "~/features/catalog/view/anime-path";
import { browsePath } from "~/features/catalog/view/browse/browse-path";
import { Featured } from "~/features/catalog/view/home/featured";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { GenreIndex } from "~/features/catalog/view/home/genre-index";
import { homePage, homeTitles } from "~/features/catalog/view/home/home-page.server";
import { continueCards } from "~/features/playback/view/continue-cards.server";
import { ContinueRail } from "~/features/playback/view/continue-rail";
import { scopeContext } from "~/http/context";
import { currentSession } from "~/http/session/current-session.server";
import { visitorContext } from "~/http/pages/visitor-settings";
import { ownListStates } from "~/http/pages/own-list-states.server";
import { Section } from "~/ui/section";
import type { Route } from "./+types/home";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { services } = scope;
  const { titleLanguage, parentalControl } = context.get(visitorContext);
  const now = new Date();
  // What is shown changes with the day, here and in Japan, and both change on the hour.
  const hour = now.toISOString().slice(0, 13);
  const titles = await services.remembered.get(`home/${parentalControl}/${hour}`, () => homeTitles(services, { parentalControl, now }));
  // Home is there for everybody, also while nobody's session can be read.
  const owner = (await currentSession(request, scope).catch(() => null))?.user.id ?? null;
  const onward = owner === null ? null : await continueCards(services.db, owner, { parentalControl, language: titleLanguage });
  const home = homePage(titles, titleLanguage, now);
  const cards = [home.seasonal, home.rated, home.popular, home.airing, ...home.genreRails.map((rail) => rail.cards)].flat();
  return { ...home, onward, listStates: await ownListStates(request, scope, cards) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { season, isThisSeason, today, featured, seasonal, rated, popular, airing, airingTimes, genres, genreRails, onward, listStates } = loaderData;
  return (
    <CardStates value={listStates}>
      <h1 className="sr-only">Akari: anime to discover</h1>
      {featured.length === 0 ? null : <Featured items={featured} />}
      <div className="page-column">
        {onward === null ? null : <ContinueRail cards={onward} />}
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
    </CardStates>
  );
}

export function meta(): Route.MetaDescriptors {
  return [
    { title: "Akari: discover anime" },
    { name: "description", content: "Discover anime by season, score, genre and studio: a catalog of your own, on your own machine." },
  ];
}
