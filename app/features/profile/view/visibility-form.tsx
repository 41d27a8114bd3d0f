import { Link } from "react-router";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { Switch } from "~/ui/forms/choices";
import type { FormFailure } from "~/ui/forms/form-failure";
import { SettingsForm } from "./settings-form";

export function VisibilityForm({
  isPublic,
  showsList,
  path,
  failure,
}: {
  isPublic: boolean;
  showsList: boolean;
  path: string;
  failure?: FormFailure | undefined;
}) {
  const { t } = useI18n();
  return (
    <SettingsForm
      intent="visibility"
      label={t("settings.visibility")}
      saveLabel={t("settings.visibility.save")}
      failure={failure}
    >
      <Switch
        name="publicProfile"
        label={t("settings.publicProfile")}
        hint={t("settings.publicProfile.description")}
        on={isPublic}
      />
      <Switch
        name="publicList"
        label={t("settings.publicList")}
        hint={t("settings.publicList.description")}
        on={showsList}
      />
      {isPublic ? (
        <p className="text-sm text-ink-soft">
          <Trans
            message="settings.publicProfile.at"
            parts={{
              link: (
                <Link
                  to={path}
                  className="font-medium text-accent-text underline underline-offset-4"
                />
              ),
            }}
          />
        </p>
      ) : null}
    </SettingsForm>
  );
}
