import { SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import { cachedAiring } from "~/http/cached-catalog.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { seasonPath } from "~/features/schedule/season";
import { AiringList } from "~/features/schedule/view/schedule-day";
import { pageZone, type PageZone } from "~/features/schedule/view/schedule-page.server";
import { useNow } from "~/features/schedule/view/use-now";
import { AnimeRail } from "~/features/home/anime-rail";
import {
  arrangeRails,
  DEFAULT_LAYOUT,
  isHomeRail,
  searchOfRail,
  searchRail,
  type HomeLayout,
  type HomeRail,
  type RailId,
} from "~/features/home/home-rails";
import { genrePath } from "~/features/catalog/view/anime-path";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { HideSwitch } from "~/features/listing/view/hide-switch";
import { browsePath } from "~/features/listing/view/browse-path";
import { Featured } from "~/features/home/featured";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { GenreIndex } from "~/features/home/genre-index";
import {
  listAiringOnDay,
  genresOfDay,
  homePage,
  loadHomeTitles,
  ownGenreRails,
} from "~/features/home/home-page.server";
import { ContinueRail } from "~/features/playback/view/continue-rail";
import { CountUp } from "~/features/watch-list/view/count-up-form";
import { getProfile } from "~/features/profile/get-profile.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { NewMatches, SearchRail } from "~/features/saved-search/view/search-rail";
import { SuggestionRail } from "~/features/suggestions/view/suggestion-rail";
import { UpNextRail } from "~/features/watch-list/view/up-next-rail";
import { i18nContext, servicesContext, type CatalogTools } from "~/http/context";
import { pageI18n } from "~/http/pages/page-i18n";
import { getPageUser } from "~/http/session/get-session.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { hideOnPage } from "~/http/pages/hide-on-page.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { handleListForm } from "~/http/pages/list-form.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { readTimeZoneCookie } from "~/http/pages/settings/time-zone-cookie.server";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import type { JobName } from "~/jobs/job-list";
import { listFailingJobs } from "~/jobs/job-records.server";
import { changeInPlace } from "~/ui/changes/change-in-place";
import { ButtonLink } from "~/ui/button";
import { ChangeToast } from "~/ui/changes/change-toast";
import { useActionMessage } from "~/ui/changes/use-action-message";
import { Link } from "~/ui/link";
import { Section } from "~/ui/section";
import { getOwnRows } from "./own-rows.server";
import { getSearchRails } from "./saved-searches-data.server";
import type { Route } from "./+types/home";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const i18n = context.get(i18nContext);
  const { titleLanguage: language, parentalControl, hides } = context.get(visitorSettingsContext);
  const zone = pageZone(null, readTimeZoneCookie(request.headers.get("cookie")));
  const now = new Date();
  const hide = await withPageErrors(context, () => hideOnPage(request, context, "home"));
  const options = { language, parentalControl, now, hidden: hide.titles };
  const [shared, airing] = await Promise.all([
    hide.titles === null
      ? getSharedHome(services.catalog, { ...options, i18n })
      : getOwnHome(services.catalog, hide.titles, { ...options, i18n }),
    getAiringToday(services.catalog, { ...options, zone }),
  ]);
  const user = await getPageUser(request, context);
  const userId = user?.id ?? null;
  // Avoids a reload to learn the time zone of visitors.
  if (userId === null)
    return hideScores(hides, {
      ...shared,
      rails: shownRails(DEFAULT_LAYOUT, []),
      isOwn: false,
      searchRails: [],
      newMatches: [],
      airing,
      toggle: null,
      zone: null,
      upNext: { cards: [], total: 0 },
      continueWatching: [],
      airingOnList: [],
      missedSequels: [],
      suggested: [],
      suggestionsWait: false,
      listStates: {},
      failingJobs: [],
      note: null,
    });
  const { home: layout, scheduleDelayHours: delayHours } = readSitePreferences(
    user?.preferences.site,
  );
  const { favorite_genres: favorites } = await getProfile(services.db, userId);
  const names = genresOfDay(favorites, now);
  const loadRails = () => ownGenreRails(services.catalog, names, options);
  const genreRails =
    names.length === 0
      ? null
      : await (hide.titles === null
          ? services.catalogCache.get(
              `home-genres/${parentalControl}/${language}/${JSON.stringify(names)}`,
              loadRails,
            )
          : loadRails());
  const home = genreRails === null ? shared : { ...shared, genreRails };
  const [own, { pinned, ...searches }] = await Promise.all([
    getOwnRows(request, context, {
      userId,
      scoreScale: user?.preferences.scoreScale ?? "10",
      zone,
      now,
      delayHours,
      home,
      airing,
    }),
    getSearchRails(context, userId, {
      isShown: (id) => !layout.hidden.includes(searchRail(id)),
      hide: hide.choices,
    }),
  ]);
  const failingJobs =
    user?.role === "owner" ? await listFailingJobs(services.db).catch(() => []) : [];
  const note = await takeFlashMessage(request, context);
  const rails = shownRails(layout, pinned);
  return hideScores(hides, {
    ...home,
    rails,
    isOwn: true,
    ...searches,
    airing,
    toggle: hide.toggle,
    zone,
    ...own,
    failingJobs,
    note,
  });
}

