import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ScoreScale } from "~/features/catalog/score-scale";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import type { ActionResult } from "~/ui/changes/page-change";
import { Switch } from "~/ui/forms/choices";
import { type FormFailure, formMessage, submittedText } from "~/ui/forms/form-failure";
import { FormMessage, SelectField, TextAreaField, TextField } from "~/ui/forms/form-field";
import { DateField } from "./date-field";
import { EntryEditorActions } from "./entry-editor-actions";
import type { EditValues } from "./edit-values";
import { NO_STATE } from "./list-view";
import { RewatchFields } from "./rewatch-fields";
import type { ShownRewatch } from "./rewatch-list";
import { isRewatchName, toRewatchValues, toShown } from "./rewatch-values";
import { WideScoreField } from "./score-field";

export interface EntryEditorProps {
  animeId: number;
  /** The path that the form posts to: a page that shows the editor again with the errors. */
  action: string;
  values: EditValues;
  scale: ScoreScale;
  total: number | null;
  aired: boolean;
  rewatches: readonly ShownRewatch[];
  isListed: boolean;
  isFavorite: boolean;
  failure?: FormFailure | undefined;
  /** Called when saved or cancelled, where the editor can be closed. */
  onClose?: () => void;
}

type ControlName = keyof EditValues;

/** The part of a control's properties that every field has. */
interface Field {
  name: ControlName;
  label: string;
  failure: FormFailure | undefined;
  defaultValue: string;
}

type Control = (
  field: Field,
  i18n: I18n,
  editor: Pick<EntryEditorProps, "scale" | "total" | "aired" | "values">,
) => ReactNode;

type DateHint = "entry.dateHint" | "entry.finishKept";

const dateControl = (field: Field, { t }: I18n, hint: DateHint = "entry.dateHint") => (
  <DateField {...field} hint={t(hint)} />
);

/** The controls in the order of the form. */
const CONTROLS: Readonly<Record<ControlName, Control>> = {
  state: (field, { t, label }, { aired }) => (
    <SelectField
      {...field}
      hint={aired ? undefined : t("entry.notAired")}
      options={[...ENTRY_STATES, NO_STATE].map((state) => [state, label("entryState", state)])}
    />
  ),
  episodesSeen: (field, { t }, { total }) => (
    <TextField
      {...field}
      hint={total === null ? undefined : t("entry.ofEpisodes", { count: total })}
      inputMode="numeric"
      autoComplete="off"
    />
  ),
  score: ({ failure, defaultValue }, _, { scale }) => (
    <WideScoreField {...{ failure, scale }} value={defaultValue} />
  ),
  priority: (field, { label }) => (
    <SelectField
      {...field}
      options={["0", "1", "2"].map((priority) => [priority, label("priority", priority)])}
    />
  ),
  startedOn: (field, i18n) => dateControl(field, i18n),
  finishedOn: (field, i18n, { values: { state, finishedOn } }) => {
    const isKept = finishedOn !== "" && state !== "completed";
    return dateControl(field, i18n, isKept ? "entry.finishKept" : undefined);
  },
  tags: (field, { t }) => <TextField {...field} hint={t("entry.tagsHint")} autoComplete="off" />,
  notes: (field) => <TextAreaField {...field} rows={3} />,
  private: ({ name, label, failure, defaultValue }, { t }) => (
    <Switch
      {...{ name, label }}
      hint={t("entry.privateHint")}
      on={(submittedText(failure, name) ?? defaultValue) === "true"}
    />
  ),
};
const CONTROL_NAMES = Object.keys(CONTROLS) as readonly ControlName[];
/** Fields that take the width of the form. */
const WIDE: readonly ControlName[] = ["tags", "notes", "private"];

/** Errors appear beside the fields; no input is lost. */
export default function EntryEditor(props: EntryEditorProps) {
  const { animeId, action, scale, onClose } = props;
  // Another change of the entry leaves input as it is: the server changes what differs from `was`.
  const [draftOf, setDraftOf] = useState<EntryEditorProps | null>(null);
  const opened = draftOf?.animeId === animeId ? draftOf : props;
  const { values, rewatches } = opened;
  const rewatchValues = toRewatchValues(rewatches, values.state, scale);
  const shown = toShown(values, rewatchValues);
  const i18n = useI18n();
  const { t } = i18n;
  const fetcher = useFetcher<ActionResult>();
  const form = useRef<HTMLFormElement>(null);
  const failure = useFailure(fetcher.data, props.failure);
  useSaved(fetcher.data, () => {
    setDraftOf(null);
    onClose?.();
  });
  useFocusOnError(form, failure);
  return (
    <>
      <EntryEditorActions
        {...{ animeId, action }}
        isListed={props.isListed}
        isFavorite={props.isFavorite}
        onRemoved={onClose}
      />
      <fetcher.Form
        ref={form}
        // Shows the stored values after a change of the entry.
        key={shown}
        onInput={() => setDraftOf(opened)}
        method="post"
        action={action}
        preventScrollReset
        aria-label={t("entry.edit")}
      >
        <input type="hidden" name="intent" value="edit" />
        <input type="hidden" name="animeId" value={animeId} />
        <input type="hidden" name="was" value={shown} />
        <FormMessage>
          {formMessage(
            failure,
            ...CONTROL_NAMES,
            ...Object.keys(failure?.fields ?? {}).filter(isRewatchName),
          )}
        </FormMessage>
        <div className="grid gap-4 sm:grid-cols-2">
          {CONTROL_NAMES.map((name) => (
            <div key={name} className={WIDE.includes(name) ? "sm:col-span-2" : undefined}>
              {CONTROLS[name](
                { name, label: t(`formField.${name}`), failure, defaultValue: values[name] },
                i18n,
                props,
              )}
            </div>
          ))}
          <div className="sm:col-span-2">
            <RewatchFields {...{ rewatches, scale, failure }} values={rewatchValues} />
          </div>
        </div>
        <div
          className={classNames(
            "mt-6 flex flex-wrap justify-end gap-3",
            onClose !== undefined &&
              "sticky bottom-0 -mx-5 border-t border-rule bg-raised px-5 py-4",
          )}
        >
          {onClose === undefined ? null : <Button onClick={onClose}>{t("entry.cancel")}</Button>}
          <Button type="submit" weight="primary" aria-disabled={fetcher.state !== "idle"}>
            {t("list.save")}
          </Button>
        </div>
      </fetcher.Form>
    </>
  );
}

/** Keeps the form's input while no response arrives. */
function useFailure(
  result: ActionResult | undefined,
  initial: FormFailure | undefined,
): FormFailure | undefined {
  if (result === undefined) return initial;
  if (result.change !== null) return undefined;
  return result.failure ?? { message: result.refused, fields: {}, values: {} };
}

function useSaved(result: ActionResult | undefined, onSaved: () => void) {
  const handled = useRef<ActionResult | undefined>(undefined);
  useEffect(() => {
    if (result === undefined || result.change === null || result === handled.current) return;
    handled.current = result;
    onSaved();
  }, [result, onSaved]);
}

function useFocusOnError(
  form: RefObject<HTMLFormElement | null>,
  failure: FormFailure | undefined,
) {
  useEffect(() => {
    if (failure !== undefined)
      form.current
        ?.querySelector<HTMLElement>("[aria-invalid=true], [data-invalid] input:checked")
        ?.focus();
  }, [form, failure]);
}
