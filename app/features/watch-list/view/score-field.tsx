import { useId } from "react";
import { fromScale, scaleSteps, type ScoreScale } from "~/features/catalog/score-scale";
import { useI18n } from "~/i18n/i18n-context";
import { ChoiceChip, FieldGroup } from "~/ui/forms/field";
import { type FormFailure, submittedText } from "~/ui/forms/form-failure";
import { describedBy, FieldDescription, SelectField, TextField } from "~/ui/forms/form-field";
import { formatOwnScore } from "./format-entry";
import { formatTypedScore, nameScore, scoreOptions } from "./score-choices";

interface ScoreFieldProps {
  name?: string;
  scale: ScoreScale;
  /** The score on the scale, empty for none. */
  value: string;
  failure: FormFailure | undefined;
}

/** A score on the user's scale: text, or a select of its few values. */
export function ScoreField({ name = "score", scale, value, failure }: ScoreFieldProps) {
  const i18n = useI18n();
  const options = scoreOptions(i18n, scale);
  const shared = { name, label: i18n.label("formField", "score"), failure };
  return options === null ? (
    <TextField
      {...shared}
      defaultValue={formatTypedScore(i18n, value)}
      hint={i18n.t(scale === "100" ? "entry.scale100" : "entry.scale10")}
      inputMode="decimal"
      autoComplete="off"
    />
  ) : (
    <SelectField
      {...shared}
      defaultValue={value}
      options={[["", i18n.t("list.noScore")], ...options]}
    />
  );
}

/** The same as `ScoreField`, but with stars and faces side by side. */
export function WideScoreField({ name = "score", scale, value, failure }: ScoreFieldProps) {
  const i18n = useI18n();
  const id = useId();
  if (scale !== "5" && scale !== "3") return <ScoreField {...{ name, scale, value, failure }} />;
  const chosen = submittedText(failure, name) ?? value;
  const steps = [...(scaleSteps(scale) ?? [])].reverse();
  const chips = steps.map((step) => ({
    value: String(step),
    shown: formatOwnScore(i18n, fromScale(step, scale), scale),
    spoken: nameScore(i18n, step, scale),
  }));
  const none = { value: "", shown: i18n.t("list.noScore"), spoken: i18n.t("score.none") };
  const error = failure?.fields[name];
  return (
    <FieldGroup
      legend={i18n.label("formField", "score")}
      aria-describedby={describedBy(id, { error })["aria-describedby"]}
      data-invalid={error === undefined ? undefined : true}
    >
      <div className="flex flex-wrap gap-1 [word-spacing:-0.2em]">
        {[none, ...chips].map((chip) => (
          <ChoiceChip
            key={chip.value}
            type="radio"
            name={name}
            value={chip.value}
            defaultChecked={chosen === chip.value}
            label={
              <>
                <span aria-hidden>{chip.shown}</span>
                <span className="sr-only">{chip.spoken}</span>
              </>
            }
          />
        ))}
      </div>
      <FieldDescription id={id} error={error} />
    </FieldGroup>
  );
}
