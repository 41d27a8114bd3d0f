import { createContext, useContext } from "react";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { FACT_DOT } from "~/ui/fact-dot";

export interface CardEntry {
  state: string;
  seen: number;
  total: number | null;
  score: string | null;
  /** Whether "+1" has an episode to mark that was broadcast. */
  countsUp: boolean;
}

export type ListStates = Readonly<Record<number, CardEntry>>;

const ListStatesContext = createContext<ListStates>({});

export const CardStates = ListStatesContext.Provider;

export function useCardStates(): ListStates {
  return useContext(ListStatesContext);
}

export const STATE_FILLS: Readonly<Record<string, string>> = {
  watching: "bg-accent-text border-accent-text forced-colors:bg-[Highlight]",
  rewatching: "bg-accent-text border-accent-text forced-colors:bg-[Highlight]",
  planned: "border-accent-text",
  completed: "border-ink-soft bg-ink-soft forced-colors:bg-[CanvasText]",
};

export function StateDot({ state }: { state: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "inline-block size-2.5 shrink-0 rounded-full border-2",
        STATE_FILLS[state] ?? "border-ink-soft",
      )}
    />
  );
}

/** Returns `4/24`, or `4 ep`; null before the first episode. */
function progressOf({ t, formatNumber }: I18n, { seen, total }: CardEntry): string | null {
  if (seen === 0) return null;
  const watched = formatNumber(seen);
  return total === null
    ? t("card.episodes", { count: watched })
    : `${watched}/${formatNumber(total)}`;
}

/** Returns a text such as `On my list: Watching. 4 of 24 watched. Your score: 8.` */
export function describeEntry({ t, label, formatNumber }: I18n, entry: CardEntry): string {
  const { state, seen, total, score } = entry;
  const watched = formatNumber(seen);
  return [
    t("card.onMyList", { collection: label("entryState", state) }),
    seen === 0
      ? null
      : total === null
        ? t("card.seen", { seen: watched })
        : t("card.seenOf", { seen: watched, all: formatNumber(total) }),
    score === null ? null : t("card.ownScore", { score }),
  ]
    .filter((part) => part !== null)
    .join(" ");
}

/** Screen readers read `EntryDescription`. */
export function CoverEntry({ id }: { id: number }) {
  const i18n = useI18n();
  const entry = useContext(ListStatesContext)[id];
  if (entry === undefined) return null;
  const progress = entry.state === "completed" ? null : progressOf(i18n, entry);
  return (
    <span
      aria-hidden
      title={describeEntry(i18n, entry)}
      className="absolute bottom-1.5 left-1.5 flex max-w-[calc(100%-0.75rem)] items-center gap-1.5 rounded-sm bg-black/80 px-1.5 py-1 text-xs leading-none font-semibold text-white tabular-nums scheme-dark"
    >
      <StateDot state={entry.state} />
      {progress}
      {entry.score === null ? null : (
        <span className={progress === null ? undefined : "border-l border-white/40 pl-1.5"}>
          {entry.score}
        </span>
      )}
    </span>
  );
}

export function EntryDescription({ id }: { id: number }) {
  const i18n = useI18n();
  const entry = useContext(ListStatesContext)[id];
  return entry === undefined ? null : (
    <span className="sr-only">{describeEntry(i18n, entry)} </span>
  );
}

export function RowEntry({ id }: { id: number }) {
  const i18n = useI18n();
  const entry = useContext(ListStatesContext)[id];
  if (entry === undefined) return null;
  const parts = [progressOf(i18n, entry), entry.score].filter((part) => part !== null);
  return (
    <span title={describeEntry(i18n, entry)} className="mr-1.5 inline-block align-baseline">
      <span aria-hidden className="inline-flex items-baseline gap-1.5">
        <StateDot state={entry.state} />
        {parts.length === 0 ? null : (
          <span className="font-semibold text-ink-soft tabular-nums">{parts.join(FACT_DOT)}</span>
        )}
      </span>
      <EntryDescription id={id} />
    </span>
  );
}
