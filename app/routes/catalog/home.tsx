import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { seasonPath } from "~/features/schedule/season";
import { AiringList } from "~/features/schedule/view/schedule-day";
import { useNow } from "~/features/schedule/view/use-now";
import { AnimeRail } from "~/features/home/anime-rail";
import { isHomeRail, searchOfRail, type HomeRail, type RailId } from "~/features/home/home-rails";
import { genrePath } from "~/features/catalog/view/anime-path";
import { HideSwitch } from "~/features/listing/view/hide-switch";
import { browsePath } from "~/features/listing/view/browse-path";
import { Featured } from "~/features/home/featured";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { VisitorIntro } from "~/features/home/visitor-intro";
import { GetStarted } from "~/features/home/get-started";
import { GenreIndex } from "~/features/home/genre-index";
import { ContinueRail } from "~/features/playback/view/continue-rail";
import { CountUp } from "~/features/watch-list/view/count-up-form";
import { NewMatches, SearchRail } from "~/features/saved-search/view/search-rail";
import { SuggestionRail } from "~/features/suggestions/view/suggestion-rail";
import { UpNextRail } from "~/features/watch-list/view/up-next-rail";
import { pageI18n } from "~/frame/page-i18n";
import { handleListForm } from "~/pages/forms/list-form.server";
import { useI18n } from "~/i18n/i18n-context";
import type { JobName } from "~/jobs/all-jobs.server";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ButtonLink } from "~/ui/button";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { Link } from "~/ui/link";
import { Section } from "~/ui/section";
import { loadHome } from "~/pages/home/load-home.server";
import { noQuery } from "~/frame/canonical-query";
import type { PageHandle } from "~/http/pages/page-handle";
import type { Route } from "./+types/home";

export const handle: PageHandle = { isShared: true, canonicalQuery: noQuery };

export function loader({ request, context }: Route.LoaderArgs) {
  return loadHome(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return handleListForm(request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

export default function Home({ loaderData, actionData }: Route.ComponentProps) {
  const { t, label, formatList } = useI18n();
  const nameJob = (name: JobName) => t(`admin.jobs.name.${name}`);
  const {
    rails,
    isOwn,
    searchRails,
    newMatches,
    season,
    isThisSeason,
    featured,
    seasonal,
    rated,
    popular,
    airing,
    newlyAdded,
    genres,
    genreRails,
    visitor,
    firstSteps,
    upNext,
    continueWatching,
    airingOnList,
    missedSequels,
    suggested,
    suggestionsWait,
    listStates,
    failingJobs,
    toggle,
  } = loaderData;
  const now = useNow();
  // After signing up, they are computed while the user reads.
  const [isNew] = useState(suggestionsWait && loaderData.flashMessage !== null);
  const result = useActionMessage(loaderData.flashMessage, actionData);
  const elements: Record<HomeRail, () => ReactNode> = {
    getStarted: () => (firstSteps === null ? null : <GetStarted steps={firstSteps} />),
    upNext: () => <UpNextRail {...upNext} />,
    continueWatching: () => (
      <ContinueRail
        cards={continueWatching}
        action={({ id, title, number }) => (
          <CountUp animeId={id} title={title.text} episode={number} />
        )}
      />
    ),
    airingOnList: () =>
      airingOnList.length === 0 ? null : (
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
      ),
    newMatches: () => <NewMatches searches={newMatches} />,
    // It would outshine the first steps.
    featured: () =>
      featured.length === 0 || (firstSteps !== null && rails.includes("getStarted")) ? null : (
        <Featured items={featured} />
      ),
    missedSequels: () => (
      <AnimeRail
        title={t("sequels.heading")}
        cards={missedSequels}
        more={{ to: "/discover/sequels", label: t("sequels.all") }}
      />
    ),
    suggestions: () => <SuggestionRail cards={suggested} isWaiting={isNew && suggestionsWait} />,
    newlyAdded: () => (
      <AnimeRail
        title={t("home.newlyAdded")}
        cards={newlyAdded}
        more={{ to: "/library?view=added", label: t("site.library") }}
      />
    ),
    season: () => (
      <AnimeRail
        title={t(isThisSeason ? "home.thisSeason" : "home.lately")}
        cards={seasonal}
        more={{
          to: seasonPath(season),
          label: t("fact.seasonOfYear", {
            season: label("season", season.name),
            year: season.year,
          }),
        }}
      />
    ),
    airingToday: () => (
      <AnimeRail
        title={t("home.airingToday")}
        cards={airing.cards}
        notes={airing.isStationTime ? withStationZone(airing.times) : airing.times}
        more={{ to: "/schedule", label: t("home.week") }}
      />
    ),
    topRated: () => (
      <AnimeRail
        title={t("home.topRated")}
        cards={rated}
        more={{ to: "/browse", label: t("home.allByScore") }}
      />
    ),
    popular: () => (
      <AnimeRail
        title={t("home.popular")}
        cards={popular}
        more={{ to: browsePath({ order: "popularity" }), label: t("home.allByPopularity") }}
      />
    ),
    genreRails: () =>
      genreRails.map(({ name, cards }) => (
        <AnimeRail
          key={name}
          title={t("home.bestIn", { genre: label("genre", name) })}
          cards={cards}
          more={{ to: genrePath(name), label: t("home.allOf", { genre: label("genre", name) }) }}
        />
      )),
    genreIndex: () =>
      genres.length === 0 ? null : (
        <Section title={t("home.byGenre")}>
          <GenreIndex genres={genres} />
        </Section>
      ),
  };
  const renderSearch = (rail: RailId) => {
    const search = searchRails.find(({ id }) => id === searchOfRail(rail));
    return search === undefined ? null : <SearchRail {...search} />;
  };
  return (
    <CardStates value={listStates}>
      <h1 className="sr-only">{t("site.home")}</h1>
      {failingJobs.length === 0 ? null : (
        <p role="status" className="page-column pt-6 text-sm text-caution">
          <Link to="/admin/jobs" className="underline underline-offset-4">
            {t("home.failingJobs", { jobs: formatList(failingJobs.map(nameJob)) })}
          </Link>
        </p>
      )}
      {visitor === null ? null : <VisitorIntro {...visitor} />}
      <div className="home-rails">
        {rails.map((id) => (
          <div key={id} className={id === "featured" ? undefined : "page-column"}>
            {isHomeRail(id) ? elements[id]() : renderSearch(id)}
          </div>
        ))}
      </div>
      {isOwn ? (
        <p className="page-column mt-12">
          <ButtonLink to="/home/customise" weight="bare" className="-ml-3">
            <SlidersHorizontal aria-hidden className="size-4" />
            {t("home.customise")}
          </ButtonLink>
          {toggle === null ? null : <HideSwitch toggle={toggle} path="/" />}
        </p>
      ) : null}
      <ChangeToast result={result} />
    </CardStates>
  );
}

function withStationZone(times: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(times).map(([id, time]) => [id, `${time} JST`]));
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  return [
    { title: t("site.pageTitle", { title: t("site.home") }) },
    { name: "description", content: t("home.description") },
  ];
}
