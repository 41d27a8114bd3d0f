import { CalendarDays, Compass, House, ListVideo, Settings2, Shuffle } from "lucide-react";
import { Link, NavLink } from "react-router";
import { SETTINGS_PANEL_ID } from "./settings-panel";

const ENTRY = "flex h-full flex-col items-center justify-center gap-1 text-xs text-ink-soft aria-[current=page]:font-semibold aria-[current=page]:text-ink";

/** The ways about on phones, where a thumb reaches them. The own list takes the place of a random title. */
export function BottomBar({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <nav aria-label="Main, at the bottom" className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-paper pb-[env(safe-area-inset-bottom)] md:hidden">
      <ul className="grid h-(--bottom-bar-height) grid-cols-5">
        <li>
          <NavLink to="/" end className={ENTRY}>
            <House aria-hidden className="size-5" />
            Home
          </NavLink>
        </li>
        <li>
          <NavLink to="/browse" className={ENTRY}>
            <Compass aria-hidden className="size-5" />
            Browse
          </NavLink>
        </li>
        <li>
          <NavLink to="/schedule" className={ENTRY}>
            <CalendarDays aria-hidden className="size-5" />
            Schedule
          </NavLink>
        </li>
        <li>
          {isSignedIn ? (
            <NavLink to="/list" className={ENTRY}>
              <ListVideo aria-hidden className="size-5" />
              My list
            </NavLink>
          ) : (
            <Link to="/random" className={ENTRY}>
              <Shuffle aria-hidden className="size-5" />
              Random
            </Link>
          )}
        </li>
        <li>
          <button type="button" popoverTarget={SETTINGS_PANEL_ID} className={`${ENTRY} w-full`}>
            <Settings2 aria-hidden className="size-5" />
            Settings
          </button>
        </li>
      </ul>
    </nav>
  );
}