function shownRails(layout: HomeLayout, pinned: readonly string[]) {
  return arrangeRails(layout, pinned).flatMap(({ id, shown }) => (shown ? [id] : []));
}

export function action({ request, context }: Route.ActionArgs) {
  return handleListForm(request, context);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return changeInPlace(request, serverAction);
}

/** Per quarter of an hour, when a day starts in some time zone. */
async function getAiringToday(
  catalog: CatalogTools,
  {
    zone,
    language,
    parentalControl,
    now,
    hidden,
  }: Omit<HomeOptions, "i18n" | "zone"> & { zone: PageZone },
) {
  const titles = await cachedAiring(catalog, parentalControl);
  if (hidden !== null)
    return {
      ...listAiringOnDay(
        titles.filter(({ mal_id }) => !hidden.ids.has(mal_id)),
        { zone: zone.name, language, now },
      ),
      isStationTime: zone.origin === "station",
    };
  const quarter = Math.floor(now.getTime() / 900_000);
  const { cards, times } = await catalog.catalogCache.get(
    `airing-of-day/${parentalControl}/${language}/${zone.name}/${quarter}`,
    () => Promise.resolve(listAiringOnDay(titles, { zone: zone.name, language, now })),
  );
  return { cards, times, isStationTime: zone.origin === "station" };
}

function getSharedHome(
  catalog: CatalogTools,
  { language, parentalControl, now, i18n }: Omit<HomeOptions, "zone">,
) {
  // Changes at midnight here and in Japan, both on the hour.
  const hour = now.toISOString().slice(0, 13);
  return catalog.catalogCache.get(
    `home/${parentalControl}/${hour}/${language}/${i18n.locale}`,
    async () =>
      homePage(
        await catalog.catalogCache.get(`home/${parentalControl}/${hour}`, () =>
          loadHomeTitles(catalog, { parentalControl, now, hidden: null }),
        ),
        { language, i18n, now },
      ),
  );
}

/** Of the user, or of another who hides the same titles. */
function getOwnHome(
  catalog: CatalogTools,
  hidden: HiddenTitles,
  { language, parentalControl, now, i18n }: Omit<HomeOptions, "zone">,
) {
  const hour = now.toISOString().slice(0, 13);
  return catalog.ownCache.get(
    `home/${parentalControl}/${hour}/${language}/${i18n.locale}/${hidden.key}`,
    async () =>
      homePage(await loadHomeTitles(catalog, { parentalControl, now, hidden }), {
        language,
        i18n,
        now,
      }),
  );
}

interface HomeOptions {
  zone: string;
  language: TitleLanguage;
  parentalControl: boolean;
  now: Date;
  hidden: HiddenTitles | null;
  i18n: I18n;
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
    genres,
    genreRails,
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
  const [isNew] = useState(suggestionsWait && loaderData.note !== null);
  const { result, showResult } = useActionMessage(loaderData.note, actionData);
  const elements: Record<HomeRail, () => ReactNode> = {
    upNext: () => <UpNextRail {...upNext} showResult={showResult} />,
    continueWatching: () => (
      <ContinueRail
        cards={continueWatching}
        action={({ id, title, number }) => (
          <CountUp animeId={id} title={title.text} episode={number} showResult={showResult} />
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
                <CountUp
                  animeId={card.id}
                  title={card.title.text}
                  episode={next}
                  showResult={showResult}
                />
              )
            }
          />
        </Section>
      ),
    newMatches: () => <NewMatches searches={newMatches} />,
    featured: () => (featured.length === 0 ? null : <Featured items={featured} />),
    missedSequels: () => (
      <AnimeRail
        title={t("sequels.heading")}
        cards={missedSequels}
        more={{ to: "/discover/sequels", label: t("sequels.all") }}
      />
    ),
    suggestions: () => <SuggestionRail cards={suggested} isWaiting={isNew && suggestionsWait} />,
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
      <h1 className="sr-only">{t("home.heading")}</h1>
      {failingJobs.length === 0 ? null : (
        <p role="status" className="page-column pt-6 text-sm text-caution">
          <Link to="/admin/jobs" className="underline underline-offset-4">
            {t("home.failingJobs", { jobs: formatList(failingJobs.map(nameJob)) })}
          </Link>
        </p>
      )}
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
      <ChangeToast result={result} showResult={showResult} />
    </CardStates>
  );
}

function withStationZone(times: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(times).map(([id, time]) => [id, `${time} JST`]));
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageI18n(matches);
  return [{ title: t("home.title") }, { name: "description", content: t("home.description") }];
}
