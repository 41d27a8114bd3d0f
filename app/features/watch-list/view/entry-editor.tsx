import { type RefObject, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ScoreScale } from "~/features/catalog/score-scale";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import type { ActionResult } from "~/ui/changes/page-change";
import { Switch } from "~/ui/forms/choices";
import { type FormFailure, formMessage, submittedText } from "~/ui/forms/form-failure";
import { FormMessage, SelectField, TextAreaField, TextField } from "~/ui/forms/form-field";
import type { EditValues } from "./edit-values";
import { NO_STATE } from "./list-view";
import { RewatchFields } from "./rewatch-fields";
import type { ShownRewatch } from "./rewatch-list";
import { isRewatchName, toRewatchValues, toShown } from "./rewatch-values";
import { ScoreField } from "./score-field";

export interface EntryEditorProps {
  animeId: number;
  /** Of the form: a page that shows the editor again with the errors. */
  action: string;
  values: EditValues;
  scale: ScoreScale;
  total: number | null;
  aired: boolean;
  rewatches: readonly ShownRewatch[];
  failure?: FormFailure | undefined;
  onSaved: (result: ActionResult) => void;
  onCancel?: () => void;
}

const FIELDS = [
  "state",
  "episodesSeen",
  "score",
  "startedOn",
  "finishedOn",
  "notes",
  "tags",
  "priority",
  "private",
] as const;

/** Errors appear beside the fields; no input is lost. */
export default function EntryEditor(props: EntryEditorProps) {
  const { animeId, action, scale, total, aired, onSaved, onCancel } = props;
  // Another change of the entry leaves input as it is: the server changes what differs from `was`.
  const [draftOf, setDraftOf] = useState<EntryEditorProps | null>(null);
  const opened = draftOf?.animeId === animeId ? draftOf : props;
  const { values, rewatches } = opened;
  const rewatchValues = toRewatchValues(rewatches, values.state, scale);
  const shown = toShown(values, rewatchValues);
  const i18n = useI18n();
  const { t, label } = i18n;
  const fetcher = useFetcher<ActionResult>();
  const form = useRef<HTMLFormElement>(null);
  const failure = useFailure(fetcher.data, props.failure);
  useSaved(fetcher.data, (result) => {
    setDraftOf(null);
    onSaved(result);
  });
  useFocusOnError(form, failure);
  const shared = { failure };
  return (
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
          ...FIELDS,
          ...Object.keys(failure?.fields ?? {}).filter(isRewatchName),
        )}
      </FormMessage>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...shared}
          name="state"
          label={label("formField", "state")}
          hint={aired ? undefined : t("entry.notAired")}
          defaultValue={values.state}
          options={[...ENTRY_STATES, NO_STATE].map((state) => [state, label("entryState", state)])}
        />
        <TextField
          {...shared}
          name="episodesSeen"
          label={label("formField", "episodesSeen")}
          hint={total === null ? undefined : t("entry.ofEpisodes", { count: total })}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.episodesSeen}
        />
        <ScoreField {...shared} scale={scale} value={values.score} />
        <SelectField
          {...shared}
          name="priority"
          label={label("formField", "priority")}
          defaultValue={values.priority}
          options={["0", "1", "2"].map((priority) => [priority, label("priority", priority)])}
        />
        <TextField
          {...shared}
          name="startedOn"
          label={label("formField", "startedOn")}
          hint={t("entry.dateHint")}
          placeholder={t("entry.datePattern")}
          autoComplete="off"
          maxLength={10}
          defaultValue={values.startedOn}
        />
        <TextField
          {...shared}
          name="finishedOn"
          label={label("formField", "finishedOn")}
          hint={t("entry.dateHint")}
          placeholder={t("entry.datePattern")}
          autoComplete="off"
          maxLength={10}
          defaultValue={values.finishedOn}
        />
        <div className="space-y-4 sm:col-span-2">
          <TextField
            {...shared}
            name="tags"
            label={label("formField", "tags")}
            hint={t("entry.tagsHint")}
            autoComplete="off"
            defaultValue={values.tags}
          />
          <TextAreaField
            {...shared}
            name="notes"
            label={label("formField", "notes")}
            rows={3}
            defaultValue={values.notes}
          />
          <Switch
            name="private"
            label={label("formField", "private")}
            hint={t("entry.privateHint")}
            on={(submittedText(failure, "private") ?? values.private) === "true"}
          />
          <RewatchFields {...{ rewatches, scale, failure }} values={rewatchValues} />
        </div>
      </div>
      <div
        className={classNames(
          "mt-6 flex flex-wrap justify-end gap-3",
          onCancel !== undefined &&
            "sticky bottom-0 -mx-5 border-t border-rule bg-raised px-5 py-4",
        )}
      >
        {onCancel === undefined ? null : <Button onClick={onCancel}>{t("entry.cancel")}</Button>}
        <Button type="submit" weight="primary" aria-disabled={fetcher.state !== "idle"}>
          {t("list.save")}
        </Button>
      </div>
    </fetcher.Form>
  );
}

/** Without a response the form keeps its input. */
function useFailure(
  result: ActionResult | undefined,
  initial: FormFailure | undefined,
): FormFailure | undefined {
  if (result === undefined) return initial;
  if (result.change !== null) return undefined;
  return result.failure ?? { message: result.refused, fields: {}, values: {} };
}

function useSaved(result: ActionResult | undefined, onSaved: (result: ActionResult) => void) {
  const handled = useRef<ActionResult | undefined>(undefined);
  useEffect(() => {
    if (result === undefined || result.change === null || result === handled.current) return;
    handled.current = result;
    onSaved(result);
  }, [result, onSaved]);
}

function useFocusOnError(
  form: RefObject<HTMLFormElement | null>,
  failure: FormFailure | undefined,
) {
  useEffect(() => {
    if (failure !== undefined)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, failure]);
}
