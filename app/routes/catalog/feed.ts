import { href } from "react-router";
import { NotFound } from "~/errors/app-error";
import { atomFeed } from "~/features/feeds/atom";
import { episodeEntries } from "~/features/feeds/episode-feed.server";
import type { Feed } from "~/features/feeds/feed";
import { feedId } from "~/features/feeds/feed-id.server";
import { browseFeedPath, feedPath, type FeedFormat } from "~/features/feeds/feed-path.server";
import { jsonFeed } from "~/features/feeds/json-feed";
import { titleEntries } from "~/features/feeds/title-entries.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import { browsePath } from "~/features/listing/view/browse-path";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { publicCacheControl } from "~/http/response/cache/shared-cache";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requestControl } from "~/http/viewer/request-control.server";
import { serverI18n } from "~/i18n/i18n.server";
import { DEFAULT_LOCALE, parseLocale } from "~/i18n/locales";
import { appliedFilters, catalogNameFormatter } from "~/pages/parts/applied-filters.server";
import { cachedAiring } from "~/pages/parts/cached-catalog.server";
import { FACT_DOT } from "~/ui/fact-dot";
import { withQuery } from "~/ui/with-query";
import { readOwnAiring } from "./own-airing.server";
import { SECRET_HEADERS, subscriptionResponse } from "./subscription-response";
import type { Route } from "./+types/feed";

interface LoadedFeed {
  feed: Feed;
  headers: Readonly<Record<string, string>>;
}

type FeedLoader = (
  request: Request,
  context: RouterContext,
  format: FeedFormat,
) => Promise<LoadedFeed>;

const FEEDS: Readonly<Record<string, FeedLoader>> = {
  episodes: loadEpisodes,
  mine: loadOwnEpisodes,
  browse: loadBrowse,
};

const FORMATS = {
  atom: { type: "application/atom+xml", write: atomFeed },
  json: { type: "application/feed+json", write: jsonFeed },
} as const;

/** Parental control is on, unless an age limit takes its place. */
const DEFAULT_CHOICE = new URLSearchParams();
const ONE_HOUR_SECONDS = 3_600;

/** Serves the feeds, as Atom and as JSON Feed. */
export function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  return withErrorResponse(context, async () => {
    const [, kind = "", extension] =
      /^(episodes|mine|browse)\.(atom|json)$/.exec(params.feed) ?? [];
    const load = FEEDS[kind];
    if (load === undefined) throw new NotFound("feed.notFound");
    const format = extension === "json" ? "json" : "atom";
    const { feed, headers } = await load(request, context, format);
    const { type, write } = FORMATS[format];
    const fileName = `akari-${kind}.${format}`;
    return subscriptionResponse(request, write(feed), { type, fileName, headers });
  });
}

async function loadEpisodes(request: Request, context: RouterContext, format: FeedFormat) {
  const services = context.get(servicesContext);
  const { parentalControl, i18n, origin, headers } = await readPublic(request, context);
  const titles = await cachedAiring(services, parentalControl);
  return {
    feed: {
      id: feedId("feed:episodes"),
      title: i18n.t("site.pageTitle", { title: i18n.t("feed.episodes") }),
      language: i18n.locale,
      page: origin + href("/schedule"),
      self: origin + feedPath(`episodes.${format}`, i18n.locale),
      entries: await episodeEntries(services.db, titles, {
        ...{ now: new Date(), language: "romaji", i18n, origin },
      }),
    },
    headers,
  };
}

async function loadOwnEpisodes(request: Request, context: RouterContext): Promise<LoadedFeed> {
  const { origin } = context.get(requestContext);
  const { userId, titles, ...own } = await readOwnAiring(request, context);
  return {
    feed: {
      id: feedId(`feed:mine:${userId}`),
      title: own.i18n.t("site.pageTitle", { title: own.i18n.t("feed.ownEpisodes") }),
      language: own.i18n.locale,
      page: origin + withQuery(href("/schedule"), { show: "mine" }),
      self: null,
      entries: await episodeEntries(context.get(servicesContext).db, titles, {
        ...{ now: new Date(), origin, ...own },
      }),
    },
    headers: SECRET_HEADERS,
  };
}

async function loadBrowse(request: Request, context: RouterContext, format: FeedFormat) {
  const services = context.get(servicesContext);
  const { parentalControl, i18n, origin, headers } = await readPublic(request, context);
  const query = {
    ...parseListing(new URL(request.url).searchParams),
    ...{ parentalControl, hide: [], page: 1 },
  };
  const page = browsePath(query);
  const formatName = await catalogNameFormatter(services, parentalControl);
  const names = appliedFilters(query, formatName, i18n).map(({ label }) => label);
  const title = names.length === 0 ? i18n.t("site.browse") : names.join(FACT_DOT);
  return {
    feed: {
      id: feedId(`feed:browse:${browseFeedPath(page, DEFAULT_LOCALE)}`),
      title: i18n.t("site.pageTitle", { title }),
      language: i18n.locale,
      page: origin + page,
      self: origin + browseFeedPath(page, i18n.locale, format),
      entries: await titleEntries(services, query, { language: "romaji", i18n, origin }),
    },
    headers,
  };
}

/** Feed readers send no cookies: the query has the locale, and the control is that of visitors. */
async function readPublic(request: Request, context: RouterContext) {
  const { parentalControl, isShared } = await requestControl(request, context, DEFAULT_CHOICE);
  const locale = parseLocale(new URL(request.url).searchParams.get("locale")) ?? DEFAULT_LOCALE;
  return {
    parentalControl,
    i18n: serverI18n(locale),
    origin: context.get(requestContext).origin,
    headers: {
      "cache-control": isShared
        ? publicCacheControl(ONE_HOUR_SECONDS, { mayBeStale: true })
        : "private, no-store",
      // The URLs are as many as the filters of Browse.
      "x-robots-tag": "noindex",
    },
  };
}
