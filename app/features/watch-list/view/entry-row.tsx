import { Link } from "react-router";
import { Cover } from "~/features/catalog/view/cards/cover";
import { formatCardFacts } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { Mark } from "~/ui/chip";
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

/** Editable in place. Without JavaScript the choices have submit buttons. */
export function EntryRow({ entry, scale, selectionForm, tell }: EntryProps) {
  const { card, summary, tags } = entry;
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <li className="grid grid-cols-[auto_3.25rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-rule py-3 lg:grid-cols-[auto_3.25rem_minmax(0,1fr)_11rem_auto]">
      <EntryCheckbox {...{ entry, selectionForm }} />
      {/* A duplicate of the title's link, hidden from keyboards and screen readers. */}
      <Link to={card.path} prefetch="intent" aria-hidden tabIndex={-1}>
        <Cover
          id={card.id}
          color={card.color}
          spine={null}
          sizes="3.25rem"
          className="rounded-sm"
        />
      </Link>
      <Link to={card.path} prefetch="intent" className="group min-w-0">
        <span
          lang={card.title.lang}
          className="line-clamp-2 text-sm font-semibold group-hover:text-accent-text"
        >
          {card.title.text}
        </span>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-faint">
          {formatCardFacts(i18n, card)}
          <Score score={card.score} />
          <EntryAiring airsAt={entry.airsAt} />
          {summary.private ? <Mark>{t("list.private")}</Mark> : null}
          {tags.map((tag) => (
            <Mark key={tag}>{tag}</Mark>
          ))}
        </span>
      </Link>
      <EntryProgress
        {...{ entry, tell }}
        className="flex items-center gap-3 max-lg:col-span-3 lg:justify-self-end"
      />
      <div className="flex flex-wrap items-center gap-2 max-lg:col-span-3">
        <EntryStateForm {...{ entry, tell }} />
        <EntryScoreForm {...{ entry, scale, tell }} />
        <EntryDetails {...{ entry, tell }} />
        <EntryRemoval {...{ entry, tell }} />
      </div>
    </li>
  );
}

const DAY = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;

/** The day of the next episode. */
export function EntryAiring({ airsAt }: { airsAt: string | null }) {
  const { t, formatDate } = useI18n();
  if (airsAt === null) return null;
  return <time dateTime={airsAt}>{t("list.airsOn", { day: formatDate(airsAt, DAY) })}</time>;
}
