import { href, Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { icon } from "~/ui/icons";
import { DISCOVER_MENU_ID } from "./discover-menu";
import { loadMenuKeys } from "./menu-panel";
import type { SitePages } from "./site-pages";

const ITEM =
  "flex h-full w-full flex-col items-center justify-center gap-1 text-xs text-ink-soft aria-[current]:font-semibold aria-[current]:text-ink";

const ICON_SIZE = "before:size-5";

function iconOf(path: string) {
  if (path === "/") return icon("house", ICON_SIZE);
  if (path === href("/browse")) return icon("grid", ICON_SIZE);
  return icon(path === href("/list") ? "list" : "screen", ICON_SIZE);
}

interface BottomBarProps {
  pages: SitePages;
  current: string | null;
}

export function BottomBar({ pages, current }: BottomBarProps) {
  const { t } = useI18n();
  const linksTo = (links: SitePages["main"]) =>
    links.map(({ to, name }) => (
      <li key={to}>
        <Link to={to} aria-current={to === current ? "page" : undefined} className={ITEM}>
          {iconOf(to)}
          {name}
        </Link>
      </li>
    ));
  return (
    <nav
      aria-label={t("site.bottomNavigation")}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-rule bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid h-(--bottom-bar-height) auto-cols-fr grid-flow-col">
        {linksTo(pages.main)}
        <li>
          <button
            type="button"
            popoverTarget={DISCOVER_MENU_ID}
            onFocus={loadMenuKeys}
            aria-current={pages.discover.some(({ to }) => to === current) ? "true" : undefined}
            className={ITEM}
          >
            {icon("compass", ICON_SIZE)}
            {t("site.discover")}
          </button>
        </li>
        {linksTo([...pages.library, ...pages.list])}
      </ul>
    </nav>
  );
}
