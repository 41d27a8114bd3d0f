import { presentCards } from "~/pages/parts/present-cards.server";
import { hasOtherTitles } from "~/features/import/load-starter.server";
import { browseFeedPath } from "~/features/feeds/feed-path.server";
import { browsePath } from "~/features/listing/view/browse-path";
import { listUpcoming, loadSeason } from "~/features/schedule/load-season.server";
import {
  seasonAt,
  LAST_STARTER_SEASON,
  seasonPath,
  seasonStart,
  type SeasonOfYear,
  upcomingPath,
} from "~/features/schedule/season";
import { formatZone, pageZone } from "~/pages/viewer/page-zone.server";
import { arrangeSeason, cutSections, ownFirst } from "./arrange-season";
import { OWN_SHOWS, parseSeasonChoices, type SeasonGroup } from "./season-choices";
import { presentSeason, upcomingSections, type SeasonPage } from "./present-season.server";
import { getOwnEntries, showListStates } from "~/pages/parts/get-list-states.server";
import { cacheKind } from "~/caching/kind-caches";
import type { Database } from "~db/client.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import type { CatalogTools } from "~/services/shared-services";
import { readPageNumber } from "~/parsing/page-number";

const UPCOMING_PER_PAGE = 60;

/** How many titles a section shows; the rest is on Browse. */
const MAX_IN_SECTION = 36;

interface SeasonRequest {
  season: SeasonOfYear;
  parameters: URLSearchParams;
  /** The browser's. */
  timeZone: string | null;
  origin: string;
}

/** Reads a season's page. */
export async function loadSeasonPage(
  services: CatalogTools,
  viewer: PageViewer,
  { season, parameters, timeZone, origin }: SeasonRequest,
) {
  const { db } = services;
  const { i18n } = viewer;
  const zone = pageZone(null, timeZone);
  const { items, ...page } = await cachedPage(services, viewer, { season, zone: zone.name });
  const ids = [...items.map(({ card }) => card.id), ...page.continuing.map(({ id }) => id)];
  const own = await getOwnEntries(db, viewer, ids);
  const isOwn = (id: number) => own.has(id);
  // Days matter while it is broadcast, and where one is known.
  const isPresent = seasonPath(season) === seasonPath(seasonAt(new Date()));
  const defaultGroup: SeasonGroup =
    isPresent && items.some(({ day }) => day !== null) ? "day" : "all";
  const facts = pageFacts(viewer, own);
  const chosen = parseSeasonChoices(parameters, defaultGroup);
  const choices =
    facts.isSignedIn || !OWN_SHOWS.has(chosen.show ?? "") ? chosen : { ...chosen, show: null };
  const arranged = arrangeSeason(items, choices, { i18n, isOwn });
  return presentCards(services, viewer, {
    ...page,
    ...facts,
    season,
    choices,
    defaultGroup,
    page: 1,
    last: 1,
    isEmpty: items.length === 0,
    starterEnds: await starterEnds(db, viewer, season),
    total: arranged.total,
    genres: arranged.genres
      .map(({ name, count }) => ({ name, label: i18n.label("genre", name), count }))
      .sort((one, other) => one.label.localeCompare(other.label, i18n.locale)),
    sections: cutSections(arranged.sections, isOwn, MAX_IN_SECTION, choices),
    clips: arranged.clips,
    continuing: ownFirst(page.continuing, ({ id }) => isOwn(id)),
    zone: formatZone(i18n, zone.name),
    canonical: origin + seasonPath(season),
    feed: browseFeedPath(browsePath({ years: [season.year], seasons: [season.name] }), i18n.locale),
  });
}

const SEASONS = cacheKind<Awaited<ReturnType<typeof loadSeason>>>("seasons");

const SEASON_PAGES = cacheKind<SeasonPage>("season-pages");

/** Caches a page that has nothing of the user but language, zone and parental control. */
function cachedPage(
  { db, caches }: CatalogTools,
  { i18n, titleLanguage: language, parentalControl }: PageViewer,
  { season, zone }: { season: SeasonOfYear; zone: string },
): Promise<SeasonPage> {
  const now = new Date();
  // A season begins on a day.
  const key = `${seasonPath(season)}/${String(parentalControl)}/${now.toISOString().slice(0, 10)}`;
  return caches.get(SEASON_PAGES, `${key}/${language}/${i18n.locale}/${zone}`, async () =>
    presentSeason(
      await caches.get(SEASONS, key, () => loadSeason(db, season, { parentalControl, now })),
      { season, zone, language, i18n },
    ),
  );
}

/** Reads the page of announced titles. */
export async function loadUpcomingPage(
  services: CatalogTools,
  viewer: PageViewer,
  { parameters, origin }: Pick<SeasonRequest, "parameters" | "origin">,
) {
  const { db } = services;
  const { i18n, titleLanguage: language, parentalControl } = viewer;
  const page = readPageNumber(parameters);
  const { titles, total } = await listUpcoming(db, {
    parentalControl,
    limit: UPCOMING_PER_PAGE,
    offset: (page - 1) * UPCOMING_PER_PAGE,
  });
  const own = await getOwnEntries(
    db,
    viewer,
    titles.map(({ mal_id }) => mal_id),
  );
  return presentCards(services, viewer, {
    ...pageFacts(viewer, own),
    season: null,
    choices: null,
    defaultGroup: "day" as const,
    page,
    last: Math.max(1, Math.ceil(total / UPCOMING_PER_PAGE)),
    isEmpty: titles.length === 0,
    starterEnds: null,
    genres: [],
    sections: cutSections(upcomingSections(titles, { language, i18n }), (id) => own.has(id)),
    total,
    clips: 0,
    continuing: [],
    comparison: [],
    returning: 0,
    fromLastSeason: 0,
    zone: null,
    feed: null,
    canonical: origin + upcomingPath(),
  });
}

/**
 * Tells a season later than the starter catalog where that ends, and whether the viewer may
 * import a newer one. Null for other seasons, and once the site has other titles.
 */
async function starterEnds(db: Database, { user }: PageViewer, season: SeasonOfYear) {
  if (seasonStart(season) <= seasonStart(LAST_STARTER_SEASON) || (await hasOtherTitles(db)))
    return null;
  return { season: LAST_STARTER_SEASON, mayImport: user?.role === "owner" };
}

function pageFacts(viewer: PageViewer, own: Awaited<ReturnType<typeof getOwnEntries>>) {
  return {
    /** The newest that the choice of seasons offers. */
    lastYear: seasonAt(new Date()).year + 1,
    isSignedIn: viewer.user !== null,
    listStates: showListStates(viewer, own),
  };
}
