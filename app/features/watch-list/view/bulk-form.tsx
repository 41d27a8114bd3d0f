import { useEffect, useState } from "react";
import type { ScoreScale } from "~/features/catalog/score-scale";
import { ENTRY_STATES } from "~/features/watch-list/entry-states";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useChangeForm } from "~/ui/changes/use-action-message";
import { Field, Select } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import { ALL, LEAVE, NO_SCORE, NO_STATE, REMOVE } from "./list-view";
import { scoreOptions } from "./score-choices";

/** The entries' check boxes belong to this form, which is shown once one is checked. */
export function BulkForm({
  id,
  found,
  hasMorePages,
  tags,
  scale,
}: {
  id: string;
  /** The number of titles on all pages. */
  found: number;
  /** Offers to change the titles of all pages. */
  hasMorePages: boolean;
  tags: readonly string[];
  scale: ScoreScale;
}) {
  const i18n = useI18n();
  const { t, label } = i18n;
  const fetcher = useChangeForm();
  const scores = scoreOptions(i18n, scale);
  const selected = useSelected(id, found);
  return (
    <fetcher.Form
      method="post"
      id={id}
      aria-label={t("list.changeSelected")}
      className="sticky bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] z-10 mt-4 border-t border-rule bg-paper py-3 md:bottom-0 [&:not(main:has([name=animeIds]:checked,[name=all]:checked)_*)]:hidden"
    >
      <input type="hidden" name="intent" value="bulk" />
      <div className="mb-2 flex flex-wrap items-center gap-x-6 text-sm text-ink-soft">
        <p role="status">
          {selected === 0 ? null : t("list.selectedOf", { count: selected, all: found })}
        </p>
        {hasMorePages ? (
          <label className="inline-flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="all"
              value={ALL}
              className="size-6 accent-[var(--color-accent)]"
            />
            {t("list.selectFound", { count: found })}
          </label>
        ) : null}
      </div>
      <div className="grid grid-cols-3 items-end gap-3 max-lg:[&_input]:placeholder:text-transparent lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <div className="max-lg:col-span-2">
          <Field label={t("formField.state")}>
            <Select
              name="state"
              options={[
                [LEAVE, t("list.keep")],
                ...[...ENTRY_STATES, NO_STATE].map((state): [string, string] => [
                  state,
                  t("list.bulkMove", { state: label("entryState", state) }),
                ]),
                [REMOVE, t("list.off")],
              ]}
            />
          </Field>
        </div>
        <Field label={t("list.yourScore")}>
          {scores === null ? (
            <TextInput name="score" inputMode="decimal" placeholder={t("list.keep")} />
          ) : (
            <Select
              name="score"
              options={[[LEAVE, t("list.keep")], ...scores, [NO_SCORE, t("list.noScore")]]}
            />
          )}
        </Field>
        <Field label={t("list.addTags")}>
          <TextInput name="addTags" list={`${id}-tags`} placeholder={t("list.tagsHint")} />
        </Field>
        <Field label={t("list.removeTags")}>
          <TextInput name="removeTags" list={`${id}-tags`} placeholder={t("list.tagsHint")} />
        </Field>
        <Button type="submit" className="max-lg:col-start-3 max-lg:row-start-1">
          {t("list.apply")}
        </Button>
      </div>
      <datalist id={`${id}-tags`}>
        {tags.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </fetcher.Form>
  );
}

/** Counts again with each change of a check box, and with the entries of another page. */
function useSelected(id: string, found: number): number {
  const [selected, setSelected] = useState(0);
  useEffect(() => {
    const count = () => {
      const form = document.forms.namedItem(id);
      const chosen = form === null ? new FormData() : new FormData(form);
      setSelected(chosen.has("all") ? found : chosen.getAll("animeIds").length);
    };
    count();
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  });
  return selected;
}

/** Checks the titles of the page; on phones a box above theirs, without its text. */
export function SelectAll({ form }: { form: string }) {
  const { t } = useI18n();
  return (
    <label className="needs-js inline-flex min-h-11 items-center gap-3 text-sm text-ink-soft">
      <input
        type="checkbox"
        form={form}
        title={t("list.selectAll")}
        className="size-6 accent-[var(--color-accent)]"
        onChange={({ currentTarget: { form: owner, checked } }) => {
          for (const control of owner?.elements ?? [])
            if (control instanceof HTMLInputElement && control.name === "animeIds")
              control.checked = checked;
        }}
      />
      <span className="max-sm:sr-only">{t("list.selectAll")}</span>
    </label>
  );
}
