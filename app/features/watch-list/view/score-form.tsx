import { toScale, type ScoreScale } from "~/features/catalog/score-scale";
import { useI18n } from "~/i18n/i18n-context";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { SubmitSelect, SubmitWithoutScript } from "~/ui/forms/submit-select";
import { lazyPart } from "~/ui/lazy-part";
import { useShownValue } from "~/ui/forms/typing";
import { TextInput } from "~/ui/forms/text-input";
import { formatTypedScore, scoreOptions } from "./score-choices";

/** Loads where a user has chosen stars or faces. */
const ScoreButtons = lazyPart(async () => (await import("./score-buttons")).ScoreButtons);

interface ScoreFormProps {
  id: number;
  title: string;
  score: number | null;
  scale: ScoreScale;
}

/** Saves a score once it is chosen or typed. */
export function ScoreForm({ id, title, score, scale }: ScoreFormProps) {
  const i18n = useI18n();
  const fetcher = useChangeForm();
  const hasButtons = scale === "5" || scale === "3";
  const options = hasButtons ? null : scoreOptions(i18n, scale);
  const stored = score === null ? "" : String(toScale(score, scale));
  const value = options === null ? formatTypedScore(i18n, stored) : stored;
  const sent = fetcher.formData?.get("score");
  const hasFailed = fetcher.state === "idle" && fetcher.data?.change === null;
  const input = useShownValue(value, hasFailed);
  const label = i18n.t("list.scoreOf", { title });
  const shared = { name: "score", "aria-label": label, defaultValue: value };
  return (
    <fetcher.Form method="post" className="flex items-center gap-1">
      <input type="hidden" name="intent" value="rate" />
      <input type="hidden" name="animeId" value={id} />
      <input type="hidden" name="was" value={value} />
      {hasButtons ? (
        <ScoreButtons label={label} scale={scale} value={typeof sent === "string" ? sent : value} />
      ) : options === null ? (
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
          options={[["", i18n.t("list.noScore")], ...options]}
          className="w-24"
        />
      )}
      {hasButtons ? null : <SubmitWithoutScript label={i18n.t("list.save")} />}
    </fetcher.Form>
  );
}
