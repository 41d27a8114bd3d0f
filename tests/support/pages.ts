/**
 * The site's pages, as tests and `npm run screenshots` open them. A test compares the table with
 * `app/routes.ts`, so that a new page is listed.
 */

/** The reader of a page. Users have an account with something to show, newcomers an empty one. */
type Reader = "visitor" | "user" | "public user" | "newcomer" | "owner" | "owner with a folder";

export interface ListedPage {
  name: string;
  path: string;
  /**
   * The checks on a desktop: all, those without axe (which has seen what the page consists of), or
   * axe and that nothing scrolls sideways, where small parts have room around them.
   */
  desktop?: "all" | "fit" | "axe";
  /** The checks on a phone, for pages that it lays out in a way of its own, or without axe. */
  phone?: "all" | "still";
  /** Whether all texts are in Spanish, or that the longer labels fit. */
  spanish?: "read" | "fit";
  /** The Spanish heading, or the name of the page's facts. */
  spanishHeading?: string;
  /** Whether its scripts are within the limit of all pages. */
  limitsScripts?: true;
  screenshot?: string;
  /** A second screenshot, with images from a catalog in place of drawn covers. */
  screenshotWithImages?: string;
}

const TITLE = "/anime/52991/sousou-no-frieren";
const LONG_TITLE = "/anime/21/one-piece";
const SAMPLE_EPISODE = "/watch/2000000001/1";

const VISITORS: readonly ListedPage[] = [
  {
    name: "Home",
    path: "/",
    desktop: "all",
    phone: "all",
    spanish: "read",
    limitsScripts: true,
    screenshot: "home-visitor",
  },
  {
    name: "Browse with filters",
    path: "/browse?genre_filter=action&genre_exclude=drama&score_filter=7",
    desktop: "all",
    phone: "all",
  },
  {
    name: "Browse as a list",
    path: "/browse?view=list",
    desktop: "all",
    screenshot: "browse-list",
  },
  {
    name: "Browse without a result",
    path: "/browse?type_filter=Movie&aired_day_filter=monday",
    desktop: "all",
  },
  {
    name: "Browse with an address that cannot be read",
    path: "/browse?score_filter=eleven",
    desktop: "all",
  },
  {
    name: "a title",
    path: TITLE,
    desktop: "all",
    phone: "all",
    spanish: "read",
    spanishHeading: "Detalles",
    limitsScripts: true,
  },
  { name: "a title on the air", path: LONG_TITLE, desktop: "all", phone: "all" },
  { name: "a franchise", path: "/franchise/52991", desktop: "all" },
  {
    name: "a genre",
    path: "/genre/Drama",
    desktop: "all",
    phone: "still",
    limitsScripts: true,
    screenshot: "genre",
  },
  {
    name: "a studio",
    path: "/studio/Madhouse",
    desktop: "all",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "studio",
  },
  {
    name: "the schedule",
    path: "/schedule",
    desktop: "all",
    phone: "all",
    spanish: "read",
    spanishHeading: "Calendario",
    limitsScripts: true,
    screenshot: "schedule",
  },
  {
    name: "an episode without a source",
    path: "/watch/52991/1",
    desktop: "all",
    spanish: "fit",
  },
  { name: "the sign-in after a refusal", path: "/signin?error=expired", desktop: "all" },
  {
    name: "the sign-up",
    path: "/signup",
    desktop: "all",
    phone: "still",
    spanish: "read",
    spanishHeading: "Crea tu cuenta",
    limitsScripts: true,
    screenshot: "sign-up",
  },
  {
    name: "a missing page",
    path: "/nowhere",
    desktop: "all",
    phone: "still",
    spanish: "read",
    spanishHeading: "Página no encontrada",
    limitsScripts: true,
    screenshot: "not-found",
  },
  {
    name: "Browse with a genre",
    path: "/browse?genre_filter=action",
    desktop: "fit",
    phone: "still",
    limitsScripts: true,
  },
  {
    name: "Browse, newest first",
    path: "/browse?order_by=newest",
    desktop: "fit",
    spanish: "fit",
  },
  {
    name: "a search",
    path: "/browse?search_query=demon+slayer",
    desktop: "fit",
    spanish: "fit",
    screenshot: "search",
  },
  {
    name: "a search as a list",
    path: "/browse?search_query=demon+slayer&view=list",
    desktop: "fit",
  },
  { name: "a search without a result", path: "/browse?search_query=qqqqzzzz", desktop: "fit" },
  { name: "a range of episodes", path: `${LONG_TITLE}?episodes=2`, desktop: "fit" },
  { name: "a season", path: "/season/2022/fall", desktop: "all", spanish: "fit" },
  {
    name: "the next year's season",
    path: "/season/2023/fall",
    desktop: "fit",
    phone: "still",
    limitsScripts: true,
  },
  {
    name: "the sign-in",
    path: "/signin",
    desktop: "fit",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "sign-in",
  },
  { name: "the sign-in on the way to a page", path: "/signin?returnTo=/list", desktop: "fit" },
  {
    name: "the API's documentation",
    path: "/docs",
    desktop: "fit",
    spanish: "fit",
    screenshot: "docs",
  },
  { name: "an episode", path: SAMPLE_EPISODE, desktop: "axe", phone: "all" },
  {
    name: "Browse",
    path: "/browse?type_filter=Movie",
    spanish: "read",
    spanishHeading: "Explorar",
  },
  { name: "Browse by genre", path: "/browse?genre_filter=sci-fi", screenshot: "browse" },
  { name: "a season by type", path: "/season/2022/fall?by=type", screenshot: "season" },
  {
    name: "a character",
    path: "/character/900000001/eren-yeager",
    desktop: "all",
    spanish: "fit",
    screenshot: "character",
  },
  {
    name: "a person",
    path: "/person/900000001/yuuki-kaji",
    desktop: "all",
    spanish: "fit",
    screenshot: "person",
  },
  { name: "the library", path: "/library", screenshot: "library-visitor" },
  { name: "a forgotten password", path: "/forgot", desktop: "all", screenshot: "forgot" },
];

