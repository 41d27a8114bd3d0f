import { useState } from "react";
import type { ScoreScale } from "~/features/catalog/score-scale";
import { useI18n } from "~/i18n/i18n-context";
import { CheckLine } from "~/ui/forms/field";
import { type FormFailure, submittedText } from "~/ui/forms/form-failure";
import { DateField } from "./date-field";
import { RewatchList, type ShownRewatch } from "./rewatch-list";
import { isRewatchName, rewatchName, type RewatchValues } from "./rewatch-values";
import { ScoreField } from "./score-field";
import { FACT_DOT } from "~/ui/fact-dot";

interface RewatchFieldsProps {
  rewatches: readonly ShownRewatch[];
  values: readonly RewatchValues[];
  scale: ScoreScale;
  failure: FormFailure | undefined;
}

/** A form with controls for more would exceed its limits; imports bring up to a thousand. */
const MAX_EDITABLE = 50;
const EMPTY: RewatchValues = {
  startedOn: "",
  finishedOn: "",
  score: "",
  stored: "",
  open: false,
};

/**
 * Each rewatch with its dates and score, and an empty one to add. Another follows as soon as it is
 * used; without JavaScript, after saving.
 */
export function RewatchFields({ rewatches, values, scale, failure }: RewatchFieldsProps) {
  const { t, label } = useI18n();
  const [empty, setEmpty] = useState(1);
  if (values.length > MAX_EDITABLE) return <RewatchList rewatches={rewatches} scale={scale} />;
  const rows = [...values, ...Array.from({ length: empty }, () => EMPTY)];
  return (
    <details
      open={Object.keys(failure?.fields ?? {}).some(isRewatchName)}
      className="rounded-md border border-rule"
    >
      <summary className="unfolds flex min-h-11 list-none items-center px-3 text-sm font-medium text-ink-soft hover:text-ink">
        {label("entryField", "rewatches")}
        {values.length === 0 ? null : <span className="ml-2 tabular-nums">{values.length}</span>}
      </summary>
      <div className="space-y-4 px-3 pb-3">
        {rows.map((rewatch, index) => (
          <RewatchRow
            key={index}
            {...{ index, rewatch, scale, failure }}
            isNew={index >= values.length}
            onUse={
              index === rows.length - 1 && rows.length <= MAX_EDITABLE
                ? () => setEmpty(empty + 1)
                : undefined
            }
          />
        ))}
        <p className="text-xs text-ink-faint">{t("entry.dateHint")}</p>
      </div>
    </details>
  );
}

function RewatchRow({
  index,
  rewatch,
  scale,
  failure,
  isNew,
  onUse,
}: {
  index: number;
  rewatch: RewatchValues;
  scale: ScoreScale;
  failure: FormFailure | undefined;
  isNew: boolean;
  onUse: (() => void) | undefined;
}) {
  const { t, formatNumber } = useI18n();
  const box = isNew ? "add" : "remove";
  const dates = [
    ["startedOn", t("entry.rewatchFrom")],
    ["finishedOn", t("entry.rewatchTo")],
  ] as const;
  return (
    <fieldset onInput={onUse} className="border-t border-rule pt-2">
      <legend className="pr-3 text-sm">
        {isNew
          ? t("entry.newRewatch")
          : t("entry.rewatchNumber", { number: formatNumber(index + 1) })}
        {rewatch.open ? `${FACT_DOT}${t("entry.rewatchOpen")}` : null}
      </legend>
      {rewatch.open ? <input type="hidden" name={rewatchName(index, "open")} value="true" /> : null}
      <div className="grid gap-3 sm:grid-cols-3">
        {dates.map(([date, name]) => (
          <DateField
            key={date}
            name={rewatchName(index, date)}
            label={name}
            failure={failure}
            defaultValue={rewatch[date]}
          />
        ))}
        <ScoreField
          name={rewatchName(index, "score")}
          scale={scale}
          value={rewatch.score}
          failure={failure}
        />
      </div>
      <CheckLine
        name={rewatchName(index, box)}
        value="true"
        defaultChecked={submittedText(failure, rewatchName(index, box)) !== null}
        label={t(isNew ? "entry.rewatchUndated" : "entry.removeRewatch")}
      />
    </fieldset>
  );
}
