import { Link } from "react-router";
import { PlayMark } from "~/features/catalog/view/cards/play-mark";
import { FranchiseOthers } from "~/features/catalog/view/cards/franchise-others";
import { useI18n } from "~/i18n/i18n-context";
import { Score } from "~/ui/score";
import { SortHead } from "~/ui/paging/sort-head";
import {
  EntryCheckbox,
  EntryEdit,
  EntryProgress,
  EntryRemoval,
  JointProgress,
  type EntriesProps,
} from "./entry-controls";
import { EntryCount } from "./entry-count";
import { EntryAiring } from "./entry-row";
import { listPath, NO_STATE, type ListOrder, type ListView } from "./list-view";
import { ScoreForm } from "./score-form";

interface EntryTableProps extends EntriesProps {
  view: ListView;
}

/**
 * Shows entries without covers, with score and progress to change in place; scrolls sideways on
 * narrow screens. A head sorts by its column.
 */
export function EntryTable({ entries, label, view, ...shared }: EntryTableProps) {
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
      <table className="w-full min-w-[60rem] border-collapse text-sm [&_td]:px-2 [&_td]:py-1 [&_td]:tabular-nums [&_thead_th]:p-2 [&_thead_th]:font-medium">
        <thead className="text-left text-xs text-ink-faint">
          <tr>
            <th scope="col">
              <span className="sr-only">{t("list.bulk")}</span>
            </th>
            <ListHead view={view} order="title" />
            <ListHead view={view} order="progress" />
            <th scope="col">{t("formField.state")}</th>
            <ListHead view={view} order="own_score" />
            <ListHead view={view} order="score" />
            <ListHead view={view} order="year" />
            <ListHead view={view} order="airing" />
            <th scope="col">{t("formField.tags")}</th>
            <th scope="col">
              <span className="sr-only">{t("entry.edit")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const { card, fields, airsAt } = entry;
            return (
              <tr
                key={card.id}
                className="border-t border-rule hover:bg-raised has-[[data-removing]]:opacity-0"
              >
                <td>
                  <EntryCheckbox {...{ entry, ...shared }} />
                </td>
                <th scope="row" className="max-w-80 px-2 py-1 text-left font-semibold">
                  <Link
                    to={card.path}
                    prefetch="intent"
                    lang={card.title.lang}
                    className="line-clamp-2 min-h-6 leading-6 hover:text-accent-text"
                  >
                    {card.title.text}
                  </Link>
                  <PlayMark mark={card.plays} />
                  <FranchiseOthers card={card} />
                  <JointProgress entry={entry} />
                </th>
                <td>
                  <span className="flex items-center gap-2">
                    <EntryCount entry={entry} />
                    <EntryProgress entry={entry} isEditable />
                  </span>
                </td>
                <td>{i18n.label("entryState", fields.state ?? NO_STATE)}</td>
                <td>
                  <ScoreForm
                    id={card.id}
                    title={card.title.text}
                    score={fields.score}
                    scale={shared.scale}
                  />
                </td>
                <td>
                  <Score score={card.score} />
                </td>
                <td>{card.year}</td>
                <td>
                  <EntryAiring airsAt={airsAt} />
                </td>
                <td>{fields.tags.join(", ")}</td>
                <td>
                  <span className="flex">
                    <EntryEdit {...{ entry, ...shared }} />
                    <EntryRemoval entry={entry} />
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Orders in which small comes first; the others begin with the largest. */
const ASCENDING: readonly ListOrder[] = ["title", "airing"];

function ListHead({ view, order }: { view: ListView; order: ListOrder }) {
  const { t } = useI18n();
  const direction = ASCENDING.includes(order) ? "ascending" : "descending";
  return (
    <SortHead
      to={listPath({ ...view, order, page: 1 })}
      sorted={view.order === order ? direction : undefined}
    >
      {t(`listOrder.${order}`)}
    </SortHead>
  );
}
