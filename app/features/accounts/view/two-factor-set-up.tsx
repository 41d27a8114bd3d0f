import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/forms/copy-button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { CodeField } from "./code-field";
import { useSubmitOnce } from "./use-submit-once";

interface TwoFactorSetUpProps {
  /** The secret in groups of four characters. */
  secret: string;
  qrCode: { size: number; path: string };
  failure?: FormFailure | undefined;
}

export function TwoFactorSetUp({ secret, qrCode, failure }: TwoFactorSetUpProps) {
  const { t } = useI18n();
  const submitOnce = useSubmitOnce();
  return (
    <>
      <p className="text-ink-soft">{t("twoFactor.scan")}</p>
      <div className="w-fit rounded-lg border border-rule bg-white p-2">
        <svg
          role="img"
          aria-label={t("twoFactor.qrCode")}
          viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
          shapeRendering="crispEdges"
          className="block size-56 fill-black"
        >
          <path d={qrCode.path} />
        </svg>
      </div>
      <div>
        <p className="text-sm text-ink-soft">{t("twoFactor.typeInstead")}</p>
        <p className="mt-1 flex items-center gap-2">
          <code className="min-w-0 text-sm break-words">{secret}</code>
          <CopyButton text={secret.replaceAll(" ", "")} label={t("twoFactor.copyKey")} />
        </p>
      </div>
      <Form
        method="post"
        noValidate
        onSubmit={submitOnce}
        aria-label={t("settings.two-factor")}
        className="max-w-md space-y-5"
      >
        <CodeField failure={failure} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="enable" weight="primary">
            {t("twoFactor.turnOn")}
          </Button>
          <Button type="submit" name="intent" value="cancel">
            {t("twoFactor.cancel")}
          </Button>
        </div>
      </Form>
    </>
  );
}
