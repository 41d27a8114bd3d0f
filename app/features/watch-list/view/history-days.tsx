import { Link } from "react-router";
import { coverUrl } from "~/artwork/cover-sizes";
import { useI18n } from "~/i18n/i18n-context";
import type { DayGroup } from "~/i18n/group-by-day";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { classNames } from "~/ui/class-names";
import { icon } from "~/ui/icons";

export interface ChangeRow {
  id: string;
  /** Whether it can be undone here; false for a finish date, which the editor changes. */
  isChange: boolean;
  title: { id: number; text: string; lang: string; path: string } | null;
  summary: string;
  /** Notes that the catalog's change left out, to be read here; else null. */
  leftOutNotes: string | null;
  source: string;
  at: string;
  /** A date alone has none. */
  time: string | null;
  undone: boolean;
  /** Whether it can be made again here; false for an import, which is made again from its file. */
  canRedo: boolean;
}

interface HistoryDaysProps {
  days: readonly DayGroup<ChangeRow>[];
  showsCovers?: boolean;
}

export function HistoryDays({ days, showsCovers = false }: HistoryDaysProps) {
  return days.map(({ date, heading, items }) => (
    <section key={date} aria-labelledby={`day-${date}`} className="mt-8">
      <h2 id={`day-${date}`} className="text-lg">
        {heading}
      </h2>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {items.map((change) => (
          <ChangeItem key={change.id} change={change} showsCovers={showsCovers} />
        ))}
      </ul>
    </section>
  ));
}

const UNDO = icon("undo");

function ChangeItem({
  change: { id, isChange, title, summary, leftOutNotes, source, at, time, undone, canRedo },
  showsCovers,
}: {
  change: ChangeRow;
  showsCovers: boolean;
}) {
  const { t } = useI18n();
  const fetcher = useChangeForm();
  const isUndone = fetcher.formData === undefined ? undone : !undone;
  return (
    <li className="flex items-center gap-3 py-3 sm:gap-4">
      {showsCovers && title !== null ? (
        <img
          src={coverUrl(title.id, 120)}
          alt=""
          loading="lazy"
          className="aspect-2/3 w-10 shrink-0 rounded-sm bg-sunken object-cover"
        />
      ) : null}
      <div className={classNames("min-w-0 grow", isUndone && "text-ink-faint line-through")}>
        {title === null ? null : (
          <Link
            to={title.path}
            lang={title.lang}
            className="text-sm font-semibold break-words hover:text-accent-text"
          >
            {title.text}
          </Link>
        )}
        <p className="mt-0.5 text-sm break-words text-ink-soft">{summary}</p>
        {leftOutNotes === null ? null : (
          <details className="mt-1 text-sm text-ink-soft">
            <summary>{t("listHistory.leftOutNotes")}</summary>
            <p className="mt-1 break-words whitespace-pre-line">{leftOutNotes}</p>
          </details>
        )}
      </div>
      <p className="shrink-0 text-right text-xs text-ink-faint tabular-nums">
        {time === null ? null : <time dateTime={at}>{time}</time>}
        <span className="block max-sm:hidden">{source}</span>
      </p>
      {!isChange ? (
        <span className="min-w-20 shrink-0 max-sm:hidden" />
      ) : undone && !canRedo ? (
        <span className="min-w-20 shrink-0 text-center text-xs text-ink-faint">
          {t("listHistory.undone")}
        </span>
      ) : (
        <fetcher.Form method="post" className="min-w-20 shrink-0">
          <input type="hidden" name="intent" value={undone ? "redo" : "undo"} />
          <Button
            type="submit"
            weight="bare"
            name="eventId"
            value={id}
            aria-label={t(undone ? "listHistory.redo" : "listHistory.undo", {
              change: title?.text ?? summary,
            })}
          >
            {undone ? null : UNDO}
            {t(undone ? "site.redo" : "site.undo")}
          </Button>
        </fetcher.Form>
      )}
    </li>
  );
}
