import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { Section } from "~/ui/section";
import { useDeviceName } from "./device-name";
import { useSubmitOnce } from "./use-submit-once";
import { FACT_DOT } from "~/ui/fact-dot";

interface TwoFactorOnProps {
  since: Date;
  recoveryCodes: number;
  failures: number;
  lastFailedAt: Date | null;
  browsers: readonly TrustedBrowserRow[];
  zone: string;
}

interface TrustedBrowserRow {
  key: string;
  device: string;
  address: string;
  lastUsedAt: Date;
  expiresAt: Date;
}

export function TwoFactorOn({
  since,
  recoveryCodes,
  failures,
  lastFailedAt,
  browsers,
  zone,
}: TwoFactorOnProps) {
  const { t, formatDate } = useI18n();
  const submitOnce = useSubmitOnce();
  const momentOf = (moment: Date) =>
    formatDate(moment, { dateStyle: "medium", timeStyle: "short", timeZone: zone });
  return (
    <>
      <p className="text-ink-soft">
        {t("twoFactor.since", { day: formatDate(since, { dateStyle: "medium", timeZone: zone }) })}
      </p>
      {lastFailedAt === null ? null : (
        <p className="text-sm text-caution">
          {t("twoFactor.failures", { count: failures, moment: momentOf(lastFailedAt) })}
        </p>
      )}
      <Section title={t("twoFactor.codes")}>
        <p className="mb-4 text-sm text-ink-soft">
          {t("twoFactor.codesLeft", { count: recoveryCodes })}
        </p>
        <Form method="post" onSubmit={submitOnce}>
          <Button type="submit" name="intent" value="renew-codes">
            {t("twoFactor.renewCodes")}
          </Button>
        </Form>
      </Section>
      <Section title={t("twoFactor.browsers")}>
        {browsers.length === 0 ? (
          <p className="text-sm text-ink-soft">{t("twoFactor.noBrowsers")}</p>
        ) : (
          <ul className="divide-y divide-rule border-y border-rule">
            {browsers.map((browser) => (
              <BrowserItem key={browser.key} browser={browser} momentOf={momentOf} />
            ))}
          </ul>
        )}
      </Section>
      <Section title={t("twoFactor.turnOff")}>
        <p className="mb-4 text-sm text-ink-soft">{t("twoFactor.turnOff.description")}</p>
        <Form method="post">
          <Button
            type="submit"
            name="intent"
            value="disable"
            className="border-caution text-caution"
          >
            {t("twoFactor.turnOff")}
          </Button>
        </Form>
      </Section>
    </>
  );
}

function BrowserItem({
  browser: { key, device, address, lastUsedAt, expiresAt },
  momentOf,
}: {
  browser: TrustedBrowserRow;
  momentOf: (moment: Date) => string;
}) {
  const { t } = useI18n();
  const name = useDeviceName(device);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="text-sm font-medium">{name}</p>
        <p className="text-xs text-ink-faint">
          {address}
          {FACT_DOT}
          {t("twoFactor.browserUsed", {
            moment: momentOf(lastUsedAt),
            until: momentOf(expiresAt),
          })}
        </p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="key" value={key} />
        <Button
          type="submit"
          name="intent"
          value="distrust"
          weight="bare"
          aria-label={t("twoFactor.distrustOf", { device: name })}
        >
          {t("twoFactor.distrust")}
        </Button>
      </Form>
    </li>
  );
}
