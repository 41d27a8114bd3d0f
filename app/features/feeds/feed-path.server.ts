import { href } from "react-router";
import { DEFAULT_LOCALE, type Locale } from "~/i18n/locales";
import { withQuery } from "~/ui/with-query";

type FeedKind = "episodes" | "mine" | "browse";
export type FeedFormat = "atom" | "json";

/** What a feed does not follow: it has its own order, is not paged, and is of no user. */
const OF_PAGES = ["order_by", "page", "page_number", "limit", "limit_count", "view", "hide"];

/** The path of a feed. Readers send neither cookies nor languages, so the query has the locale. */
export function feedPath(
  name: `${FeedKind}.${FeedFormat}`,
  locale: Locale = DEFAULT_LOCALE,
  filters: URLSearchParams | string = "",
): string {
  const query = new URLSearchParams(filters);
  if (locale !== DEFAULT_LOCALE) query.set("locale", locale);
  return withQuery(href("/feed/:feed", { feed: name }), query);
}

/** The path of the feed of a Browse URL's titles. */
export function browseFeedPath(
  browse: string,
  locale: Locale,
  format: FeedFormat = "atom",
): string {
  const query = new URLSearchParams(browse.split("?")[1]);
  for (const name of OF_PAGES) query.delete(name);
  return feedPath(`browse.${format}`, locale, query);
}
