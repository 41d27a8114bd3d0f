import { FranchiseOthers } from "~/features/catalog/view/cards/franchise-others";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Score } from "~/ui/score";
import {
  EntryCheckbox,
  EntryEdit,
  EntryProgress,
  EntryRemoval,
  type EntriesProps,
} from "./entry-controls";
import { EntryAiring } from "./entry-row";
import { formatOwnScore } from "./format-entry";
import { NO_STATE } from "./list-view";

/** Without covers; scrolls sideways on narrow screens. */
export function EntryTable({ entries, label, ...shared }: EntriesProps) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <div
      role="region"
      aria-label={label}
      // Scrolls with the arrow keys.
      tabIndex={0}
      className="relative mt-4 overflow-x-auto border-y border-rule"
    >
      <table className="w-full min-w-[60rem] border-collapse text-sm">
        <thead className="text-left text-xs text-ink-faint">
          <tr>
            <Head>
              <span className="sr-only">{t("list.bulk")}</span>
            </Head>
            <Head>{t("listOrder.title")}</Head>
            <Head>{i18n.label("entryField", "episodes_seen")}</Head>
            <Head>{i18n.label("entryField", "state")}</Head>
            <Head>{t("list.yourScore")}</Head>
            <Head>{t("listOrder.score")}</Head>
            <Head>{t("listOrder.year")}</Head>
            <Head>{t("list.airs")}</Head>
            <Head>{i18n.label("entryField", "tags")}</Head>
            <Head>
              <span className="sr-only">{t("entry.edit")}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { card, summary, tags, airsAt } = entry;
            return (
              <tr
                key={card.id}
                className="border-t border-rule hover:bg-raised has-[[data-removing]]:opacity-0"
              >
                <Cell>
                  <EntryCheckbox {...{ entry, ...shared }} />
                </Cell>
                <th scope="row" className="max-w-80 px-2 py-1 text-left font-semibold">
                  <Link
                    to={card.path}
                    prefetch="intent"
                    lang={card.title.lang}
                    className="line-clamp-2 hover:text-accent-text"
                  >
                    {card.title.text}
                  </Link>
                  <FranchiseOthers card={card} />
                </th>
                <Cell>
                  <EntryProgress {...{ entry, ...shared }} />
                </Cell>
                <Cell>{i18n.label("entryState", summary.state ?? NO_STATE)}</Cell>
                <Cell>
                  {summary.score === null
                    ? null
                    : formatOwnScore(i18n, summary.score, shared.scale)}
                </Cell>
                <Cell>
                  <Score score={card.score} />
                </Cell>
                <Cell>{card.year}</Cell>
                <Cell>
                  <EntryAiring airsAt={airsAt} />
                </Cell>
                <Cell>{tags.join(", ")}</Cell>
                <Cell>
                  <span className="flex">
                    <EntryEdit {...{ entry, ...shared }} />
                    <EntryRemoval entry={entry} />
                  </span>
                </Cell>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Head({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="px-2 py-2 font-medium">
      {children}
    </th>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="px-2 py-1 tabular-nums">{children}</td>;
}
