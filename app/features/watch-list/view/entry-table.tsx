import type { ReactNode } from "react";
import { Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Score } from "~/ui/score";
import {
  EntryCheckbox,
  EntryDetails,
  EntryProgress,
  EntryRemoval,
  EntryScoreForm,
  EntryStateForm,
  type EntryProps,
} from "./entry-controls";
import { EntryAiring } from "./entry-row";

interface EntryTableProps extends Omit<EntryProps, "entry"> {
  entries: readonly EntryProps["entry"][];
  label: string;
}

/** Without covers; scrolls sideways on narrow screens. */
export function EntryTable({ entries, label, scale, selectionForm, tell }: EntryTableProps) {
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
      <table className="w-full min-w-[64rem] border-collapse text-sm">
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
              <span className="sr-only">{t("list.details")}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.card.id} className="border-t border-rule hover:bg-raised">
              <Cell>
                <EntryCheckbox {...{ entry, selectionForm }} />
              </Cell>
              <th scope="row" className="max-w-80 px-2 py-1 text-left font-semibold">
                <Link
                  to={entry.card.path}
                  prefetch="intent"
                  lang={entry.card.title.lang}
                  className="line-clamp-2 hover:text-accent-text"
                >
                  {entry.card.title.text}
                </Link>
              </th>
              <Cell>
                <EntryProgress {...{ entry, tell }} className="flex items-center gap-2" />
              </Cell>
              <Cell>
                <EntryStateForm {...{ entry, tell }} />
              </Cell>
              <Cell>
                <EntryScoreForm {...{ entry, scale, tell }} />
              </Cell>
              <Cell>
                <Score score={entry.card.score} />
              </Cell>
              <Cell>{entry.card.year}</Cell>
              <Cell>
                <EntryAiring airsAt={entry.airsAt} />
              </Cell>
              <Cell>{entry.tags.join(", ")}</Cell>
              <Cell>
                <span className="flex">
                  <EntryDetails {...{ entry, tell }} />
                  <EntryRemoval {...{ entry, tell }} />
                </span>
              </Cell>
            </tr>
          ))}
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
