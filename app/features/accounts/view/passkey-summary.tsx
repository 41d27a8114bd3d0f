import { href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

export function PasskeySummary({ count }: { count: number }) {
  const { t } = useI18n();
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        {count === 0 ? t("passkeys.description") : t("passkeys.count", { count })}
      </p>
      <ButtonLink to={href("/settings/passkeys")}>
        {t(count === 0 ? "passkeys.setUp" : "passkeys.manage")}
      </ButtonLink>
    </>
  );
}
