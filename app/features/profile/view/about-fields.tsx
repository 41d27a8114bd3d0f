import { GENDERS } from "~/features/profile/profile-enumerations";
import { MAX_BIO_LENGTH } from "~/features/profile/profile-limits";
import type { ProfileRecord } from "~/features/profile/profile-record";
import { useI18n } from "~/i18n/i18n-context";
import { SelectField, TextAreaField, TextField } from "~/ui/forms/form-field";
import type { FormFailure } from "~/ui/forms/form-failure";

export const ABOUT_OPTIONAL = ["last_name", "birthday", "gender", "bio"] as const;

interface AboutFieldsProps {
  profile: Pick<ProfileRecord, "name" | "last_name" | "birthday" | "gender" | "bio">;
  failure?: FormFailure | undefined;
}

export function AboutFields({ profile, failure }: AboutFieldsProps) {
  const { t, label } = useI18n();
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={t("about.firstName")}
        name="name"
        autoComplete="given-name"
        minLength={3}
        maxLength={64}
        required
        defaultValue={profile.name}
        failure={failure}
      />
      <TextField
        label={t("about.lastName")}
        name="last_name"
        autoComplete="family-name"
        maxLength={100}
        defaultValue={profile.last_name ?? ""}
        failure={failure}
      />
      <TextField
        label={t("about.birthday")}
        type="date"
        name="birthday"
        autoComplete="bday"
        defaultValue={profile.birthday ?? ""}
        failure={failure}
      />
      <SelectField
        label={t("about.gender")}
        name="gender"
        defaultValue={profile.gender ?? ""}
        failure={failure}
        options={[
          ["", t("about.unspecified")] as const,
          ...GENDERS.map((gender) => [gender, label("gender", gender)] as const),
        ]}
      />
      <div className="min-w-0 sm:col-span-2">
        <TextAreaField
          label={t("about.bio")}
          name="bio"
          hint={t("about.bioHint", { max: MAX_BIO_LENGTH })}
          rows={4}
          className="field-sizing-content min-h-28"
          defaultValue={profile.bio ?? ""}
          failure={failure}
        />
      </div>
    </div>
  );
}
