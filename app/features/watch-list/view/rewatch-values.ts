import { toScale, type ScoreScale } from "~/features/catalog/score-scale";
import type { ShownRewatch } from "./rewatch-list";

/** The fields that the editor shows of each rewatch. */
export const REWATCH_CONTROLS = ["startedOn", "finishedOn", "score"] as const;
type RewatchControl = (typeof REWATCH_CONTROLS)[number];

/**
 * Names a form's field of a rewatch. `remove` and `add` are check boxes, `open` marks the
 * unfinished rewatch.
 */
export function rewatchName(
  index: number,
  control: RewatchControl | "stored" | "remove" | "add" | "open",
): string {
  return `rewatches.${index}.${control}`;
}

export function isRewatchName(name: string): boolean {
  return name.startsWith("rewatches.");
}

/** A rewatch as its controls show it, with its score as it is stored. */
export type RewatchValues = Readonly<
  Record<RewatchControl, string> & { stored: string; open: boolean }
>;

/** The last one is under way if it has no finish date, unless the state is another. */
export function toRewatchValues(
  rewatches: readonly ShownRewatch[],
  state: string,
  scale: ScoreScale,
): RewatchValues[] {
  const canBeOpen = state === "rewatching" || state === "paused" || state === "dropped";
  return rewatches.map(({ started_on, finished_on, score }, index) => ({
    startedOn: started_on ?? "",
    finishedOn: finished_on ?? "",
    score: score === null ? "" : String(toScale(score, scale)),
    stored: score === null ? "" : String(score),
    open: canBeOpen && index === rewatches.length - 1 && finished_on === null,
  }));
}

/** Serialises what the editor shows, with which `changedFields` compares what a form sends. */
export function toShown(
  values: Readonly<Record<string, string>>,
  rewatches: readonly RewatchValues[],
): string {
  const shown = rewatches.flatMap((rewatch, index) =>
    [...REWATCH_CONTROLS, "stored" as const].map((control) => [
      rewatchName(index, control),
      rewatch[control],
    ]),
  );
  return JSON.stringify({ ...values, ...Object.fromEntries(shown) });
}
