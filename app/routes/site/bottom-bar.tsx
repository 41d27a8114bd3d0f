import { CalendarDays, Compass, House, ListVideo, Settings2, Shuffle } from "lucide-react";
import { NavLink } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Link } from "~/ui/link";
import { SETTINGS_PANEL_ID } from "./settings-panel";

const ITEM =
  "flex h-full flex-col items-center justify-center gap-1 text-xs text-ink-soft aria-[current=page]:font-semibold aria-[current=page]:text-ink";

export function BottomBar({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useI18n();
  return (
    <nav
      aria-label={t("site.bottomNavigation")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-(--bottom-bar-height) grid-cols-5">
        <li>
          <NavLink to="/" end className={ITEM}>
            <House aria-hidden className="size-5" />
            {t("site.home")}
          </NavLink>
        </li>
        <li>
          <NavLink to="/browse" className={ITEM}>
            <Compass aria-hidden className="size-5" />
            {t("site.browse")}
          </NavLink>
        </li>
        <li>
          <NavLink to="/schedule" className={ITEM}>
            <CalendarDays aria-hidden className="size-5" />
            {t("site.schedule")}
          </NavLink>
        </li>
        <li>
          {isSignedIn ? (
            <NavLink to="/list" className={ITEM}>
              <ListVideo aria-hidden className="size-5" />
              {t("site.myList")}
            </NavLink>
          ) : (
            <Link to="/random" className={ITEM}>
              <Shuffle aria-hidden className="size-5" />
              {t("site.random")}
            </Link>
          )}
        </li>
        <li>
          <button type="button" popoverTarget={SETTINGS_PANEL_ID} className={`${ITEM} w-full`}>
            <Settings2 aria-hidden className="size-5" />
            {t("site.settings")}
          </button>
        </li>
      </ul>
    </nav>
  );
}
