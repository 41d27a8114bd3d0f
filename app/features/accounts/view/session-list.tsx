import { Form } from "react-router";
import { UNNAMED_DEVICE } from "~/features/accounts/unnamed-device";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

export interface SessionRow {
  key: string;
  device: string;
  address: string;
  isCurrent: boolean;
  lastUsedAt: string;
}

export function SessionList({ sessions, zone }: { sessions: readonly SessionRow[]; zone: string }) {
  const i18n = useI18n();
  const { t, formatDate } = i18n;
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule">
        {sessions.map(({ key, device, address, isCurrent, lastUsedAt }) => (
          <li
            key={key}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3"
          >
            <div className="min-w-0">
              <p className="text-sm font-medium">
                {translateDevice(i18n, device)}
                {isCurrent ? (
                  <span className="ml-2 text-xs font-normal text-accent-text">
                    {t("settings.session.this")}
                  </span>
                ) : null}
              </p>
              <p className="text-xs text-ink-faint">
                {address} ·{" "}
                <time dateTime={lastUsedAt}>
                  {t("settings.session.lastUsed", {
                    moment: formatDate(lastUsedAt, {
                      dateStyle: "medium",
                      timeStyle: "short",
                      timeZone: zone,
                    }),
                  })}
                </time>
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="key" value={key} />
              <Button
                type="submit"
                name="intent"
                value="revoke"
                weight="bare"
                aria-label={
                  isCurrent
                    ? t("settings.session.endThis")
                    : t("settings.session.endOf", { device: translateDevice(i18n, device) })
                }
              >
                {t("settings.session.end")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {sessions.length < 2 ? null : (
        <Form method="post" preventScrollReset className="mt-4">
          <Button type="submit" name="intent" value="revoke-others">
            {t("settings.session.endOthers")}
          </Button>
        </Form>
      )}
    </>
  );
}

function translateDevice({ t }: I18n, device: string): string {
  if (device === UNNAMED_DEVICE) return t("settings.session.unnamed");
  const [, browser, system] = /^(.+) on (.+)$/.exec(device) ?? [];
  return browser === undefined || system === undefined
    ? device
    : t("settings.session.device", { browser, system });
}
