/** What a route tells of its page by exporting it as `handle`. */
export interface PageHandle {
  /** The page's forms lead to the identity provider, so its policy lets them. */
  leadsToProvider?: boolean;
  /** All visitors with the same settings get the same page, so it is rendered once for them. */
  isShared?: boolean;
  /**
   * Search engines index the page under its path with the parameters that this returns, and the
   * sitemap lists it when its path has no parameters.
   */
  canonicalQuery?: (parameters: URLSearchParams) => URLSearchParams;
  /** The route sends files, which have slots of their own and take none of those of pages. */
  sendsFiles?: boolean;
  /** The page shows a user's own data or leads to such pages, so `robots.txt` excludes it. */
  isPersonal?: boolean;
  /**
   * What changes elsewhere does not load the page again, which asks for a recent proof, shows
   * something once, or counts visits.
   */
  staysAsLoaded?: boolean;
  /** The page lists notifications, so that it is loaded again when their number changes. */
  showsNotices?: boolean;
  /** Where moderators and owners edit what the page shows, which the account's menu links. */
  editPath?: (params: Readonly<Record<string, string | undefined>>) => string;
}
