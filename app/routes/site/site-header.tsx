import { Settings2, Shuffle } from "lucide-react";
import { NavLink } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Link } from "~/ui/link";
import { Wordmark } from "~/ui/wordmark";
import { AccountMenu } from "./account-menu";
import type { PageUser } from "./page-user";
import { SearchBox } from "./search-box";
import { SETTINGS_PANEL_ID } from "./settings-panel";

const ITEM =
  "inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:text-ink";

export function SiteHeader({ user }: { user: PageUser | null }) {
  const { t } = useI18n();
  return (
    <header className="sticky top-0 z-30 border-b border-rule bg-paper">
      <div className="page-column flex h-(--header-height) items-center gap-3 md:gap-6">
        <Link to="/" className="relative inline-flex min-h-11 items-center pr-1 pb-1">
          <Wordmark />
          <span className="sr-only">{t("site.homeLink")}</span>
        </Link>
        <nav aria-label={t("site.mainNavigation")} className="hidden items-center md:flex">
          <NavLink to="/browse" prefetch="intent" className={ITEM}>
            {t("site.browse")}
          </NavLink>
          <NavLink to="/schedule" prefetch="intent" className={ITEM}>
            {t("site.schedule")}
          </NavLink>
          {user === null ? null : (
            <NavLink to="/list" className={ITEM}>
              {t("site.myList")}
            </NavLink>
          )}
          <Link to="/random" className={ITEM}>
            <Shuffle aria-hidden className="size-4" />
            <span className="max-lg:sr-only">{t("site.random")}</span>
          </Link>
        </nav>
        <div className="flex min-w-0 grow justify-end">
          <SearchBox isSignedIn={user !== null} />
        </div>
        <button
          type="button"
          popoverTarget={SETTINGS_PANEL_ID}
          aria-label={t("site.settings")}
          className={`${ITEM} min-w-11 justify-center max-md:hidden`}
        >
          <Settings2 aria-hidden className="size-5" />
        </button>
        <AccountMenu user={user} />
      </div>
    </header>
  );
}
