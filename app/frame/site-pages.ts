import { href } from "react-router";
import type { PlainKey } from "~/i18n/message-types";
import type { I18n } from "~/i18n/i18n";
import type { PageUser } from "./page-user";

/** A page that navigation leads to, by the name that its heading has. */
export interface SitePage {
  to: string;
  name: string;
  /** What is new on it. */
  news?: string | undefined;
  /**
   * Whether it is loaded as a document: the router does not have it, or not the cookies of its
   * path.
   */
  isDocument?: boolean;
}

export interface SitePages {
  main: readonly SitePage[];
  discover: readonly SitePage[];
  library: readonly SitePage[];
  list: readonly SitePage[];
  /** What the bell in the header leads to. */
  bell: readonly SitePage[];
  account: readonly SitePage[];
  more: readonly SitePage[];
}

interface Site {
  user: PageUser | null;
  /** Whether something can be played here, or this user can change that. */
  hasLibrary: boolean;
}

const HOME = "/";

/** Stands in the path of a review for the last year that has anything. */
export const LATEST_YEAR = "latest";

/** All pages that the header, the bottom bar, the menus and the footer lead this user to. */
export function sitePages({ t }: Pick<I18n, "t">, { user, hasLibrary }: Site): SitePages {
  const page = (to: string, key: PlainKey): SitePage => ({ to, name: t(key) });
  const document = (to: string, key: PlainKey): SitePage => ({
    ...page(to, key),
    isDocument: true,
  });
  const rooms = document(href("/room"), "room.start");
  const docs = document(href("/docs"), "docs.title");
  const season = page(href("/season/:year?/:season?"), "fact.season");
  const schedule = page(href("/schedule"), "schedule.heading");
  const random = page(href("/random"), "site.randomTitle");
  return {
    main: [page(HOME, "site.home"), page(href("/browse"), "site.browse")],
    discover:
      user === null
        ? [season, schedule, random]
        : [
            page(href("/discover"), "discover.heading"),
            season,
            schedule,
            page(href("/discover/sequels"), "sequels.heading"),
            random,
          ],
    library: hasLibrary ? [page(href("/library"), "site.library")] : [],
    list: user === null ? [] : [page(href("/list"), "list.heading")],
    bell: user === null ? [] : [page(href("/notifications"), "notices.heading")],
    account:
      user === null
        ? []
        : [
            page(href("/profile"), "site.profile"),
            page(href("/profile/statistics"), "stats.heading"),
            page(href("/profile/:year", { year: LATEST_YEAR }), "review.latest"),
            page(href("/history"), "watchHistory.heading"),
            page(href("/searches"), "searches.heading"),
            page(href("/wishes"), "wishes.heading"),
            page(href("/list/import"), "import.heading"),
            ...(user.isChild ? [] : [rooms]),
            ...(user.askedTitles === null
              ? []
              : [
                  {
                    ...page(href("/profiles/manage"), "profiles.manage"),
                    news:
                      user.askedTitles === 0
                        ? undefined
                        : t("profiles.asked.count", { count: user.askedTitles }),
                  },
                ]),
            page(href("/settings"), "site.settings"),
            ...(user.isStaff ? [page(href("/admin"), "admin.heading")] : []),
          ],
    more: user === null ? [rooms, docs] : [docs],
  };
}

/** The path to show as the current one, which is also that of the pages below it. */
export function currentPath(pathname: string, paths: readonly string[]): string | null {
  const place = pathname.replace(/^(\/profile\/)\d+$/, `$1${LATEST_YEAR}`);
  return paths
    .filter((path) => `${place}/`.startsWith(path === HOME ? "//" : `${path}/`))
    .reduce<string | null>(
      (longest, path) => (path.length > (longest?.length ?? 0) ? path : longest),
      null,
    );
}
