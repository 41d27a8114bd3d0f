import type { ScoreScale } from "~/features/catalog/score-scale";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import type { EntryFieldValues } from "~/features/watch-list/tracking/entry-fields";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { classNames } from "~/ui/class-names";
import { iconClass } from "~/ui/icons";
import { ProgressBar } from "~/ui/progress-bar";
import { EntryEditorLink } from "./entry-editor-link";
import { entryEditorAction, entryEditorPath } from "./entry-editor-path";
import type { EditedEntry } from "./entry-editor-section";
import { toEditValues } from "./edit-values";
import type { ShownRewatch } from "./rewatch-list";

export interface ListEntry {
  card: AnimeCardData;
  fields: EntryFieldValues;
  progress: Pick<EntrySummary, "episodesSeen" | "total" | "countUp">;
  /** What was seen of all listed titles of its franchise, where it stands for them. */
  joint: { seen: number; total: number | null } | null;
  rewatches: readonly ShownRewatch[];
  isFavorite: boolean;
  aired: boolean;
  /** Time of the next broadcast, in ISO 8601; null when unknown. */
  airsAt: string | null;
}

/** What the entries of a page have in common. */
export interface EntryContext {
  scale: ScoreScale;
  /** The list's path with its filters, to return to it. */
  path: string;
  /** The id of the form for selected entries. */
  selectionForm: string;
}

export interface EntryProps extends EntryContext {
  entry: ListEntry;
}

export interface EntriesProps extends EntryContext {
  entries: readonly ListEntry[];
  label: string;
}

export function EntryCheckbox({
  entry,
  selectionForm,
}: Pick<EntryProps, "entry" | "selectionForm">) {
  const { t } = useI18n();
  return (
    <input
      type="checkbox"
      name="animeIds"
      value={entry.card.id}
      form={selectionForm}
      aria-label={t("list.select", { title: entry.card.title.text })}
      className="size-6 accent-[var(--color-accent)]"
    />
  );
}

/**
 * Counts optimistically. `EntryRemoval` submits this form, `data-removing` until the response.
 * `isEditable` leaves the number of watched episodes to an `EntryCount` beside it.
 */
export function EntryProgress({
  entry: { card, progress },
  isEditable = false,
}: Pick<EntryProps, "entry"> & { isEditable?: boolean }) {
  const { t, formatNumber } = useI18n();
  const fetcher = useChangeForm();
  const { total, countUp } = progress;
  const sent = fetcher.formData?.get("intent");
  const seen = progress.episodesSeen + (sent === "mark" ? 1 : 0);
  return (
    <fetcher.Form
      method="post"
      id={formId(card.id)}
      data-removing={sent === "remove" ? "" : undefined}
      className="flex min-w-0 grow items-center gap-3"
    >
      <input type="hidden" name="animeId" value={card.id} />
      {/* The episode, so that pressing twice counts once. */}
      {countUp === null ? null : <input type="hidden" name="episode" value={countUp} />}
      <span
        className={classNames(
          "grow text-xs text-ink-soft tabular-nums md:grow-0",
          isEditable ? "w-16" : "w-28",
        )}
      >
        {isEditable
          ? total !== null && t("list.ofAll", { all: formatNumber(total) })
          : total === null
            ? t("list.seen", { seen: formatNumber(seen) })
            : t("list.seenOf", { seen: formatNumber(seen), all: formatNumber(total) })}
        <ProgressBar part={total === null ? null : Math.min(1, seen / total)} className="mt-1.5" />
      </span>
      {countUp === null ? null : (
        <Button
          type="submit"
          name="intent"
          value="mark"
          aria-label={t("list.countUp", { title: card.title.text, episode: countUp })}
          className="px-3"
        >
          {`+${formatNumber(1)}`}
        </Button>
      )}
    </fetcher.Form>
  );
}

/** The progress of a franchise, below the entry that stands for it. */
export function JointProgress({ entry: { joint } }: Pick<EntryProps, "entry">) {
  const { t, formatNumber } = useI18n();
  if (joint === null || joint.total === null) return null;
  return (
    <span className="block text-xs text-ink-soft tabular-nums">
      {t("list.jointProgress", {
        seen: formatNumber(joint.seen),
        all: formatNumber(joint.total),
      })}
    </span>
  );
}

const formId = (id: number) => `entry-${id}`;

const PENCIL = iconClass("pencil");
const CROSS = iconClass("cross");

/** Opens the editor of state, score, dates, notes and tags. */
export function EntryEdit({ entry, scale, path }: Omit<EntryProps, "selectionForm">) {
  const { t } = useI18n();
  const { id, title } = entry.card;
  return (
    <EntryEditorLink
      to={entryEditorPath(path, id)}
      title={title.text}
      editor={() => toEditedEntry(entry, scale, path)}
      label={t("list.edit", { title: title.text })}
      className={PENCIL}
    />
  );
}

/** What the editor of an entry needs on the list's page. */
export function toEditedEntry(entry: ListEntry, scale: ScoreScale, path: string): EditedEntry {
  const { card, fields, progress, aired, rewatches, isFavorite } = entry;
  return {
    animeId: card.id,
    action: entryEditorAction(path, card.id),
    values: toEditValues({ ...fields, episodesSeen: progress.episodesSeen }, scale),
    scale,
    total: progress.total,
    aired,
    rewatches,
    isListed: true,
    isFavorite,
  };
}

/**
 * Moves a title that was begun to Dropped, by the form of the `EntryProgress` on the page. Others
 * leave an empty place, so that the buttons of all rows stand in columns.
 */
export function EntryDrop({ entry: { card, fields } }: Pick<EntryProps, "entry">) {
  const { t } = useI18n();
  if (!DROPPABLE.includes(fields.state)) return <span className="w-11 shrink-0 max-md:hidden" />;
  return (
    <Button
      type="submit"
      form={formId(card.id)}
      weight="bare"
      name="state"
      value="dropped"
      aria-label={t("upNext.dropped", { title: card.title.text })}
      title={t("upNext.droppedHint")}
      className="icon icon-ban"
    />
  );
}

const DROPPABLE: readonly EntryFieldValues["state"][] = ["watching", "rewatching", "paused"];

/** Needs the `EntryProgress` of the entry on the page. */
export function EntryRemoval({ entry: { card } }: Pick<EntryProps, "entry">) {
  const { t } = useI18n();
  return (
    <Button
      type="submit"
      form={formId(card.id)}
      weight="bare"
      name="intent"
      value="remove"
      aria-label={t("list.remove", { title: card.title.text })}
      className={CROSS}
    />
  );
}
