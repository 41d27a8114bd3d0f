import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

export function ConfirmFirst({ returnTo }: { returnTo: string }) {
  const { t } = useI18n();
  return (
    <div className="mt-8 rounded-lg border border-rule p-4">
      <p className="mb-4 max-w-prose text-sm text-ink-soft">{t("admin.confirm.first")}</p>
      <ButtonLink to={`/admin/confirm?${new URLSearchParams({ returnTo }).toString()}`}>
        {t("admin.confirm.heading")}
      </ButtonLink>
    </div>
  );
}
