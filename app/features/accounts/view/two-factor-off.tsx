import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

export function TwoFactorOff() {
  const { t } = useI18n();
  return (
    <Form method="post" aria-label={t("settings.two-factor")} className="space-y-5">
      <p className="text-ink-soft">{t("twoFactor.description")}</p>
      <Button type="submit" name="intent" value="start" weight="primary">
        {t("twoFactor.setUp")}
      </Button>
    </Form>
  );
}
