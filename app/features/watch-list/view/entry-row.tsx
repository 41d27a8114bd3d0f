import { Link } from "react-router";
import { Cover } from "~/features/catalog/view/cards/cover";
import { PlayMark } from "~/features/catalog/view/cards/play-mark";
import { FranchiseOthers } from "~/features/catalog/view/cards/franchise-others";
import { formatCardFacts } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { Mark } from "~/ui/chip";
import { Score } from "~/ui/score";
import {
  EntryCheckbox,
  EntryDrop,
  EntryEdit,
  EntryProgress,
  EntryRemoval,
  JointProgress,
  type EntryProps,
} from "./entry-controls";
import { formatOwnScore } from "./format-entry";
import { NO_STATE } from "./list-view";
import { FACT_DOT } from "~/ui/fact-dot";

export function EntryRow(props: EntryProps) {
  const { card } = props.entry;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-rule py-3 transition-opacity has-[[data-removing]]:opacity-0 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <EntryCheckbox {...props} />
      <EntryLink entry={props.entry} scale={props.scale} />
      <div className="flex items-center max-md:col-span-2">
        <FranchiseOthers card={card} />
        <EntryProgress {...props} />
        <EntryEdit {...props} />
        <EntryDrop {...props} />
        <EntryRemoval {...props} />
      </div>
    </li>
  );
}

type EntryLinkProps = Pick<EntryProps, "entry" | "scale">;

function EntryLink(props: EntryLinkProps) {
  return (
    <Link
      to={props.entry.card.path}
      prefetch="intent"
      className="group flex min-w-0 items-center gap-x-3"
    >
      <EntryLinkContent {...props} />
    </Link>
  );
}

function EntryLinkContent({ entry, scale }: EntryLinkProps) {
  const { card, fields, airsAt } = entry;
  const i18n = useI18n();
  const { t, label } = i18n;
  const state = label("entryState", fields.state ?? NO_STATE);
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
            {fields.score === null
              ? state
              : `${state}${FACT_DOT}${t("list.yourScore")}: ${formatOwnScore(i18n, fields.score, scale)}`}
          </span>
          <PlayMark mark={card.plays} />
          {formatCardFacts(i18n, card)}
          <Score score={card.score} />
          <EntryAiring airsAt={airsAt} />
          <JointProgress entry={entry} />
          {fields.private ? <Mark>{t("list.private")}</Mark> : null}
          {fields.notes === null ? null : <Mark>{t("formField.notes")}</Mark>}
          {fields.tags.map((tag) => (
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
