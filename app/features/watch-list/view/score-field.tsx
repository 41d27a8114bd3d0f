import { fromScale, scaleSteps, type ScoreScale } from "~/features/catalog/score-scale";
import { useI18n } from "~/i18n/i18n-context";
import type { FormFailure } from "~/ui/forms/form-failure";
import { SelectField, TextField } from "~/ui/forms/form-field";
import { formatOwnScore } from "./format-entry";

/** A score on the user's scale, empty for none. */
export function ScoreField({
  name = "score",
  scale,
  value,
  failure,
}: {
  name?: string;
  scale: ScoreScale;
  value: string;
  failure: FormFailure | undefined;
}) {
  const i18n = useI18n();
  const steps = scaleSteps(scale);
  const shared = { name, label: i18n.label("formField", "score"), failure, defaultValue: value };
  return steps === null ? (
    <TextField
      {...shared}
      hint={i18n.t(scale === "100" ? "entry.scale100" : "entry.scale10")}
      inputMode="decimal"
      autoComplete="off"
    />
  ) : (
    <SelectField
      {...shared}
      options={[
        ["", i18n.t("list.noScore")],
        ...steps.map((step): [string, string] => [
          String(step),
          formatOwnScore(i18n, fromScale(step, scale), scale),
        ]),
      ]}
    />
  );
}