const USERS: readonly ListedPage[] = [
  {
    name: "Home",
    path: "/",
    desktop: "all",
    phone: "all",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "home",
    screenshotWithImages: "home-images",
  },
  { name: "Browse with recent searches", path: "/browse", desktop: "all" },
  {
    name: "a title on the list",
    path: TITLE,
    desktop: "all",
    phone: "all",
    screenshot: "title",
    screenshotWithImages: "title-images",
  },
  {
    name: "My list",
    path: "/list",
    desktop: "all",
    phone: "all",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "list",
    screenshotWithImages: "list-images",
  },
  { name: "an empty collection", path: "/list?type=collection", desktop: "all" },
  {
    name: "the import",
    path: "/list/import",
    desktop: "all",
    phone: "still",
    limitsScripts: true,
    screenshot: "import",
  },
  {
    name: "the list history",
    path: "/list/history",
    desktop: "all",
    spanish: "fit",
    screenshot: "list-history",
  },
  {
    name: "a franchise with progress",
    path: "/franchise/52991?order=story",
    desktop: "all",
  },
  { name: "the library", path: "/library", desktop: "all" },
  { name: "the suggestions", path: "/discover", desktop: "all", screenshot: "suggestions" },
  {
    name: "the missed sequels",
    path: "/discover/sequels",
    desktop: "all",
    screenshot: "sequels",
  },
  {
    name: "the saved searches",
    path: "/searches",
    desktop: "all",
    phone: "still",
    limitsScripts: true,
    screenshot: "searches",
  },
  { name: "the wishes", path: "/wishes", desktop: "all", phone: "still" },
  {
    name: "the notifications",
    path: "/notifications",
    desktop: "all",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
  },
  {
    name: "Home's rows",
    path: "/home/customise",
    desktop: "all",
    phone: "still",
    limitsScripts: true,
    screenshot: "customise-home",
  },
  {
    name: "the history",
    path: "/history",
    desktop: "all",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "history",
  },
  {
    name: "the settings of notifications",
    path: "/settings/notifications",
    desktop: "all",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
  },
  {
    name: "the search history",
    path: "/settings/searches",
    desktop: "all",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "search-history",
  },
  {
    name: "the schedule of the list",
    path: "/schedule?show=mine",
    desktop: "all",
    phone: "still",
  },
  {
    name: "the sign-up's second step",
    path: "/signup/profile",
    desktop: "all",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "sign-up-profile",
  },
  {
    name: "the sign-up's third step",
    path: "/signup/tastes",
    desktop: "all",
    phone: "still",
    limitsScripts: true,
    screenshot: "sign-up-tastes",
  },
  {
    name: "the settings",
    path: "/settings",
    desktop: "all",
    phone: "all",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "settings",
  },
  {
    name: "who is watching",
    path: "/profiles",
    desktop: "all",
    phone: "all",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "profiles",
  },
  {
    name: "the profiles of the household",
    path: "/profiles/manage",
    desktop: "all",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "manage-profiles",
  },
  {
    name: "the second factor",
    path: "/settings/two-factor",
    desktop: "all",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "two-factor",
  },
  {
    name: "the passkeys",
    path: "/settings/passkeys",
    desktop: "all",
    phone: "still",
    spanish: "fit",
    limitsScripts: true,
    screenshot: "passkeys",
  },
  {
    name: "the confirmation",
    path: "/confirm",
    desktop: "all",
    spanish: "fit",
    screenshot: "confirm",
  },
  { name: "Browse with entries", path: "/browse?order_by=newest", desktop: "fit" },
  { name: "Browse by franchise", path: "/browse?franchises=collapse", desktop: "fit" },
  { name: "a search", path: "/browse?search_query=demon+slayer", desktop: "fit" },
  { name: "a genre", path: "/genre/Drama", desktop: "fit" },
  { name: "a title that is not on the list", path: "/anime/38000", desktop: "fit" },
  {
    name: "a title on the air",
    path: LONG_TITLE,
    desktop: "fit",
    phone: "still",
    limitsScripts: true,
  },
  {
    name: "the profile",
    path: "/profile",
    desktop: "axe",
    phone: "still",
    limitsScripts: true,
    screenshot: "profile",
  },
  {
    name: "the statistics",
    path: "/profile/statistics",
    desktop: "axe",
    phone: "all",
    limitsScripts: true,
    screenshot: "statistics",
  },
  {
    name: "the year in review",
    path: `/profile/${new Date().getUTCFullYear()}`,
    desktop: "axe",
    screenshot: "year-in-review",
  },
  { name: "the copy for times without a network", path: "/offline", desktop: "axe" },
  {
    name: "a franchise",
    path: "/franchise/52991/sousou-no-frieren",
    screenshot: "franchise",
  },
  {
    name: "the credits",
    path: "/credits/1/cowboy-bebop",
    desktop: "all",
    screenshot: "credits",
  },
  { name: "an episode", path: SAMPLE_EPISODE, desktop: "fit", screenshot: "watch" },
  {
    name: "an episode without a source",
    path: "/watch/52991/13",
    screenshot: "watch-without-source",
  },
  { name: "an episode of an own file", path: "/watch/1/5", screenshot: "watch-own-file" },
  { name: "the latest of the library", path: "/library?view=added", screenshot: "library" },
  {
    name: "My list as a table",
    path: "/list?view=table",
    desktop: "fit",
    screenshot: "list-table",
  },
  {
    name: "Browse by popularity",
    path: "/browse?order_by=popularity",
    screenshotWithImages: "browse-images",
  },
];

