import { fromScale, scaleSteps, type ScoreScale } from "~/features/catalog/score-scale";
import { useI18n } from "~/i18n/i18n-context";
import { formatOwnScore } from "./format-entry";
import { nameScore } from "./score-choices";

const BUTTON =
  "min-h-11 min-w-11 rounded-md border border-transparent text-xl leading-none hover:bg-sunken aria-pressed:forced-colors:border-[Highlight] md:min-h-9 md:min-w-8";
const FACE =
  "opacity-60 grayscale hover:opacity-100 aria-pressed:border-accent-text aria-pressed:bg-sunken aria-pressed:opacity-100 aria-pressed:grayscale-0";

/** Stars or faces that submit their form. The pressed one removes the score. */
export function ScoreButtons({
  label,
  scale,
  value,
}: {
  label: string;
  scale: ScoreScale;
  /** The score on the scale, empty for none. */
  value: string;
}) {
  const i18n = useI18n();
  const steps = [...(scaleSteps(scale) ?? [])].reverse();
  return (
    <span role="group" aria-label={label} className="flex">
      {steps.map((step) => {
        const isPressed = value === String(step);
        const star = step <= Number(value) ? "★" : "☆";
        return (
          <button
            key={step}
            type="submit"
            name="score"
            value={isPressed ? "" : step}
            aria-pressed={isPressed}
            title={isPressed ? i18n.t("score.remove") : undefined}
            className={`${BUTTON} ${scale === "3" ? FACE : "text-accent-text"}`}
          >
            <span aria-hidden>
              {scale === "3" ? formatOwnScore(i18n, fromScale(step, scale), scale) : star}
            </span>
            <span className="sr-only">{nameScore(i18n, step, scale)}</span>
          </button>
        );
      })}
    </span>
  );
}
