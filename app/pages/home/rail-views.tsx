import { href } from "react-router";
import { useState, type ReactNode } from "react";
import { browsePath } from "~/features/listing/view/browse-path";
import { genrePath } from "~/features/catalog/view/anime-path";
import { AnimeRail, NamedRail } from "~/features/home/anime-rail";
import { Featured } from "~/features/home/featured";
import { GenreIndex } from "~/features/home/genre-index";
import { GetStarted } from "~/features/home/get-started";
import { isHomeRail, type HomeRail } from "~/features/home/home-rails";
import { NewMatches, SearchRail } from "~/features/saved-search/view/search-rail";
import { seasonPath } from "~/features/schedule/season";
import { AiringList } from "~/features/schedule/view/airing-list";
import { useNow } from "~/features/schedule/view/use-now";
import { SuggestionRail } from "~/features/suggestions/view/suggestion-rail";
import { CountUp } from "~/features/watch-list/view/count-up-form";
import { useI18n } from "~/i18n/i18n-context";
import { lazyTopPart } from "~/ui/lazy-part";
import { Section } from "~/ui/section";
import type { RailOf, RailViewData, ShownRail } from "./present-rails.server";

/** Visitors do without it. */
const ContinueRow = lazyTopPart(async () => (await import("./continue-row")).ContinueRow);

interface ViewProps<Id extends HomeRail> {
  data: RailViewData[Id];
  /** Whether a change led here: one who has just signed up waits for suggestions. */
  isChanged: boolean;
}

/** Shows a rail of Home, or of a saved search. */
export function RailView({ rail, isChanged }: { rail: ShownRail; isChanged: boolean }) {
  if (rail.data === null) return null;
  return isOfHome(rail) ? showHomeRail(rail, isChanged) : <SearchRail {...rail.data} />;
}

function isOfHome(rail: ShownRail): rail is RailOf<HomeRail> {
  return isHomeRail(rail.id);
}

function showHomeRail<Id extends HomeRail>({ id, data }: RailOf<Id>, isChanged: boolean) {
  const View: (props: ViewProps<Id>) => ReactNode = VIEWS[id];
  return data === null ? null : <View data={data} isChanged={isChanged} />;
}

const VIEWS: { readonly [Id in HomeRail]: (props: ViewProps<Id>) => ReactNode } = {
  getStarted: ({ data }) => (data === null ? null : <GetStarted steps={data} />),
  upNext: ({ data }) => (data.cards.length === 0 ? null : <ContinueRow {...data} />),
  airingOnList: AiringOnList,
  newMatches: ({ data }) => <NewMatches searches={data} />,
  featured: ({ data }) => (data.length === 0 ? null : <Featured items={data} />),
  missedSequels: ({ data }) => (
    <NamedRail
      cards={data}
      heading="sequels.heading"
      to={href("/discover/sequels")}
      more="sequels.all"
    />
  ),
  suggestions: Suggestions,
  newlyAdded: ({ data }) => (
    <NamedRail
      cards={data}
      heading="home.newlyAdded"
      to={`${href("/library")}?view=added`}
      more="site.library"
    />
  ),
  season: Season,
  airingToday: AiringToday,
  topRated: ({ data }) => (
    <NamedRail cards={data} heading="home.topRated" to={href("/browse")} more="home.allByScore" />
  ),
  popular: ({ data }) => (
    <NamedRail
      cards={data}
      heading="home.popular"
      to={browsePath({ order: "popularity" })}
      more="home.allByPopularity"
    />
  ),
  genreRails: GenreRails,
  genreIndex: ByGenre,
};

function AiringOnList({ data }: ViewProps<"airingOnList">) {
  const { t } = useI18n();
  const now = useNow();
  return data.length === 0 ? null : (
    <Section
      title={t("home.airingOfMine")}
      more={{ to: `${href("/schedule")}?show=mine`, label: t("home.weekOfMine") }}
    >
      <AiringList
        airings={data}
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

function Suggestions({ data: { cards, waits }, isChanged }: ViewProps<"suggestions">) {
  const [isNew] = useState(waits && isChanged);
  return <SuggestionRail cards={cards} isWaiting={isNew && waits} />;
}

function Season({ data: { season, isThisSeason, cards } }: ViewProps<"season">) {
  const { t, label } = useI18n();
  return (
    <AnimeRail
      title={t(isThisSeason ? "home.thisSeason" : "home.lately")}
      cards={cards}
      more={{
        to: seasonPath(season),
        label: t("fact.seasonOfYear", { season: label("season", season.name), year: season.year }),
      }}
    />
  );
}

function AiringToday({ data: { cards, times, isStationTime } }: ViewProps<"airingToday">) {
  const { t } = useI18n();
  return (
    <AnimeRail
      title={t("home.airingToday")}
      cards={cards}
      notes={isStationTime ? withStationZone(times) : times}
      more={{ to: href("/schedule"), label: t("home.week") }}
    />
  );
}

function GenreRails({ data }: ViewProps<"genreRails">) {
  const { t, label } = useI18n();
  return data.map(({ name, cards }) => (
    <AnimeRail
      key={name}
      title={t("home.bestIn", { genre: label("genre", name) })}
      cards={cards}
      more={{ to: genrePath(name), label: t("home.allOf", { genre: label("genre", name) }) }}
    />
  ));
}

function ByGenre({ data }: ViewProps<"genreIndex">) {
  const { t } = useI18n();
  return data.length === 0 ? null : (
    <Section title={t("home.byGenre")}>
      <GenreIndex genres={data} />
    </Section>
  );
}

function withStationZone(times: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(times).map(([id, time]) => [id, `${time} JST`]));
}
