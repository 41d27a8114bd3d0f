import { Form } from "react-router";
import type { SitePreferences } from "~/features/profile/site-preferences";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/forms/choices";
import { formMessage, type FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";

export function SuggestionsForm({
  site,
  failure,
}: {
  site: Pick<SitePreferences, "suggestions" | "sharedTaste">;
  failure?: FormFailure | undefined;
}) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      preventScrollReset
      noValidate
      aria-label={t("settings.suggestions")}
      className="space-y-6"
    >
      <FormMessage>{formMessage(failure)}</FormMessage>
      <Switch
        name="suggestions"
        label={t("settings.suggestions.on")}
        hint={t("settings.suggestions.description")}
        on={site.suggestions}
      />
      <Switch
        name="sharedTaste"
        label={t("settings.suggestions.shared")}
        hint={t("settings.suggestions.shared.description")}
        on={site.sharedTaste}
      />
      <Button type="submit" name="intent" value="suggestions">
        {t("settings.suggestions.save")}
      </Button>
    </Form>
  );
}
