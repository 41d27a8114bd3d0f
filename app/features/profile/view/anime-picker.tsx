import { Search } from "lucide-react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { CheckLine } from "~/ui/forms/field";
import { TextInput } from "~/ui/forms/text-input";
import type { AnimeChoice, AnimeField, FoundAnimes } from "./tastes-form";

interface AnimePickerProps {
  field: AnimeField;
  legend: string;
  chosen: readonly number[];
  choices: ReadonlyMap<number, AnimeChoice>;
  found: FoundAnimes | null;
}

/**
 * Searching submits the surrounding form, so other fields keep their values. Hidden titles stay
 * selected.
 */
export function AnimePicker({ field, legend, chosen, choices, found }: AnimePickerProps) {
  const { t } = useI18n();
  const results = found?.field === field ? found.ids : [];
  const shown = [...new Set([...chosen, ...results])].flatMap((id) => choices.get(id) ?? []);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium text-ink-soft">{legend}</legend>
      <div className="flex gap-2">
        <TextInput
          type="search"
          name={`find_${field}`}
          aria-label={t("tastes.searchFor", { legend })}
          placeholder={t("tastes.findHint")}
          maxLength={256}
          autoComplete="off"
        />
        <Button type="submit" name="find" value={field}>
          <Search aria-hidden className="size-4" />
          {t("tastes.find")}
        </Button>
      </div>
      {found?.field !== field ? null : (
        <p role="status" className="mt-2 text-sm text-ink-soft">
          {t(results.length === 0 ? "tastes.foundNothing" : "tastes.found", { text: found.text })}
        </p>
      )}
      {chosen
        .filter((id) => !choices.has(id))
        .map((id) => (
          <input key={id} type="hidden" name={field} value={id} />
        ))}
      {shown.length === 0 ? null : (
        <ul className="mt-2 max-h-72 overflow-y-auto rounded-md border border-rule p-1">
          {shown.map(({ id, title, year }) => (
            <li key={id}>
              <CheckLine
                name={field}
                value={id}
                defaultChecked={chosen.includes(id)}
                label={<span lang={title.lang}>{title.text}</span>}
                note={year}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
