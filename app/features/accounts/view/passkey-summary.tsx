import { href } from "react-router";
import type { PasskeyObstacle } from "~/features/accounts/passkeys/relying-party";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

interface PasskeySummaryProps {
  count: number;
  /** Why the site has none; null where it has. */
  obstacle: PasskeyObstacle | null;
}

export function PasskeySummary({ count, obstacle }: PasskeySummaryProps) {
  const { t } = useI18n();
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        {obstacle !== null
          ? t(`passkeys.obstacle.${obstacle}`)
          : count === 0
            ? t("passkeys.description")
            : t("passkeys.count", { count })}
      </p>
      {obstacle !== null && count === 0 ? null : (
        <ButtonLink to={href("/settings/passkeys")}>
          {t(count === 0 ? "passkeys.add" : "passkeys.manage")}
        </ButtonLink>
      )}
    </>
  );
}
