import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { EmailField } from "./email-field";

export function ChangeEmailForm({ failure }: { failure?: FormFailure | undefined }) {
  const { t } = useI18n();
  return (
    <Form
      method="post"
      action={href("/settings")}
      noValidate
      aria-label={t("settings.email")}
      className="max-w-md space-y-5"
    >
      <p className="text-sm text-ink-soft">{t("settings.email.description")}</p>
      <FormMessage>{failure?.message}</FormMessage>
      <EmailField label={t("settings.email.new")} autoComplete="email" failure={failure} />
      <Button type="submit" name="intent" value="email">
        {t("settings.email.do")}
      </Button>
    </Form>
  );
}
