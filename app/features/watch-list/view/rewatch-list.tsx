import type { ScoreScale } from "~/features/catalog/score-scale";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import { formatOwnScore, formatPartialDate } from "./format-entry";
import { FACT_DOT } from "~/ui/fact-dot";

export interface ShownRewatch {
  started_on: string | null;
  finished_on: string | null;
  score: number | null;
}

export function RewatchList({
  rewatches,
  scale,
}: {
  rewatches: readonly ShownRewatch[];
  scale: ScoreScale;
}) {
  const i18n = useI18n();
  if (rewatches.length === 0) return null;
  return (
    <section aria-label={i18n.label("entryField", "rewatches")}>
      <h3 className="font-sans text-sm font-medium tracking-normal text-ink-soft">
        {i18n.label("entryField", "rewatches")}
      </h3>
      <ol className="mt-1.5 list-inside list-decimal text-sm">
        {rewatches.map((rewatch, index) => (
          <li key={index}>{describeRewatch(i18n, rewatch, scale)}</li>
        ))}
      </ol>
    </section>
  );
}

/** Returns `3 May 2024 – 10 May 2024 · 8`. */
function describeRewatch(i18n: I18n, rewatch: ShownRewatch, scale: ScoreScale): string {
  const span = formatSpan(i18n, rewatch.started_on, rewatch.finished_on);
  const score = rewatch.score === null ? null : formatOwnScore(i18n, rewatch.score, scale);
  return [span ?? i18n.t("entry.noDates"), score].filter((part) => part !== null).join(FACT_DOT);
}

/** Returns `3 May 2024 – 10 May 2024`, or with one date `From …` or `Until …`. */
export function formatSpan(i18n: I18n, from: string | null, to: string | null): string | null {
  if (from === null && to === null) return null;
  if (to === null) return i18n.t("entry.since", { date: formatPartialDate(i18n, from ?? "") });
  if (from === null) return i18n.t("entry.until", { date: formatPartialDate(i18n, to) });
  const [start, end] = [formatPartialDate(i18n, from), formatPartialDate(i18n, to)];
  return start === end ? start : `${start} – ${end}`;
}
