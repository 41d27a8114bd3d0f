import { NotebookPen, X } from "lucide-react";
import type { ScoreScale } from "~/features/catalog/score-scale";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import type { EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm, type ShowResult } from "~/ui/changes/use-action-message";
import { Field, Select } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import { ProgressBar } from "~/ui/progress-bar";
import { NO_STATE } from "./list-view";
import { ScoreForm, SubmitWithoutScript } from "./score-form";

export interface ListEntry {
  card: AnimeCardData;
  summary: EntrySummary;
  tags: string[];
  notes: string | null;
  /** Of the next episode, ISO 8601; null when unknown. */
  airsAt: string | null;
}

export interface EntryProps {
  entry: ListEntry;
  scale: ScoreScale;
  /** The id of the form for selected entries. */
  selectionForm: string;
  tell: ShowResult;
}

export function EntryCheckbox({ entry, selectionForm }: Omit<EntryProps, "scale" | "tell">) {
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

/** Counts optimistically. */
export function EntryProgress({
  entry: { card, summary },
  tell,
  className,
}: Pick<EntryProps, "entry" | "tell"> & { className: string }) {
  const { t, formatNumber } = useI18n();
  const fetcher = useChangeForm(tell);
  const { total, next } = summary;
  const seen = summary.episodesSeen + (fetcher.formData === undefined ? 0 : 1);
  return (
    <fetcher.Form method="post" className={className}>
      <input type="hidden" name="animeId" value={card.id} />
      <input type="hidden" name="by" value="1" />
      <span className="w-28 grow text-xs text-ink-soft tabular-nums lg:grow-0">
        {total === null
          ? t("list.seen", { seen: formatNumber(seen) })
          : t("list.seenOf", { seen: formatNumber(seen), all: formatNumber(total) })}
        <ProgressBar part={total === null ? 0 : Math.min(1, seen / total)} className="mt-1.5" />
      </span>
      <Button
        type="submit"
        name="intent"
        value="seen"
        disabled={next === null}
        aria-label={t("list.countUp", { title: card.title.text, episode: next ?? seen })}
      >
        +{formatNumber(1)}
      </Button>
    </fetcher.Form>
  );
}

export function EntryStateForm({
  entry: { card, summary },
  tell,
}: Pick<EntryProps, "entry" | "tell">) {
  const { t, label } = useI18n();
  const fetcher = useChangeForm(tell);
  const state = summary.state ?? NO_STATE;
  return (
    <fetcher.Form method="post" className="flex grow items-center gap-1 lg:grow-0">
      <input type="hidden" name="intent" value="state" />
      <input type="hidden" name="animeId" value={card.id} />
      <span className="flex grow lg:w-36 lg:grow-0">
        <Select
          // Remounts after an error, to show the stored state.
          key={`${state} ${String(fetcher.state === "idle" && fetcher.data?.change === null)}`}
          name="state"
          aria-label={t("list.stateOf", { title: card.title.text })}
          defaultValue={state}
          options={[...ENTRY_STATES, NO_STATE].map((name) => [name, label("entryState", name)])}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
      </span>
      <SubmitWithoutScript />
    </fetcher.Form>
  );
}

export function EntryScoreForm({
  entry: { card, summary },
  ...rest
}: Pick<EntryProps, "entry" | "scale" | "tell">) {
  return <ScoreForm id={card.id} title={card.title.text} score={summary.score} {...rest} />;
}

/** A popover, which opens and saves without scripts too. */
export function EntryDetails({
  entry: { card, tags, notes },
  tell,
}: Pick<EntryProps, "entry" | "tell">) {
  const { t, label } = useI18n();
  const fetcher = useChangeForm(tell);
  const id = `details-${card.id}`;
  const name = t("list.editDetails", { title: card.title.text });
  return (
    <>
      <Button weight="bare" popoverTarget={id} aria-label={name}>
        <NotebookPen
          aria-hidden
          className={notes === null ? "size-4" : "size-4 text-accent-text"}
        />
      </Button>
      <fetcher.Form
        method="post"
        id={id}
        popover="auto"
        aria-label={name}
        onSubmit={(event) => event.currentTarget.hidePopover()}
        className="m-auto w-[min(30rem,calc(100vw-2rem))] space-y-4 rounded-md border border-rule-strong bg-paper p-5 text-ink shadow-xl"
      >
        <input type="hidden" name="intent" value="details" />
        <input type="hidden" name="animeId" value={card.id} />
        <p lang={card.title.lang} className="font-semibold">
          {card.title.text}
        </p>
        <Field label={label("entryField", "notes")}>
          <textarea
            name="notes"
            rows={5}
            maxLength={10_000}
            defaultValue={notes ?? ""}
            className="w-full rounded-md border border-rule-strong bg-raised p-3 text-base text-ink md:text-sm"
          />
        </Field>
        <Field label={label("entryField", "tags")} hint={t("list.tagsHint")}>
          <TextInput name="tags" defaultValue={tags.join(", ")} />
        </Field>
        <Button type="submit" weight="primary">
          {t("list.save")}
        </Button>
      </fetcher.Form>
    </>
  );
}

export function EntryRemoval({ entry: { card }, tell }: Pick<EntryProps, "entry" | "tell">) {
  const { t } = useI18n();
  const fetcher = useChangeForm(tell);
  return (
    <fetcher.Form
      method="post"
      className={fetcher.formData === undefined ? undefined : "opacity-0"}
    >
      <input type="hidden" name="animeId" value={card.id} />
      <Button
        type="submit"
        weight="bare"
        name="intent"
        value="remove"
        aria-label={t("list.remove", { title: card.title.text })}
      >
        <X aria-hidden className="size-4" />
      </Button>
    </fetcher.Form>
  );
}
