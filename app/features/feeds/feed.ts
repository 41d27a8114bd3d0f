import type { Locale } from "~/i18n/locales";

export interface FeedEntry {
  id: string;
  title: string;
  url: string;
  /** Plain text, which may be empty. */
  text: string;
  /** URL of the cover. */
  image: string;
  /** The time of the broadcast or of the first one; null where the catalog has no day. */
  at: Date | null;
}

export interface Feed {
  id: string;
  title: string;
  language: Locale;
  /** URL of the page that shows the same. */
  page: string;
  /** URL of the feed itself; null for one whose URL is a secret. */
  self: string | null;
  /** Newest first. */
  entries: readonly FeedEntry[];
}

/** The date of what has none: Atom requires one, and the same entries have to be the same bytes. */
export const NO_DATE = new Date(0);
