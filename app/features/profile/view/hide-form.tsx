import { HIDE_SURFACES, HIDE_KINDS } from "~/features/listing/hidden/hide-choices";
import type { SitePreferences } from "~/features/profile/site-preferences";
import { useI18n } from "~/i18n/i18n-context";
import type { FormFailure } from "~/ui/forms/form-failure";
import { CheckLine, FieldGroup } from "~/ui/forms/field";
import { SettingsForm } from "./settings-form";

interface HideFormProps {
  hide: SitePreferences["hide"];
  hideOn: SitePreferences["hideOn"];
  failure?: FormFailure | undefined;
}

export function HideForm({ hide, hideOn, failure }: HideFormProps) {
  const { t } = useI18n();
  return (
    <SettingsForm
      intent="hide"
      label={t("settings.hide")}
      saveLabel={t("settings.hide.save")}
      failure={failure}
    >
      <p className="text-sm text-ink-soft">{t("settings.hide.description")}</p>
      <FieldGroup legend={t("settings.hide.what")}>
        {/* Unchecked boxes are not sent. */}
        <input type="hidden" name="hide" value="none" />
        {HIDE_KINDS.map((kind) => (
          <CheckLine
            key={kind}
            name="hide"
            value={kind}
            label={t(`hide.kind.${kind}`)}
            defaultChecked={hide.includes(kind)}
          />
        ))}
      </FieldGroup>
      <FieldGroup legend={t("settings.hide.where")}>
        <input type="hidden" name="hideOn" value="none" />
        {HIDE_SURFACES.map((surface) => (
          <CheckLine
            key={surface}
            name="hideOn"
            value={surface}
            label={t(`settings.hide.on.${surface}`)}
            defaultChecked={hideOn.includes(surface)}
          />
        ))}
      </FieldGroup>
    </SettingsForm>
  );
}
