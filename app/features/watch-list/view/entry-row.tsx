import { X } from "lucide-react";
import { Link } from "react-router";
import { scaleSteps, toScale, fromScale, type ScoreScale } from "~/features/catalog/score-scale";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { Cover } from "~/features/catalog/view/cards/cover";
import { formatCardFacts } from "~/features/catalog/view/facts";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import type { EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Mark } from "~/ui/chip";
import { classNames } from "~/ui/class-names";
import { useChangeForm, type ShowResult } from "~/ui/changes/use-action-message";
import { Select, TextInput } from "~/ui/forms/field";
import { ProgressBar } from "~/ui/progress-bar";
import { Score } from "~/ui/score";
import { formatOwnScore } from "./format-entry";
import { NO_STATE } from "./list-view";

export interface ListEntry {
  card: AnimeCardData;
  summary: EntrySummary;
  tags: string[];
}

interface EntryRowProps {
  entry: ListEntry;
  scale: ScoreScale;
  /** The id of the form that a selected entry belongs to. */
  selectionForm: string;
  tell: ShowResult;
}

/**
 * An entry of My list with its progress, state and score, each editable in place and updated
 * optimistically. Without JavaScript the choices have submit buttons.
 */
export function EntryRow({ entry, scale, selectionForm, tell }: EntryRowProps) {
  const { card, summary, tags } = entry;
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <li className="grid grid-cols-[auto_3.25rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 border-b border-rule py-3 lg:grid-cols-[auto_3.25rem_minmax(0,1fr)_11rem_auto]">
      <input
        type="checkbox"
        name="animeIds"
        value={card.id}
        form={selectionForm}
        aria-label={t("list.select", { title: card.title.text })}
        className="size-6 accent-[var(--color-accent)]"
      />
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
          {summary.private ? <Mark>{t("list.private")}</Mark> : null}
          {tags.map((tag) => (
            <Mark key={tag}>{tag}</Mark>
          ))}
        </span>
      </Link>
      <Progress entry={entry} tell={tell} />
      <EntryControls entry={entry} scale={scale} tell={tell} />
    </li>
  );
}

function Progress({ entry: { card, summary }, tell }: { entry: ListEntry; tell: ShowResult }) {
  const { t, formatNumber } = useI18n();
  const fetcher = useChangeForm(tell);
  const { total, next } = summary;
  const seen = summary.episodesSeen + (fetcher.formData === undefined ? 0 : 1);
  return (
    <fetcher.Form
      method="post"
      className="flex items-center gap-3 max-lg:col-span-3 lg:justify-self-end"
    >
      <input type="hidden" name="animeId" value={card.id} />
      <input type="hidden" name="by" value="1" />
      <span className="w-28 text-xs text-ink-soft tabular-nums max-lg:grow">
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

function EntryControls({
  entry: { card, summary },
  scale,
  tell,
}: {
  entry: ListEntry;
  scale: ScoreScale;
  tell: ShowResult;
}) {
  const { t, label } = useI18n();
  const stateForm = useChangeForm(tell);
  const removal = useChangeForm(tell);
  const state = summary.state ?? NO_STATE;
  return (
    <div
      className={classNames(
        "flex flex-wrap items-center gap-2 max-lg:col-span-3",
        removal.formData !== undefined && "opacity-0",
      )}
    >
      <stateForm.Form method="post" className="flex grow items-center gap-1 lg:grow-0">
        <input type="hidden" name="intent" value="state" />
        <input type="hidden" name="animeId" value={card.id} />
        <Select
          // Remounts after an error, to show the stored state.
          key={`${state} ${String(stateForm.state === "idle" && stateForm.data?.change === null)}`}
          name="state"
          aria-label={t("list.stateOf", { title: card.title.text })}
          defaultValue={state}
          options={[...ENTRY_STATES, NO_STATE].map((name) => [name, label("entryState", name)])}
          className="lg:w-36"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
        <SubmitWithoutScript />
      </stateForm.Form>
      <ScoreForm id={card.id} title={card.title.text} score={summary.score} {...{ scale, tell }} />
      <removal.Form method="post">
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
      </removal.Form>
    </div>
  );
}

function ScoreForm({
  id,
  title,
  score,
  scale,
  tell,
}: {
  id: number;
  title: string;
  score: number | null;
  scale: ScoreScale;
  tell: ShowResult;
}) {
  const i18n = useI18n();
  const fetcher = useChangeForm(tell);
  const steps = scaleSteps(scale);
  const value = score === null ? "" : String(toScale(score, scale));
  const shared = {
    key: `${value} ${String(fetcher.state === "idle" && fetcher.data?.change === null)}`,
    name: "score",
    "aria-label": i18n.t("list.scoreOf", { title }),
    defaultValue: value,
  };
  return (
    <fetcher.Form method="post" className="flex items-center gap-1">
      <input type="hidden" name="intent" value="rate" />
      <input type="hidden" name="animeId" value={id} />
      {steps === null ? (
        <TextInput
          {...shared}
          key={shared.key}
          inputMode="decimal"
          placeholder="–"
          className="w-20"
          onBlur={(event) => {
            if (event.currentTarget.value !== value) event.currentTarget.form?.requestSubmit();
          }}
        />
      ) : (
        <Select
          {...shared}
          key={shared.key}
          options={[
            ["", i18n.t("list.noScore")],
            ...steps.map((step): [string, string] => [
              String(step),
              formatOwnScore(i18n, fromScale(step, scale), scale),
            ]),
          ]}
          className="w-24"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
      )}
      <SubmitWithoutScript />
    </fetcher.Form>
  );
}

function SubmitWithoutScript() {
  const { t } = useI18n();
  return (
    <noscript>
      <Button type="submit" weight="bare">
        {t("list.save")}
      </Button>
    </noscript>
  );
}
