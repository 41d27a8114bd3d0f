import { PlayMark } from "~/features/catalog/view/cards/play-mark";
import { FranchiseOthers } from "~/features/catalog/view/cards/franchise-others";
import { useI18n } from "~/i18n/i18n-context";
import { Link } from "~/ui/link";
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

/** Shows entries without covers; scrolls sideways on narrow screens. */
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
      <table className="w-full min-w-[60rem] border-collapse text-sm [&_td]:px-2 [&_td]:py-1 [&_td]:tabular-nums [&_thead_th]:p-2 [&_thead_th]:font-medium">
        <thead className="text-left text-xs text-ink-faint">
          <tr>
            <th scope="col">
              <span className="sr-only">{t("list.bulk")}</span>
            </th>
            <th scope="col">{t("listOrder.title")}</th>
            <th scope="col">{t("formField.episodesSeen")}</th>
            <th scope="col">{t("formField.state")}</th>
            <th scope="col">{t("list.yourScore")}</th>
            <th scope="col">{t("listOrder.score")}</th>
            <th scope="col">{t("listOrder.year")}</th>
            <th scope="col">{t("list.airs")}</th>
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
                </th>
                <td>
                  <EntryProgress {...{ entry, ...shared }} />
                </td>
                <td>{i18n.label("entryState", fields.state ?? NO_STATE)}</td>
                <td>
                  {fields.score === null ? null : formatOwnScore(i18n, fields.score, shared.scale)}
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
