import { CalendarDays, Compass, House, ListVideo, Settings2, Shuffle } from "lucide-react";
import { Link, NavLink } from "react-router";
import { useWords } from "~/language/words-context";
import { SETTINGS_PANEL_ID } from "./settings-panel";

const ENTRY =
  "flex h-full flex-col items-center justify-center gap-1 text-xs text-ink-soft aria-[current=page]:font-semibold aria-[current=page]:text-ink";

/** The ways about on phones, where a thumb reaches them. The own list takes the place of a random title. */
export function BottomBar({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useWords();
  return (
    <nav
      aria-label={t("site.bottomNavigation")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-(--bottom-bar-height) grid-cols-5">
        <li>
          <NavLink to="/" end className={ENTRY}>
            <House aria-hidden className="size-5" />
            {t("site.home")}
          </NavLink>
        </li>
        <li>
          <NavLink to="/browse" className={ENTRY}>
            <Compass aria-hidden className="size-5" />
            {t("site.browse")}
          </NavLink>
        </li>
        <li>
          <NavLink to="/schedule" className={ENTRY}>
            <CalendarDays aria-hidden className="size-5" />
            {t("site.schedule")}
          </NavLink>
        </li>
        <li>
          {isSignedIn ? (
            <NavLink to="/list" className={ENTRY}>
              <ListVideo aria-hidden className="size-5" />
              {t("site.myList")}
            </NavLink>
          ) : (
            <Link to="/random" className={ENTRY}>
              <Shuffle aria-hidden className="size-5" />
              {t("site.random")}
            </Link>
          )}
        </li>
        <li>
          <button type="button" popoverTarget={SETTINGS_PANEL_ID} className={`${ENTRY} w-full`}>
            <Settings2 aria-hidden className="size-5" />
            {t("site.settings")}
          </button>
        </li>
      </ul>
    </nav>
  );
}
