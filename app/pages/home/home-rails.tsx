import type { ReactNode } from "react";
import { browsePath } from "~/features/listing/view/browse-path";
import { genrePath } from "~/features/catalog/view/anime-path";
import { AnimeRail } from "~/features/home/anime-rail";
import { Featured as FeaturedTitles } from "~/features/home/featured";
import { GenreIndex as GenreLinks } from "~/features/home/genre-index";
import { GetStarted as FirstSteps } from "~/features/home/get-started";
import { isHomeRail, searchOfRail, type HomeRail, type RailId } from "~/features/home/home-rails";
import { NewMatches as NewMatchesRail, SearchRail } from "~/features/saved-search/view/search-rail";
import { seasonPath } from "~/features/schedule/season";
import { AiringList } from "~/features/schedule/view/schedule-day";
import { useNow } from "~/features/schedule/view/use-now";
import { SuggestionRail } from "~/features/suggestions/view/suggestion-rail";
import { CountUp } from "~/features/watch-list/view/count-up-form";
import { useI18n } from "~/i18n/i18n-context";
import { lazyTopPart } from "~/ui/lazy-part";
import { Section } from "~/ui/section";
import type { HomeData } from "./load-home.server";

/** Visitors do without it. */
const ContinueRow = lazyTopPart(async () => (await import("./continue-row")).ContinueRow);

interface RailProps {
  page: HomeData;
  /** Whether the user has just signed up, so that suggestions are computed while they read. */
  isNew: boolean;
}

/** Shows a rail of Home, or of a saved search. */
export function PageRail({ id, ...props }: RailProps & { id: RailId }) {
  if (isHomeRail(id)) {
    const Rail = RAILS[id];
    return <Rail {...props} />;
  }
  const search = props.page.searchRails.find((rail) => rail.id === searchOfRail(id));
  return search === undefined ? null : <SearchRail {...search} />;
}

function GetStarted({ page: { firstSteps } }: RailProps) {
  return firstSteps === null ? null : <FirstSteps steps={firstSteps} />;
}

function UpNext({ page }: RailProps) {
  return page.upNext.cards.length + page.continueWatching.length === 0 ? null : (
    <ContinueRow page={page} />
  );
}

function AiringOnList({ page: { airingOnList } }: RailProps) {
  const { t } = useI18n();
  const now = useNow();
  return airingOnList.length === 0 ? null : (
    <Section
      title={t("home.airingOfMine")}
      more={{ to: "/schedule?show=mine", label: t("home.weekOfMine") }}
    >
      <AiringList
        airings={airingOnList}
        now={now}
        action={({ card, next }) =>
          next === null ? null : (
            <CountUp animeId={card.id} title={card.title.text} episode={next} />
          )
        }
      />
    </Section>
  );
}

function NewMatches({ page: { newMatches } }: RailProps) {
  return <NewMatchesRail searches={newMatches} />;
}

function Featured({ page: { featured, firstSteps, rails } }: RailProps) {
  // The titles would outshine the first steps.
  const showsFirstSteps = firstSteps !== null && rails.includes("getStarted");
  return featured.length === 0 || showsFirstSteps ? null : <FeaturedTitles items={featured} />;
}

function MissedSequels({ page: { missedSequels } }: RailProps) {
  const { t } = useI18n();
  return (
    <AnimeRail
      title={t("sequels.heading")}
      cards={missedSequels}
      more={{ to: "/discover/sequels", label: t("sequels.all") }}
    />
  );
}

function Suggestions({ page: { suggested, suggestionsWait }, isNew }: RailProps) {
  return <SuggestionRail cards={suggested} isWaiting={isNew && suggestionsWait} />;
}

function NewlyAdded({ page: { newlyAdded } }: RailProps) {
  const { t } = useI18n();
  return (
    <AnimeRail
      title={t("home.newlyAdded")}
      cards={newlyAdded}
      more={{ to: "/library?view=added", label: t("site.library") }}
    />
  );
}

function Season({ page: { season, isThisSeason, seasonal } }: RailProps) {
  const { t, label } = useI18n();
  return (
    <AnimeRail
      title={t(isThisSeason ? "home.thisSeason" : "home.lately")}
      cards={seasonal}
      more={{
        to: seasonPath(season),
        label: t("fact.seasonOfYear", { season: label("season", season.name), year: season.year }),
      }}
    />
  );
}

function AiringToday({ page: { airing } }: RailProps) {
  const { t } = useI18n();
  return (
    <AnimeRail
      title={t("home.airingToday")}
      cards={airing.cards}
      notes={airing.isStationTime ? withStationZone(airing.times) : airing.times}
      more={{ to: "/schedule", label: t("home.week") }}
    />
  );
}

function TopRated({ page: { rated } }: RailProps) {
  const { t } = useI18n();
  return (
    <AnimeRail
      title={t("home.topRated")}
      cards={rated}
      more={{ to: "/browse", label: t("home.allByScore") }}
    />
  );
}

function Popular({ page: { popular } }: RailProps) {
  const { t } = useI18n();
  return (
    <AnimeRail
      title={t("home.popular")}
      cards={popular}
      more={{ to: browsePath({ order: "popularity" }), label: t("home.allByPopularity") }}
    />
  );
}

function GenreRails({ page: { genreRails } }: RailProps) {
  const { t, label } = useI18n();
  return genreRails.map(({ name, cards }) => (
    <AnimeRail
      key={name}
      title={t("home.bestIn", { genre: label("genre", name) })}
      cards={cards}
      more={{ to: genrePath(name), label: t("home.allOf", { genre: label("genre", name) }) }}
    />
  ));
}

function GenreIndex({ page: { genres } }: RailProps) {
  const { t } = useI18n();
  return genres.length === 0 ? null : (
    <Section title={t("home.byGenre")}>
      <GenreLinks genres={genres} />
    </Section>
  );
}

function withStationZone(times: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(times).map(([id, time]) => [id, `${time} JST`]));
}

const RAILS: Record<HomeRail, (props: RailProps) => ReactNode> = {
  getStarted: GetStarted,
  upNext: UpNext,
  airingOnList: AiringOnList,
  newMatches: NewMatches,
  featured: Featured,
  missedSequels: MissedSequels,
  suggestions: Suggestions,
  newlyAdded: NewlyAdded,
  season: Season,
  airingToday: AiringToday,
  topRated: TopRated,
  popular: Popular,
  genreRails: GenreRails,
  genreIndex: GenreIndex,
};
