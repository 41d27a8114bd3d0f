import { cachedPlayableTitles, presentCards } from "~/pages/parts/present-cards.server";
import { cachedAiring } from "~/pages/parts/cached-catalog.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { pageZone, type PageZone } from "~/pages/viewer/page-zone.server";
import {
  arrangeRails,
  DEFAULT_LAYOUT,
  searchRail,
  type HomeLayout,
} from "~/features/home/home-rails";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { distinctRails } from "./distinct-rails";
import {
  listAiringOnDay,
  genresOfDay,
  homePage,
  loadHomeTitles,
  ownGenreRails,
  RAIL_LENGTH,
} from "./home-page.server";
import { parseRevealed } from "~/features/catalog/spoilers/reveal";
import { getProfile } from "~/features/profile/get-profile.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { servicesContext, type RouterContext } from "~/http/context";
import type { CatalogTools } from "~/services/shared-services";
import { getPageViewer, type PageViewer } from "~/pages/viewer/page-viewer.server";
import { hideOnPage, readHide } from "~/pages/parts/hide-on-page.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { takeFlashMessage } from "~/http/pages/page-change.server";
import { readTimeZoneCookie } from "~/pages/viewer/time-zone-cookie.server";
import type { I18n } from "~/i18n/i18n";
import { listFailingJobs } from "~/jobs/job-records.server";
import { listNewlyAdded } from "./newly-added.server";
import { getOwnRows } from "./own-rows.server";
import { getSearchRails } from "./search-rails.server";
import { siteContext } from "~/services/contexts";
import { cacheKind } from "~/caching/kind-caches";

const HOME_TITLES = cacheKind<Awaited<ReturnType<typeof loadHomeTitles>>>("home-titles");

const HOME_PAGES = cacheKind<ReturnType<typeof homePage>>("home-pages");

const OWN_HOME_PAGES = cacheKind<ReturnType<typeof homePage>>("own-home-pages");

const GENRE_RAILS = cacheKind<Awaited<ReturnType<typeof ownGenreRails>>>("genre-rails");

const AIRING_DAYS = cacheKind<ReturnType<typeof listAiringOnDay>>("airing-days");

const NOTHING: ReadonlySet<number> = new Set();

/** Reads the rails of everyone, and for a signed-in user their own. */
export async function loadHome(request: Request, context: RouterContext) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { user, i18n, titleLanguage: language, parentalControl } = viewer;
  const { searchParams } = new URL(request.url);
  const zone = pageZone(null, readTimeZoneCookie(request.headers.get("cookie")));
  const now = new Date();
  const hide = await withPageErrors(context, async () =>
    hideOnPage(services, viewer, { surface: "home", given: readHide(searchParams) }),
  );
  const options = { language, parentalControl, now, hidden: hide.titles };
  const airing = await getAiringToday(services, { ...options, zone });
  const shared = await (hide.titles === null
    ? getSharedHome(services, { ...options, i18n })
    : getOwnHome(services, hide.titles, { ...options, i18n }));
  const newlyAdded = await listNewlyAdded(services, viewer, hide.titles);
  const facts = [newlyAdded, airing.cards];
  // Avoids a reload to learn the time zone of visitors.
  if (user === null)
    return presentCards(services, viewer, {
      ...withDistinctRails(shared, facts),
      rails: shownRails(DEFAULT_LAYOUT, []),
      isOwn: false,
      searchRails: [],
      newMatches: [],
      airing,
      newlyAdded,
      toggle: null,
      zone: null,
      visitor: await visitorIntro(context, viewer),
      firstSteps: null,
      upNext: { cards: [], total: 0 },
      continueWatching: [],
      canStartPlanned: false,
      airingOnList: [],
      missedSequels: [],
      suggested: [],
      suggestionsWait: false,
      listStates: {},
      failingJobs: [],
      flashMessage: null,
    });
  const { home: layout, scheduleDelayHours: delayHours } = readSitePreferences(
    user.preferences.site,
  );
  const { favorite_genres: favorites } = await getProfile(services.db, user.id);
  const names = genresOfDay(favorites, now);
  const loadRails = () => ownGenreRails(services, names, options);
  const genreRails =
    names.length === 0
      ? null
      : await (hide.titles === null
          ? services.caches.get(
              GENRE_RAILS,
              `${parentalControl}/${language}/${JSON.stringify(names)}`,
              loadRails,
            )
          : loadRails());
  const home = withDistinctRails(genreRails === null ? shared : { ...shared, genreRails }, facts);
  const own = await getOwnRows(services, viewer, {
    user,
    revealed: parseRevealed(searchParams),
    zone,
    now,
    delayHours,
    home,
    airing,
    newlyAdded,
    hidden: hide.titles?.ids ?? NOTHING,
  });
  const { pinned, ...searches } = await getSearchRails(services, viewer, {
    userId: user.id,
    isShown: (id) => !layout.hidden.includes(searchRail(id)),
    hide: hide.choices,
  });
  const failingJobs =
    user.role === "owner" ? await listFailingJobs(services.db).catch(() => []) : [];
  const flashMessage = await takeFlashMessage(request, context);
  const rails = shownRails(layout, pinned);
  return presentCards(services, viewer, {
    ...home,
    rails,
    isOwn: true,
    ...searches,
    airing,
    toggle: hide.toggle,
    zone,
    visitor: null,
    ...own,
    failingJobs,
    flashMessage,
  });
}