/** What a user with a public profile opens. */
const PUBLIC_USERS: readonly ListedPage[] = [
  {
    name: "an episode without a source",
    path: "/watch/52991/1",
    desktop: "fit",
    spanish: "fit",
  },
  { name: "a public profile", path: "/profile", desktop: "fit", spanish: "fit" },
  { name: "the settings of a public profile", path: "/settings", desktop: "fit" },
  {
    name: "the tastes, once more",
    path: "/signup/tastes?edit=1",
    desktop: "fit",
    spanish: "fit",
  },
  {
    name: "the copy for times without a network",
    path: "/offline",
    desktop: "fit",
    spanish: "fit",
    screenshot: "offline",
  },
];

const NEWCOMERS: readonly ListedPage[] = [
  { name: "an empty history", path: "/history", desktop: "axe" },
  { name: "an empty search history", path: "/settings/searches", desktop: "axe" },
  { name: "an empty schedule of the list", path: "/schedule?show=mine", desktop: "axe" },
  { name: "no room to watch together", path: "/room", desktop: "axe" },
];

const OWNERS: readonly ListedPage[] = [
  { name: "the overview", path: "/admin", desktop: "axe", screenshot: "admin" },
  { name: "people", path: "/admin/people", desktop: "axe", screenshot: "admin-people" },
  {
    name: "invitations",
    path: "/admin/invitations",
    desktop: "axe",
    screenshot: "admin-invitations",
  },
  { name: "the catalog", path: "/admin/catalog", desktop: "axe", screenshot: "admin-catalog" },
  { name: "titles", path: "/admin/titles", desktop: "axe", screenshot: "admin-titles" },
  { name: "a title", path: "/admin/titles/52991", desktop: "axe" },
  { name: "a new title", path: "/admin/titles/new", desktop: "axe" },
  { name: "sources", path: "/admin/sources", desktop: "axe", screenshot: "admin-sources" },
  { name: "what users ask for", path: "/admin/wishes", desktop: "axe" },
  { name: "storage", path: "/admin/storage", desktop: "axe", screenshot: "admin-storage" },
  { name: "the library", path: "/admin/library", desktop: "axe", screenshot: "admin-library" },
  {
    name: "a new media folder",
    path: "/admin/library/add",
    desktop: "axe",
    screenshot: "admin-library-add",
  },
  { name: "settings", path: "/admin/settings", desktop: "axe", screenshot: "admin-settings" },
  { name: "the log", path: "/admin/log", desktop: "axe" },
  { name: "jobs", path: "/admin/jobs", desktop: "axe", screenshot: "admin-jobs" },
  { name: "health", path: "/admin/health", desktop: "axe", screenshot: "admin-health" },
];

