import { IMAGE_TYPES } from "~/features/uploads/upload-limits";
import { useI18n } from "~/i18n/i18n-context";
import type { FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";

/** A file or a URL; a file wins. */
export function CoverFields({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useI18n();
  return (
    <>
      <TextField
        label={t("admin.title.coverFile")}
        hint={t("admin.title.coverFile.hint")}
        name="cover_file"
        type="file"
        accept={IMAGE_TYPES}
        failure={failure}
      />
      <TextField
        label={t("admin.title.coverUrl")}
        name="cover"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        failure={failure}
      />
    </>
  );
}
