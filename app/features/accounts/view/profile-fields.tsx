import type { ReactNode } from "react";
import { LIMIT_RATINGS, type LimitRating } from "~/features/catalog/parental-control";
import { AGE_RATING_LABELS } from "~/features/catalog/vocabulary";
import { useI18n } from "~/i18n/i18n-context";
import { LOCALE_NAMES, LOCALES, type Locale } from "~/i18n/locales";
import { CheckLine } from "~/ui/forms/field";
import type { FormFailure } from "~/ui/forms/form-failure";
import { SelectField, TextField } from "~/ui/forms/form-field";
import { PinField } from "./pin-field";

interface ProfileFieldsProps {
  /** What is stored; null for a new profile. */
  profile: {
    name: string;
    isManaged: boolean;
    hasPin: boolean;
    maxRating: LimitRating | null;
    locale: Locale | null;
  } | null;
  avatar: ReactNode;
  failure: FormFailure | undefined;
}

/** What a household sets for a profile. */
export function ProfileFields({ profile, avatar, failure }: ProfileFieldsProps) {
  const { t, label } = useI18n();
  const hasPin = profile?.hasPin === true;
  return (
    <>
      <TextField
        label={t("profiles.name")}
        name="name"
        required
        maxLength={64}
        autoComplete="off"
        defaultValue={profile?.name}
        failure={failure}
      />
      {avatar}
      <SelectField
        label={t("panel.language")}
        name="locale"
        defaultValue={profile?.locale ?? ""}
        options={[
          ["", t("profiles.language.browser")],
          ...LOCALES.map((locale) => [locale, LOCALE_NAMES[locale]] as const),
        ]}
        failure={failure}
      />
      {profile?.isManaged === false ? null : (
        <SelectField
          label={t("profiles.limit")}
          name="maxRating"
          defaultValue={profile?.maxRating ?? ""}
          options={[
            ["", t("profiles.limit.none")],
            ...LIMIT_RATINGS.map(
              (rating) => [rating, label("rating", AGE_RATING_LABELS[rating])] as const,
            ),
          ]}
          hint={t("profiles.limit.hint")}
          failure={failure}
        />
      )}
      <PinField
        label={t(hasPin ? "profiles.pin.new" : "profiles.pin.optional")}
        hint={t(hasPin ? "profiles.pin.keep" : "profiles.pin.hint")}
        failure={failure}
      />
      {hasPin ? <CheckLine name="pin_remove" value="yes" label={t("profiles.pin.remove")} /> : null}
    </>
  );
}