const OWNERS_WITH_FOLDER: readonly ListedPage[] = [
  { name: "the library", path: "/admin/library", desktop: "axe" },
  { name: "a new folder", path: "/admin/library/add", desktop: "axe" },
  {
    name: "a folder's end",
    path: "/admin/library/remove?folder=films",
    desktop: "axe",
    screenshot: "admin-library-remove",
  },
];

export const PAGES: Readonly<Record<Reader, readonly ListedPage[]>> = {
  visitor: VISITORS,
  user: USERS,
  "public user": PUBLIC_USERS,
  newcomer: NEWCOMERS,
  owner: OWNERS,
  "owner with a folder": OWNERS_WITH_FOLDER,
};

/** The pages that only the journey of a test reaches, by the pattern of their route. */
export const PAGES_OF_JOURNEYS: Readonly<Record<string, string>> = {
  "/room/:room": "tests/e2e/player/rooms.spec.ts",
  "/profiles/manage/:id": "tests/e2e/account/household.spec.ts",
  "/profiles/join": "tests/e2e/account/household-together.spec.ts",
  "/profiles/manage/:id/titles": "tests/e2e/account/child-titles.spec.ts",
  "/profiles/ask": "tests/e2e/account/child-titles.spec.ts",
  "/signin/code": "tests/e2e/account/two-factor.spec.ts",
  "/invitation": "tests/e2e/account/people.spec.ts",
  "/unsubscribe/:code": "tests/e2e/account/mail.spec.ts",
  "/reset": "tests/integration/people/password-reset.test.ts",
  "/review/:token": "tests/e2e/watch-list/statistics.spec.ts",
  "/user/:id": "tests/e2e/pages/desktop.spec.ts",
  "/user/:id/list": "tests/e2e/pages/desktop.spec.ts",
  "/admin/people/:id": "tests/e2e/account/people.spec.ts",
  "/admin/library/group": "tests/e2e/library/media-library.spec.ts",
  "/admin/library/files": "tests/e2e/library/media-library.spec.ts",
};

/** The pages of a reader that have all these properties, in the order of the table. */
export function pagesOf(
  reader: Reader,
  wanted: Pick<ListedPage, "desktop" | "phone" | "spanish" | "limitsScripts">,
): ListedPage[] {
  const properties = Object.entries(wanted) as [keyof typeof wanted, unknown][];
  return PAGES[reader].filter((page) => properties.every(([name, value]) => page[name] === value));
}
