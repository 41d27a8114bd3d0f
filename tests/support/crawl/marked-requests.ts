import { endpointRequests, type ValuesByName } from "./endpoint-requests";
import { THIS_SEASON, THIS_YEAR } from "./marked-accounts";
import { COMMON_WORD, FIRST_MARKED, MARKED_ROOM, MARKER } from "./marked-titles";
import { fillPattern, routePatterns } from "./route-paths";

export interface CrawledTitles {
  /** Marked titles, one of each kind. */
  seedIds: readonly number[];
  /** Marked titles on the users' lists. */
  listed: readonly number[];
}

/** What pages are asked for. */
export interface CrawledSite extends CrawledTitles {
  users: readonly string[];
  /** Tokens of shared years in review. */
  reviews: readonly string[];
  /** Codes of private calendar links. */
  calendars: readonly string[];
}

/** Content of others: upstream bytes, the build's files. Events do not end. */
export const OTHERS = /^\/(?:assets|api\/(?:proxy|videoProxy|auth)|media\/files)|signout|\/live$/;

/** Values for the parameters and fields of operations. */
export function valuesFor({ seedIds, listed }: CrawledTitles, parentalControl = true) {
  return {
    id: [1_001, ...seedIds],
    mal_id: [1_001, FIRST_MARKED],
    animeId: [FIRST_MARKED, 1_001],
    animeIds: [listed],
    ep: [1],
    episode: [1],
    number: [1],
    q: [COMMON_WORD],
    query: [COMMON_WORD],
    search_query: [COMMON_WORD],
    parental_control: [String(parentalControl)],
    parentalControl: [parentalControl],
    type: ["Watching"],
    year: [new Date().getUTCFullYear()],
    page: [1],
    limit: [50],
    tz: ["Asia/Tokyo"],
    genre_filter: ["Drama"],
    studio_filter: ["Lantern Works"],
    rating_filter: ["rx", "pg_13"],
    url: [""],
  } satisfies ValuesByName;
}

/** The paths of all read operations, with each value of each parameter. */
export function readCalls(values: ValuesByName): string[] {
  return endpointRequests(values)
    .filter(({ method, path }) => method === "GET" && !OTHERS.test(path))
    .map(({ path }) => path);
}

/** All pages and read operations, and pages with queries that show titles in other ways. */
export function seeds(site: CrawledSite, values: ValuesByName = valuesFor(site)): string[] {
  const { seedIds, users, reviews, calendars } = site;
  const patterns = routePatterns().filter((pattern) => pattern !== "/api/*");
  const paths = patterns.flatMap((pattern) =>
    fillPattern(
      pattern,
      pattern.startsWith("/user/")
        ? { id: [...users] }
        : {
            id: ["1001", "1002", ...seedIds.map(String)],
            slug: ["any-title"],
            number: ["1", "2"],
            name: ["Drama", "Lantern-Works", "Erotica"],
            filter: ["themes", "tags", "sources", "producers"],
            kind: ["cover", "banner", "social"],
            size: ["360.webp", "1600x400.webp", "1200.jpg"],
            folder: ["demo"],
            cid: ["bafkreia"],
            file: ["en.js", "es.js"],
            year: [THIS_YEAR],
            image: ["wide.svg", "square.svg"],
            run: ["1"],
            token: [...reviews],
            code: ["none"],
            part: ["names.xml", "titles-0.xml", "titles-99.xml"],
            room: [MARKED_ROOM],
            feed: ["episodes.atom", "episodes.json", "browse.atom", "none"],
            season: ["winter", "spring", "summer", "fall"],
            "*": ["no-such-page"],
          },
    ),
  );
  const queries = [
    "/anime/1001/velvet-harbor-1001",
    "/credits/1001/velvet-harbor-1001",
    "/franchise/1001/velvet-harbor-1001",
    "/person/1001/velvet-actor",
    "/character/1001/velvet-person",
    `/suggest?q=${COMMON_WORD}`,
    `/suggest?q=${MARKER.slice(0, 4)}`,
    `/suggest?q=Person`,
    "/credits/1001/velvet-harbor-1001?show=staff",
    "/person/1001/velvet-actor?role=main",
    "/person/1001/velvet-actor?role=staff",
    "/character/1001/velvet-person?page=2",
    `/browse?search_query=${COMMON_WORD}`,
    "/browse?order_by=popularity",
    "/browse?order_by=newest",
    "/browse?genre_filter=Drama",
    "/browse?rating_filter=rx",
    "/browse?view=list",
    "/browse?hide=seen,planned,dropped,franchise",
    "/browse?hide=franchise&order_by=newest",
    "/browse?franchises=collapse",
    `/browse?franchises=collapse&search_query=${COMMON_WORD}`,
    "/browse?franchises=collapse&hide=seen&order_by=newest",
    "/list?state=all&franchises=collapse",
    "/api/animes?franchises=collapse",
    "/api/animes?franchises=collapse&hide=planned&parental_control=false",
    `/browse?search_query=Person`,
    `/browse?search_query=${MARKER.slice(0, 4)}`,
    "/?hide=planned,franchise",
    "/genre/Drama?hide=seen,franchise",
    "/studio/Lantern-Works?hide=dropped",
    "/anime/1002/velvet-harbor-1002?hide=franchise",
    `/suggest?q=${COMMON_WORD}&hide=planned`,
    "/random?hide=planned",
    "/api/animes?hide=seen,franchise&parental_control=false",
    "/api/animes/facets?hide=planned&parental_control=false",
    "/api/animes/random?hide=planned&parental_control=false",
    `/api/animes/suggest?q=${COMMON_WORD}&hide=planned&parental_control=false`,
    "/api/animes/similar?id=1002&hide=seen&parental_control=false",
    "/franchise/1001?order=story",
    "/discover",
    "/discover/sequels?page=1",
    "/schedule?show=mine",
    `/season/${THIS_YEAR}/${THIS_SEASON}?by=type`,
    "/season/upcoming?page=1",
    "/notifications?show=unread",
    "/searches?save=%2Fbrowse%3Fgenre_filter%3DDrama",
    ...calendars.flatMap((code) => [
      `/schedule/mine.ics?code=${code}`,
      `/feed/mine.atom?code=${code}`,
      `/feed/mine.json?code=${code}`,
    ]),
    "/feed/episodes.atom?parental_control=false",
    `/feed/browse.json?search_query=${COMMON_WORD}&parental_control=false`,
    "/feed/browse.atom?rating_filter=rx&status_filter=not-yet-aired",
    "/feed/browse.atom?genre_filter=Drama&hide=seen&franchises=collapse",
    "/list?state=planned",
    "/list?state=completed",
    "/list?state=collection",
    "/list/history?page=1",
    `/list?q=${COMMON_WORD}`,
    "/list/import?done=1",
    `/profile/statistics?year=${THIS_YEAR}`,
    ...users.map((id) => `/user/${id}/list?state=completed`),
    "/signup/tastes?edit=1",
    "/signup/profile?edit=1",
    ...Array.from({ length: 12 }, (_, index) => `/random?try=${index}`),
  ];
  return [...paths, ...queries, ...readCalls(values)];
}
