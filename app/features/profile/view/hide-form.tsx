import { Form } from "react-router";
import { HIDE_SURFACES, KNOWN_KINDS } from "~/features/listing/hidden/hide-choices";
import type { SitePreferences } from "~/features/profile/site-preferences";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { formMessage, type FormFailure } from "~/ui/forms/form-failure";
import { CheckLine, FieldGroup } from "~/ui/forms/field";
import { FormMessage } from "~/ui/forms/form-field";

interface HideFormProps {
  hide: SitePreferences["hide"];
  hideOn: SitePreferences["hideOn"];
  failure?: FormFailure | undefined;
}

export function HideForm({ hide, hideOn, failure }: HideFormProps) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      preventScrollReset
      noValidate
      aria-label={t("settings.hide")}
      className="space-y-6"
    >
      <FormMessage>{formMessage(failure)}</FormMessage>
      <p className="text-sm text-ink-soft">{t("settings.hide.description")}</p>
      <FieldGroup legend={t("settings.hide.what")}>
        {/* Unchecked boxes are not sent. */}
        <input type="hidden" name="hide" value="none" />
        {KNOWN_KINDS.map((kind) => (
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
      <Button type="submit" name="intent" value="hide">
        {t("settings.hide.save")}
      </Button>
    </Form>
  );
}
