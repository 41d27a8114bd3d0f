import { Outlet, useLocation, href } from "react-router";
import { currentPath } from "~/frame/site-pages";
import { useI18n } from "~/i18n/i18n-context";
import { TabLink } from "~/pages/parts/tab-link";

const TABS = [
  [href("/list"), "list.heading"],
  [href("/list/history"), "listHistory.heading"],
  [href("/list/import"), "import.heading"],
] as const;

const PATHS = TABS.map(([to]) => to);

/** My list and the pages that belong to it, with a tab each. */
export default function ListLayout() {
  const { t } = useI18n();
  const current = currentPath(useLocation().pathname, PATHS);
  return (
    <div className="page-column pt-4 md:pt-10">
      <nav aria-label={t("list.heading")} className="border-b border-rule">
        <ul className="flex flex-wrap gap-x-5 md:gap-x-8">
          {TABS.map(([to, name]) => (
            <li key={to}>
              <TabLink to={to} isCurrent={to === current}>
                {t(name)}
              </TabLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}
