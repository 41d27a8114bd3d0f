import type { SitePreferences } from "~/features/profile/site-preferences";
import { useI18n } from "~/i18n/i18n-context";
import { Switch } from "~/ui/forms/choices";
import type { FormFailure } from "~/ui/forms/form-failure";
import { SettingsForm } from "./settings-form";

export function SuggestionsForm({
  site,
  isChild,
  failure,
}: {
  /** A child shares nothing with others. */
  isChild: boolean;
  site: Pick<SitePreferences, "suggestions" | "sharedTaste">;
  failure?: FormFailure | undefined;
}) {
  const { t } = useI18n();
  return (
    <SettingsForm
      intent="suggestions"
      label={t("settings.suggestions")}
      saveLabel={t("settings.suggestions.save")}
      failure={failure}
    >
      <Switch
        name="suggestions"
        label={t("settings.suggestions.on")}
        hint={t("settings.suggestions.description")}
        on={site.suggestions}
      />
      {isChild ? null : (
        <Switch
          name="sharedTaste"
          label={t("settings.suggestions.shared")}
          hint={t("settings.suggestions.shared.description")}
          on={site.sharedTaste}
        />
      )}
    </SettingsForm>
  );
}