type SharedHome = ReturnType<typeof homePage>;

/** Shows no title in three rails. */
function withDistinctRails(home: SharedHome, facts: readonly SharedHome["rated"][]): SharedHome {
  const { seasonal, rated, popular, genreRails } = home;
  const rails = [seasonal, rated, popular, ...genreRails.map(({ cards }) => cards)];
  const [shownSeasonal = [], shownRated = [], shownPopular = [], ...shownGenres] = distinctRails(
    facts,
    rails,
    RAIL_LENGTH,
  );
  return {
    ...home,
    seasonal: shownSeasonal,
    rated: shownRated,
    popular: shownPopular,
    genreRails: genreRails.map((rail, index) => ({ ...rail, cards: shownGenres[index] ?? [] })),
  };
}

/** What the page shows. */
export type HomeData = Awaited<ReturnType<typeof loadHome>>;

/** What the starter catalog calls its series that plays without anything else. */
const DEMO_ID = 2_000_000_001;

async function visitorIntro(context: RouterContext, viewer: PageViewer) {
  const { signUps } = await context.get(siteContext).siteSettings.readCached();
  const playable = await cachedPlayableTitles(context.get(servicesContext), viewer);
  return { canSignUp: signUps === "open", demoId: playable.has(DEMO_ID) ? DEMO_ID : null };
}

function shownRails(layout: HomeLayout, pinned: readonly string[]) {
  return arrangeRails(layout, pinned).flatMap(({ id, shown }) => (shown ? [id] : []));
}

/** Reads once per quarter of an hour, since a day starts in some time zone at each. */
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
  const { cards, times } = await catalog.caches.get(
    AIRING_DAYS,
    `${parentalControl}/${language}/${zone.name}/${quarter}`,
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
  return catalog.caches.get(
    HOME_PAGES,
    `${parentalControl}/${hour}/${language}/${i18n.locale}`,
    async () =>
      homePage(
        await catalog.caches.get(HOME_TITLES, `${parentalControl}/${hour}`, () =>
          loadHomeTitles(catalog, { parentalControl, now, hidden: null }),
        ),
        { language, i18n, now },
      ),
  );
}

/** The page for the user, cached for others who hide the same titles. */
function getOwnHome(
  catalog: CatalogTools,
  hidden: HiddenTitles,
  { language, parentalControl, now, i18n }: Omit<HomeOptions, "zone">,
) {
  const hour = now.toISOString().slice(0, 13);
  return catalog.caches.get(
    OWN_HOME_PAGES,
    `${parentalControl}/${hour}/${language}/${i18n.locale}/${hidden.key}`,
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
