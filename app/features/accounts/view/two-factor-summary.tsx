import { href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { ButtonLink } from "~/ui/button";

export function TwoFactorSummary({ isOn }: { isOn: boolean }) {
  const { t } = useI18n();
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        {t(isOn ? "twoFactor.isOn" : "twoFactor.description")}
      </p>
      <ButtonLink to={href("/settings/two-factor")}>
        {t(isOn ? "twoFactor.manage" : "twoFactor.setUp")}
      </ButtonLink>
    </>
  );
}
