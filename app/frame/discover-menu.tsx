import { useI18n } from "~/i18n/i18n-context";
import { MenuLinks, MenuPanel } from "./menu-panel";
import type { SitePage } from "./site-pages";

export const DISCOVER_MENU_ID = "discover-menu";

interface DiscoverMenuProps {
  pages: readonly SitePage[];
  current: string | null;
}

/** A menu below its button in the header; on phones, above the bottom bar. */
export function DiscoverMenu({ pages, current }: DiscoverMenuProps) {
  const { t } = useI18n();
  return (
    <MenuPanel id={DISCOVER_MENU_ID} className="menu-by-button">
      <MenuLinks label={t("site.discover")} pages={pages} current={current} />
    </MenuPanel>
  );
}
