import { href, Link } from "react-router";
import type { LiveState } from "~/features/notifications/live/live-state";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { icon } from "~/ui/icons";
import { Wordmark } from "~/ui/wordmark";
import { AccountMenu } from "./account-menu";
import { DISCOVER_MENU_ID, DiscoverMenu } from "./discover-menu";
import { LiveBell } from "./live-bell";
import { loadMenuKeys } from "./menu-panel";
import { NavigationProgress } from "./navigation-progress";
import type { PageUser } from "./page-user";
import { SearchBox } from "./search-box";
import { SETTINGS_PANEL_ID } from "./settings-panel";
import type { SitePage, SitePages } from "./site-pages";

const ITEM =
  "inline-flex min-h-11 items-center gap-1 rounded-md px-2 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current]:text-ink aria-[current]:underline decoration-accent-text decoration-2 underline-offset-8 lg:px-3";

interface SiteHeaderProps {
  user: PageUser | null;
  /** What changes elsewhere. */
  live: LiveState;
  pages: SitePages;
  current: string | null;
}

export function SiteHeader({ user, live, pages, current }: SiteHeaderProps) {
  const { t } = useI18n();
  const isDiscovering = pages.discover.some(({ to }) => to === current);
  return (
    <header className="sticky top-0 z-30 border-b border-rule bg-paper">
      <div className="page-column flex h-(--header-height) items-center gap-1 md:gap-3 lg:gap-6">
        <Link to="/" className="relative inline-flex min-h-11 items-center pr-1 pb-1">
          <Wordmark />
          <span className="sr-only">{t("site.homeLink")}</span>
        </Link>
        <nav aria-label={t("site.mainNavigation")} className="hidden items-center md:flex">
          {pages.main.map((page) => (
            <HeaderLink key={page.to} page={page} current={current} />
          ))}
          <button
            type="button"
            popoverTarget={DISCOVER_MENU_ID}
            onFocus={loadMenuKeys}
            aria-current={isDiscovering ? "true" : undefined}
            className={classNames(ITEM, "unfolds")}
          >
            {t("site.discover")}
          </button>
          {[...pages.library, ...pages.list].map((page) => (
            <HeaderLink key={page.to} page={page} current={current} />
          ))}
        </nav>
        <DiscoverMenu pages={pages.discover} current={current} />
        <div className="flex min-w-0 grow justify-end">
          <SearchBox isSignedIn={user !== null} />
        </div>
        {pages.bell.map(({ to }) => (
          <LiveBell
            key={to}
            // A device that locks when it is not used would be used by each change elsewhere.
            userId={user?.asksProfile === true ? null : (user?.id ?? null)}
            shown={live}
            isCurrent={to === current}
            className={classNames(ITEM, "min-w-11 shrink-0 justify-center")}
          />
        ))}
        <button
          type="button"
          popoverTarget={SETTINGS_PANEL_ID}
          aria-label={t("panel.heading")}
          className={classNames(ITEM, "min-w-11 shrink-0 justify-center")}
        >
          {icon("sliders", "before:size-5")}
        </button>
        <AccountMenu user={user} pages={pages.account} current={current} />
      </div>
      {import.meta.env.SSR ? null : <NavigationProgress />}
    </header>
  );
}

interface HeaderLinkProps {
  page: SitePage;
  current: string | null;
}

function HeaderLink({ page: { to, name }, current }: HeaderLinkProps) {
  return (
    <Link
      to={to}
      prefetch={to === href("/list") ? "none" : "intent"}
      aria-current={to === current ? "page" : undefined}
      // The wordmark leads home where there is little room.
      className={classNames(ITEM, to === "/" && "max-lg:hidden")}
    >
      {name}
    </Link>
  );
}
