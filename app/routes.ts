import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** The JSON API has its own table, `routes/api/endpoints`. */
export default [
  index("routes/catalog/home.tsx"),
  route("browse", "routes/catalog/browse.tsx"),
  route("anime/:id/:slug?", "routes/catalog/anime.tsx"),
  route("genre/:name", "routes/catalog/genre.tsx"),
  route("studio/:name", "routes/catalog/studio.tsx"),
  route("watch/:id/:number", "routes/watch/episode.tsx"),
  route("suggest", "routes/catalog/suggest.ts"),
  route("random", "routes/catalog/random.ts"),
  route("list", "routes/library/list.tsx"),
  route("list/import", "routes/library/import.tsx"),
  route("list/layout", "routes/library/save-list-layout.ts"),
  route("list/pick", "routes/library/pick.ts"),
  route("list/history", "routes/library/list-history.tsx"),
  route("history", "routes/library/history.tsx"),
  route("schedule", "routes/catalog/schedule.tsx"),
  route("schedule.ics", "routes/catalog/schedule-ics.ts"),

  route("signin", "routes/account/sign-in.tsx"),
  route("signup", "routes/account/sign-up.tsx"),
  route("signup/profile", "routes/account/sign-up-profile.tsx"),
  route("signup/tastes", "routes/account/sign-up-tastes.tsx"),
  route("invitation", "routes/account/invitation.tsx"),
  route("forgot", "routes/account/forgot.tsx"),
  route("reset", "routes/account/reset.tsx"),
  route("profile", "routes/account/profile.tsx"),
  route("profile/statistics", "routes/account/statistics.tsx"),
  route("profile/:year", "routes/account/year-review.tsx"),
  route("profile/:year/:picture", "routes/account/year-picture.ts"),
  route("review/:token", "routes/account/shared-review.tsx"),
  route("review/:token/:picture", "routes/account/shared-picture.ts"),
  route("user/:id", "routes/account/public-profile.tsx"),
  route("user/:id/list", "routes/account/public-list.tsx"),
  route("user/:id/banner.svg", "routes/account/profile-banner.ts"),
  route("settings", "routes/account/settings.tsx"),

  route("admin", "routes/admin/layout.tsx", [
    index("routes/admin/overview.tsx"),
    route("people", "routes/admin/people.tsx"),
    route("people/:id", "routes/admin/person.tsx"),
    route("invitations", "routes/admin/invitations.tsx"),
    route("catalog", "routes/admin/catalog.tsx"),
    route("titles/:id", "routes/admin/title.tsx"),
    route("sources", "routes/admin/sources.tsx"),
    route("storage", "routes/admin/storage.tsx"),
    route("library", "routes/admin/library.tsx"),
    route("library/group", "routes/admin/library-group.tsx"),
    route("library/files", "routes/admin/library-files.tsx"),
    route("settings", "routes/admin/settings.tsx"),
    route("log", "routes/admin/log.tsx"),
    route("jobs", "routes/admin/jobs.tsx"),
    route("health", "routes/admin/health.tsx"),
    route("confirm", "routes/admin/confirm.tsx"),
  ]),
  route("admin/catalog/:run/rejected", "routes/admin/rejected-rows.ts"),
  route("admin/people/:id/export", "routes/admin/export-person.ts"),

  route("media/files/:folder/*", "routes/media/file.ts"),
  route("media/episode/:id/:number", "routes/media/episode-video.ts"),
  route("ipfs/:cid", "routes/media/stored-file.ts"),
  route("media/:kind/:id/:size", "routes/media/title-image.ts"),

  route("messages/:file", "routes/site/messages.ts"),
  route("visitor", "routes/site/save-visitor-settings.ts"),

  route("api/*", "routes/api/splat.ts"),

  route("docs", "routes/docs/page.tsx"),
  // The pieces of app/ui in all states, while developing.
  ...(import.meta.env.DEV ? [route("ui", "routes/workbench/page.tsx")] : []),

  route("offline", "routes/offline/offline.tsx"),
  route("service-worker.js", "routes/offline/service-worker-script.ts"),

  route("sitemap.xml", "routes/system/sitemap.ts"),
  route("sitemap/:part", "routes/system/sitemap-part.ts"),
  route("robots.txt", "routes/system/robots.ts"),
  route("opensearch.xml", "routes/system/open-search.ts"),

  route("*", "routes/system/not-found.tsx"),
] satisfies RouteConfig;
