import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { CheckLine } from "~/ui/forms/field";
import { type FormFailure, submittedText } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { PasswordField } from "./password-field";

export function ChangePasswordForm({ failure }: { failure?: FormFailure | undefined }) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      action={href("/settings")}
      noValidate
      aria-label={t("settings.password")}
      className="max-w-md space-y-5"
    >
      <p className="text-sm text-ink-soft">{t("settings.password.description")}</p>
      <FormMessage>{failure?.message}</FormMessage>
      <PasswordField
        label={t("settings.password.current")}
        name="currentPassword"
        purpose="current"
        failure={failure}
      />
      <PasswordField
        label={t("settings.password.new")}
        name="newPassword"
        purpose="new"
        failure={failure}
      />
      <CheckLine
        name="keepAccess"
        label={t("settings.password.keepAccess")}
        defaultChecked={submittedText(failure, "keepAccess") !== null}
      />
      <Button type="submit" name="intent" value="password">
        {t("settings.password.do")}
      </Button>
    </Form>
  );
}
