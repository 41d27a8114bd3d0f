import { Cover } from "~/features/catalog/view/cards/cover";
import { FranchiseOthers } from "~/features/catalog/view/cards/franchise-others";
import { formatCardFacts } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { Mark } from "~/ui/chip";
import { Link } from "~/ui/link";
import { useCachedContent } from "~/ui/markup-cache";
import { Score } from "~/ui/score";
import {
  EntryCheckbox,
  EntryEdit,
  EntryProgress,
  EntryRemoval,
  type EntryProps,
} from "./entry-controls";
import { formatOwnScore } from "./format-entry";
import { NO_STATE } from "./list-view";

export function EntryRow(props: EntryProps) {
  const { card } = props.entry;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-rule py-3 transition-opacity has-[[data-removing]]:opacity-0 lg:grid-cols-[auto_minmax(0,1fr)_auto]">
      <EntryCheckbox {...props} />
      <EntryLink entry={props.entry} scale={props.scale} />
      <div className="flex items-center max-lg:col-span-2">
        <FranchiseOthers card={card} />
        <EntryProgress {...props} />
        <EntryEdit {...props} />
        <EntryRemoval {...props} />
      </div>
    </li>
  );
}

type EntryLinkProps = Pick<EntryProps, "entry" | "scale">;

function EntryLink(props: EntryLinkProps) {
  const { card, summary, tags, notes, airsAt } = props.entry;
  const shows = [
    ...[card, summary.state, summary.score, props.scale, summary.private],
    ...[tags, notes !== null, airsAt],
  ];
  return (
    <Link
      to={card.path}
      prefetch="intent"
      className="group flex min-w-0 items-center gap-x-3"
      {...useCachedContent("entry", shows, () => <EntryLinkContent {...props} />)}
    />
  );
}

function EntryLinkContent({ entry, scale }: EntryLinkProps) {
  const { card, summary, tags, notes, airsAt } = entry;
  const i18n = useI18n();
  const { t, label } = i18n;
  const state = label("entryState", summary.state ?? NO_STATE);
  return (
    <>
      <Cover
        id={card.id}
        color={card.color}
        spine={null}
        sizes="3.25rem"
        className="w-13 shrink-0 rounded-sm"
      />
      <span className="min-w-0">
        <span
          lang={card.title.lang}
          className="line-clamp-2 text-sm font-semibold group-hover:text-accent-text"
        >
          {card.title.text}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-faint">
          <span className="font-medium text-ink-soft">
            {summary.score === null
              ? state
              : `${state} · ${t("list.yourScore")}: ${formatOwnScore(i18n, summary.score, scale)}`}
          </span>
          {formatCardFacts(i18n, card)}
          <Score score={card.score} />
          <EntryAiring airsAt={airsAt} />
          {summary.private ? <Mark>{t("list.private")}</Mark> : null}
          {notes === null ? null : <Mark>{label("entryField", "notes")}</Mark>}
          {tags.map((tag) => (
            <Mark key={tag}>{tag}</Mark>
          ))}
        </span>
      </span>
    </>
  );
}

const DAY = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;

/** The day of the next episode. */
export function EntryAiring({ airsAt }: { airsAt: string | null }) {
  const { t, formatDate } = useI18n();
  if (airsAt === null) return null;
  return <time dateTime={airsAt}>{t("list.airsOn", { day: formatDate(airsAt, DAY) })}</time>;
}
