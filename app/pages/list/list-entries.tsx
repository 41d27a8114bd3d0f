import type { ListLayout } from "~/features/catalog/list-layout";
import type { EntriesProps } from "~/features/watch-list/view/entry-controls";
import { EntryRow } from "~/features/watch-list/view/entry-row";
import type { ListView } from "~/features/watch-list/view/list-view";
import { useI18n } from "~/i18n/i18n-context";
import { lazyPart } from "~/ui/lazy-part";

const EntryGrid = lazyPart(
  async () => (await import("~/features/watch-list/view/entry-grid")).EntryGrid,
);

const EntryTable = lazyPart(
  async () => (await import("~/features/watch-list/view/entry-table")).EntryTable,
);

interface ListEntriesProps extends EntriesProps {
  view: ListView;
  layout: ListLayout;
}

/** The page's entries; in two groups where what plays here comes first. */
export function ListEntries({ entries, ...list }: ListEntriesProps) {
  const { t } = useI18n();
  if (list.view.order !== "playable") return <LaidOut {...list} entries={entries} />;
  const groups = [
    { heading: t("list.playsHere"), group: entries.filter(({ card }) => card.plays !== undefined) },
    { heading: t("list.notHere"), group: entries.filter(({ card }) => card.plays === undefined) },
  ];
  return groups.map(({ heading, group }) =>
    group.length === 0 ? null : (
      <div key={heading}>
        <h2 className="mt-6 text-lg">{heading}</h2>
        <LaidOut {...list} entries={group} label={heading} />
      </div>
    ),
  );
}

function LaidOut({ layout, view, entries, label, ...shared }: ListEntriesProps) {
  if (layout === "table")
    return <EntryTable entries={entries} label={label} view={view} {...shared} />;
  if (layout === "grid") return <EntryGrid entries={entries} label={label} {...shared} />;
  return (
    <ul aria-label={label} className="mt-2 border-t border-rule">
      {entries.map((entry) => (
        <EntryRow key={entry.card.id} entry={entry} {...shared} />
      ))}
    </ul>
  );
}
