import { fromScale, scaleSteps, type ScoreScale } from "~/features/catalog/score-scale";
import type { I18n } from "~/i18n/i18n";
import { formatOwnScore } from "./format-entry";

/** Names a score in words where stars or faces show it: `4 of 5 stars`, `Like`. */
export function nameScore({ t, label, formatNumber }: I18n, value: number, scale: ScoreScale) {
  return scale === "3"
    ? label("score.face", String(value))
    : t("score.ofStars", { score: formatNumber(value) });
}

/** The options of a select; null where a number is entered. */
export function scoreOptions(i18n: I18n, scale: ScoreScale): [string, string][] | null {
  const steps = scaleSteps(scale);
  if (steps === null) return null;
  return steps.map((step) => {
    const shown = formatOwnScore(i18n, fromScale(step, scale), scale);
    return [String(step), scale === "3" ? `${shown} ${nameScore(i18n, step, scale)}` : shown];
  });
}

/** Shows a field's score with the decimal separator of the user's language. */
export function formatTypedScore({ formatNumber }: I18n, value: string): string {
  return value === "" ? "" : formatNumber(Number(value));
}
