import type { ScoreScale } from "~/features/catalog/score-scale";
import type { EntryFieldValues } from "~/features/watch-list/tracking/entry-fields";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Mark } from "~/ui/chip";
import { useChangeForm } from "~/ui/changes/use-action-message";
import type { FormFailure } from "~/ui/forms/form-failure";
import { FACT_DOT } from "~/ui/fact-dot";
import { ProgressBar } from "~/ui/progress-bar";
import { icon } from "~/ui/icons";
import { CountUpForm } from "./count-up-form";
import { EntryEditorLink } from "./entry-editor-link";
import { entryEditorAction, entryEditorPath } from "./entry-editor-path";
import { EntryEditorSection } from "./entry-editor-section";
import type { EditValues } from "./edit-values";
import type { ListedState } from "./list-control";
import { formatSpan, type ShownRewatch } from "./rewatch-list";
import { ScoreForm } from "./score-form";

export interface OwnEntryData extends Omit<EntryFieldValues, "state"> {
  state: ListedState | null;
  seen: number;
  total: number | null;
  /** The episode that comes next; null when all are seen. */
  next: number | null;
  /** The episode that "+1" marks; null when all that was broadcast is seen. */
  countUp: number | null;
  withoutFiller: { seen: number; total: number } | null;
  rewatches: readonly ShownRewatch[];
  aired: boolean;
  values: EditValues;
  scale: ScoreScale;
  isFavorite: boolean;
}

export interface OwnEntryProps {
  animeId: number;
  path: string;
  title: string;
  entry: OwnEntryData;
  /** Renders the editor in the page, as without JavaScript. */
  editing: boolean;
  failure: FormFailure | undefined;
}

export function OwnEntry({ animeId, path, title, entry, editing, failure }: OwnEntryProps) {
  const { t } = useI18n();
  const { state, score, scale } = entry;
  const editor = {
    ...entry,
    animeId,
    action: entryEditorAction(path),
    isListed: state !== null,
  };
  return (
    <section aria-label={t("entry.heading")} className={editing ? "w-full" : "max-lg:w-full"}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {state === null ? null : <Progress {...{ animeId, title, entry }} />}
        {state === null ? null : (
          <div className="flex items-center gap-3">
            <span aria-hidden className="text-sm text-ink-soft">
              {t("entry.yourScore")}
            </span>
            <ScoreForm id={animeId} title={title} score={score} scale={scale} />
          </div>
        )}
        <Facts entry={entry} />
        {editing ? null : (
          <EntryEditorLink to={entryEditorPath(path)} editor={() => editor} {...{ title }}>
            {icon("pencil")}
            {t(state === null ? "entry.addDetails" : "entry.edit")}
          </EntryEditorLink>
        )}
      </div>
      {entry.notes === null ? null : (
        <p className="mt-3 line-clamp-4 max-w-prose border-l-2 border-rule-strong pl-3 text-sm whitespace-pre-line text-ink-soft">
          {entry.notes}
        </p>
      )}
      {editing ? <EntryEditorSection {...{ editor, failure }} /> : null}
    </section>
  );
}

function Progress({
  animeId,
  title,
  entry: { state, seen, total, next, countUp, withoutFiller },
}: Pick<OwnEntryProps, "animeId" | "title" | "entry">) {
  const { t, formatNumber } = useI18n();
  const counting = useChangeForm();
  const rewatching = useChangeForm();
  const added = counting.formData === undefined ? 0 : 1;
  const shown = seen + added;
  return (
    <div className="flex items-center gap-3">
      <p className={`text-sm text-ink-soft tabular-nums ${total === null ? "" : "w-36"}`}>
        {total === null
          ? t("list.seen", { seen: formatNumber(shown) })
          : t("list.seenOf", { seen: formatNumber(shown), all: formatNumber(total) })}
        {withoutFiller === null ? null : (
          <span className="block text-xs text-ink-faint">
            {t("progress.withoutFiller", {
              seen: formatNumber(withoutFiller.seen + added),
              all: formatNumber(withoutFiller.total),
            })}
          </span>
        )}
        {total === null ? null : (
          <ProgressBar part={Math.min(1, shown / total)} className="mt-1.5" />
        )}
      </p>
      {countUp === null ? null : (
        <CountUpForm animeId={animeId} title={title} episode={countUp} fetcher={counting} />
      )}
      {next === null && state === "completed" ? (
        <rewatching.Form method="post" preventScrollReset>
          <input type="hidden" name="animeId" value={animeId} />
          <Button type="submit" name="state" value="rewatching">
            {t("entry.rewatch")}
          </Button>
        </rewatching.Form>
      ) : null}
    </div>
  );
}

function Facts({ entry }: { entry: OwnEntryData }) {
  const i18n = useI18n();
  const { t } = i18n;
  const facts = [
    formatSpan(i18n, entry.startedOn, entry.finishedOn),
    entry.rewatches.length === 0 ? null : t("entry.rewatches", { count: entry.rewatches.length }),
  ].filter((fact) => fact !== null);
  if (facts.length === 0 && entry.tags.length === 0 && !entry.private) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
      {facts.length === 0 ? null : <span>{facts.join(FACT_DOT)}</span>}
      {entry.private ? <Mark>{t("list.private")}</Mark> : null}
      {entry.tags.map((tag) => (
        <Mark key={tag}>{tag}</Mark>
      ))}
    </p>
  );
}
