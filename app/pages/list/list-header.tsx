import { href, Link } from "react-router";
import { listPath, type ListView } from "~/features/watch-list/view/list-view";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { icon } from "~/ui/icons";

const PICK_PATH = href("/list/pick");

/** Icons on phones, so that the titles begin higher. */
const HEADER_LINKS = [
  [PICK_PATH, "list.pick", "shuffle"],
  [href("/profile/statistics"), "stats.heading", "chart"],
] as const;

/** The heading of My list, and what leads on from it. */
export function ListHeader() {
  const { t } = useI18n();
  return (
    <header className="mt-4 md:mt-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <h1 className="text-3xl font-bold max-md:text-2xl">{t("list.heading")}</h1>
      <div className="flex flex-wrap gap-2 max-sm:gap-1.5">
        {HEADER_LINKS.map(([to, message, name]) => (
          <ButtonLink
            key={to}
            to={to}
            reloadDocument={to === PICK_PATH}
            title={t(message)}
            className="max-sm:px-0"
          >
            {icon(name)}
            <span className="max-sm:sr-only">{t(message)}</span>
          </ButtonLink>
        ))}
      </div>
    </header>
  );
}

interface ListTabsProps {
  view: ListView;
  tabs: readonly { tab: ListView["tab"]; count: number }[];
}

/** Leads to the parts of the list, with the number of titles in each. */
export function ListTabs({ view, tabs }: ListTabsProps) {
  const { t, formatNumber } = useI18n();
  return (
    <nav aria-label={t("list.tabs")} className="mt-6 overflow-x-auto border-b border-rule">
      <ul className="flex">
        {tabs.map(({ tab, count }) => (
          <li key={tab}>
            <Link
              to={listPath({ ...view, tab, page: 1 })}
              preventScrollReset
              aria-current={view.tab === tab ? "page" : undefined}
              className="flex min-h-12 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-accent-text aria-[current=page]:text-ink sm:px-4"
            >
              {t(`listTab.${tab}`)}
              <span className="text-xs text-ink-faint tabular-nums">{formatNumber(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
