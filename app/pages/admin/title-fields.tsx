import {
  AGE_RATING_LABELS,
  AIRING_STATUSES,
  ANIME_TYPES,
  SEASONS,
} from "~/features/catalog/vocabulary";
import {
  CORRECTABLE_FIELDS,
  type CorrectableField,
} from "~/features/import/corrections/correctable-fields";
import { useI18n } from "~/i18n/i18n-context";
import type { FormFailure } from "~/ui/forms/form-failure";
import { SelectField, TextAreaField, TextField } from "~/ui/forms/form-field";

const CHOICES = {
  type: ANIME_TYPES,
  status: AIRING_STATUSES,
  season: SEASONS,
  rating: Object.values(AGE_RATING_LABELS),
} as const;

const isChoice = (name: CorrectableField): name is keyof typeof CHOICES => name in CHOICES;

export interface TitleField {
  name: CorrectableField;
  text: string;
  /** What the last import has, where the field is corrected. */
  imported: string | null;
}

export function emptyTitleFields(): TitleField[] {
  return CORRECTABLE_FIELDS.map((name) => ({ name, text: "", imported: null }));
}

interface TitleFieldsProps {
  fields: readonly TitleField[];
  failure: FormFailure | undefined;
}

/** The controls for a title's facts. */
export function TitleFields({ fields, failure }: TitleFieldsProps) {
  const { t, label } = useI18n();
  return fields.map(({ name, text, imported }) => {
    const common = {
      label: t(`admin.title.${name}`),
      name,
      defaultValue: text,
      hint:
        imported === null
          ? undefined
          : t("admin.title.imported", { value: imported === "" ? "–" : imported }),
      failure,
    };
    if (isChoice(name)) {
      const values: readonly string[] = CHOICES[name];
      return (
        <SelectField
          key={name}
          {...common}
          options={[
            ["", t("admin.title.unknown")],
            ...(values.includes(text) || text === "" ? values : [text, ...values]).map(
              (value) => [value, label(name, value)] as const,
            ),
          ]}
        />
      );
    }
    if (name === "synopsis") return <TextAreaField key={name} {...common} rows={6} />;
    const isNumber = name === "episodes" || name === "year";
    return <TextField key={name} {...common} inputMode={isNumber ? "numeric" : "text"} />;
  });
}
