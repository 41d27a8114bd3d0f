import { href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";
import { withQuery } from "~/ui/with-query";

/** Takes the place of what needs a recent confirmation. */
export function ConfirmFirst({ returnTo }: { returnTo: string }) {
  const { t } = useI18n();
  return (
    <div className="rounded-lg border border-rule p-4">
      <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("confirm.first")}</p>
      <ButtonLink to={withQuery(href("/confirm"), { returnTo })}>{t("confirm.heading")}</ButtonLink>
    </div>
  );
}
