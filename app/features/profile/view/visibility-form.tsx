import { Form, Link } from "react-router";
import { Trans, useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Switch } from "~/ui/forms/choices";
import { formMessage, type FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";

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
    <Form
      method="post"
      preventScrollReset
      noValidate
      aria-label={t("settings.visibility")}
      className="space-y-6"
    >
      <FormMessage>{formMessage(failure)}</FormMessage>
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
      <Button type="submit" name="intent" value="visibility">
        {t("settings.visibility.save")}
      </Button>
    </Form>
  );
}
