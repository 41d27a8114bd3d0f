import { fromScale, scaleSteps, toScale, type ScoreScale } from "~/features/catalog/score-scale";
import { useI18n } from "~/i18n/i18n-context";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { SubmitSelect, SubmitWithoutScript } from "~/ui/forms/submit-select";
import { useShownValue } from "~/ui/forms/typing";
import { TextInput } from "~/ui/forms/text-input";
import { formatOwnScore } from "./format-entry";

interface ScoreFormProps {
  id: number;
  title: string;
  score: number | null;
  scale: ScoreScale;
}

export function ScoreForm({ id, title, score, scale }: ScoreFormProps) {
  const i18n = useI18n();
  const fetcher = useChangeForm();
  const steps = scaleSteps(scale);
  const value = score === null ? "" : String(toScale(score, scale));
  const hasFailed = fetcher.state === "idle" && fetcher.data?.change === null;
  const input = useShownValue(value, hasFailed);
  const shared = {
    name: "score",
    "aria-label": i18n.t("list.scoreOf", { title }),
    defaultValue: value,
  };
  return (
    <fetcher.Form method="post" className="flex items-center gap-1">
      <input type="hidden" name="intent" value="rate" />
      <input type="hidden" name="animeId" value={id} />
      <input type="hidden" name="was" value={value} />
      {steps === null ? (
        <TextInput
          {...shared}
          ref={input}
          inputMode="decimal"
          placeholder="–"
          className="w-20"
          onBlur={(event) => {
            if (event.currentTarget.value !== value) event.currentTarget.form?.requestSubmit();
          }}
        />
      ) : (
        <SubmitSelect
          {...shared}
          key={String(hasFailed)}
          options={[
            ["", i18n.t("list.noScore")],
            ...steps.map((step): [string, string] => [
              String(step),
              formatOwnScore(i18n, fromScale(step, scale), scale),
            ]),
          ]}
          className="w-24"
        />
      )}
      <SubmitWithoutScript label={i18n.t("list.save")} />
    </fetcher.Form>
  );
}
