import type { PlainKey } from "~/i18n/message-types";
import type { I18n } from "~/i18n/i18n";
import type { PageUser } from "./page-user";

/** A page that navigation leads to, by the name that its heading has. */
export interface SitePage {
  to: string;
  name: string;
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
  account: readonly SitePage[];
  more: readonly SitePage[];
}

interface Site {
  user: PageUser | null;
  /** Whether something can be played here, or this user can change that. */
  hasLibrary: boolean;
}

const HOME = "/";

/** All pages that the header, the bottom bar, the menus and the footer lead this user to. */
export function sitePages({ t }: Pick<I18n, "t">, { user, hasLibrary }: Site): SitePages {
  const page = (to: string, key: PlainKey): SitePage => ({ to, name: t(key) });
  const document = (to: string, key: PlainKey): SitePage => ({
    ...page(to, key),
    isDocument: true,
  });
  const rooms = document("/room", "room.start");
  const docs = document("/docs", "docs.title");
  const season = page("/season", "fact.season");
  const schedule = page("/schedule", "schedule.heading");
  const random = page("/random", "site.randomTitle");
  return {
    main: [page(HOME, "site.home"), page("/browse", "site.browse")],
    discover:
      user === null
        ? [season, schedule, random]
        : [
            page("/discover", "discover.heading"),
            season,
            schedule,
            page("/discover/sequels", "sequels.heading"),
            random,
          ],
    library: hasLibrary ? [page("/library", "site.library")] : [],
    list: user === null ? [] : [page("/list", "list.heading")],
    account:
      user === null
        ? []
        : [
            page("/profile", "site.profile"),
            page("/profile/statistics", "stats.heading"),
            {
              to: `/profile/${user.year}`,
              name: t("review.heading", { year: String(user.year) }),
            },
            page("/history", "watchHistory.heading"),
            page("/searches", "searches.heading"),
            page("/list/import", "import.heading"),
            rooms,
            page("/settings", "site.settings"),
            ...(user.isStaff ? [page("/admin", "admin.heading")] : []),
          ],
    more: user === null ? [rooms, docs] : [docs],
  };
}

/** The path to show as the current one, which is also that of the pages below it. */
export function currentPath(pathname: string, paths: readonly string[]): string | null {
  return paths
    .filter((path) => `${pathname}/`.startsWith(path === HOME ? "//" : `${path}/`))
    .reduce<string | null>(
      (longest, path) => (path.length > (longest?.length ?? 0) ? path : longest),
      null,
    );
}
