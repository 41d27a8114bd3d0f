import { serverI18n } from "~/i18n/i18n.server";
import { apiOperations } from "./api-routes";
import { routePatterns } from "../crawl/route-paths";

export const ANIME = "52991";
/** A URL of each route with parameters; a route that is missing here fails the test. */
const SAMPLES: Record<string, string[]> = {
  "anime/:id/:slug?": [`/anime/${ANIME}`],
  "franchise/:id/:slug?": [`/franchise/${ANIME}`],
  "character/:id/:slug?": ["/character/900000001"],
  "person/:id/:slug?": ["/person/900000001"],
  "credits/:id/:slug?": [`/credits/${ANIME}`],
  "season/:year?/:season?": ["/season/2024/winter"],
  "genre/:name": ["/genre/Action"],
  "studio/:name": ["/studio/Madhouse"],
  "browse/names/:filter": ["/browse/names/themes"],
  "watch/:id/:number": [`/watch/${ANIME}/1`],
  "room/:room": ["/room/AAAAAAAAAAAAAAAAAAAAAA"],
  "room/:room/live": ["/room/AAAAAAAAAAAAAAAAAAAAAA/live"],
  "admin/titles/:id": [`/admin/titles/${ANIME}`],
  "admin/catalog/:run/rejected": ["/admin/catalog/1/rejected"],
  "admin/people/:id": ["/admin/people/00000000-0000-4000-8000-000000000000"],
  "admin/people/:id/export": ["/admin/people/00000000-0000-4000-8000-000000000000/export"],
  "profiles/manage/:id": ["/profiles/manage/00000000-0000-4000-8000-000000000000"],
  "profiles/manage/:id/titles": ["/profiles/manage/00000000-0000-4000-8000-000000000000/titles"],
  "profiles/manage/:id/export": ["/profiles/manage/00000000-0000-4000-8000-000000000000/export"],
  "admin/backups/:name": ["/admin/backups/akari-2026-01-01T000000Z.tar"],
  "user/:id": ["/user/00000000-0000-4000-8000-000000000000"],
  "user/:id/list": ["/user/00000000-0000-4000-8000-000000000000/list"],
  "user/:id/banner.svg": ["/user/00000000-0000-4000-8000-000000000000/banner.svg"],
  "profile/:year": ["/profile/2026"],
  "profile/:year/:image": ["/profile/2026/wide.svg"],
  "unsubscribe/:code": ["/unsubscribe/00000000-0000-4000-8000-000000000000"],
  "review/:token": ["/review/aaaaaaaaaaaaaaaaaaaaaaaa"],
  "review/:token/:image": ["/review/aaaaaaaaaaaaaaaaaaaaaaaa/wide.svg"],
  "media/files/:folder/*": ["/media/files/none/a.mp4"],
  "media/episode/:id/:number": [`/media/episode/${ANIME}/1`],
  "ipfs/:cid": ["/ipfs/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"],
  "media/still/:id/:number/:size": [`/media/still/${ANIME}/1/640.webp`],
  "media/:kind/:id/:size": [
    `/media/cover/${ANIME}/240.webp`,
    `/media/banner/${ANIME}/1600.webp`,
    `/media/trailer/${ANIME}/640.webp`,
    `/media/social/${ANIME}/1200.jpg`,
  ],
  "messages/:file": ["/messages/en.000000000000.json", serverI18n("en").messagesUrl],
  "feed/:feed": ["/feed/episodes.atom", "/feed/mine.json", "/feed/browse.json?genre_filter=action"],
  "sitemap/:part": ["/sitemap/pages.xml", "/sitemap/names.xml", "/sitemap/titles-0.xml"],
  "api/*": ["/api/no-such-endpoint"],
  "*": ["/no-such-page"],
};
/** Queries that make an endpoint succeed. */
const QUERIES: Record<string, string> = {
  "/api/animes/getAnime": `?id=${ANIME}`,
  "/api/animes/similar": `?id=${ANIME}`,
  "/api/animes/suggest": "?q=frieren",
  "/api/suggest": "?q=frieren",
  "/api/animes/credits": `?id=${ANIME}`,
  "/api/characters": "?id=900000001",
  "/api/people": "?id=900000001",
  "/api/episodes": `?id=${ANIME}`,
  "/api/animes/episodes": `?id=${ANIME}`,
  "/api/episodes/getEpisode": `?mal_id=${ANIME}&ep=1`,
  "/api/episodes/playback": `?mal_id=${ANIME}&ep=1`,
  "/api/animes/episode": `?mal_id=${ANIME}&ep=1`,
};
const STATIC_FILES = ["/favicon.svg", "/manifest.webmanifest", "/healthz", "/readyz"];

function pageUrls(): string[] {
  return routePatterns().flatMap((pattern) => {
    const sample = SAMPLES[pattern.slice(1)];
    if (sample === undefined && /[:*]/.test(pattern))
      throw new Error(`No sample URL for ${pattern}`);
    return sample ?? [pattern];
  });
}

/** Every static file, page, page data and endpoint. */
export const EVERY_REQUEST: readonly (readonly [method: string, url: string])[] = [
  ...STATIC_FILES.map((url) => ["GET", url] as const),
  ...pageUrls().flatMap((url) => [
    ["GET", url] as const,
    ["GET", `${url === "/" ? "/_root" : url}.data`] as const,
  ]),
  ...apiOperations.map(({ method, path }) => [method, path + (QUERIES[path] ?? "")] as const),
];
