import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { useDeviceName } from "./device-name";
import { FACT_DOT } from "~/ui/fact-dot";

export interface SessionRow {
  key: string;
  /** The name of the profile that watches, if it is not the account that signed in. */
  profileName: string | null;
  asksProfile: boolean;
  device: string;
  address: string;
  isCurrent: boolean;
  lastUsedAt: Date;
}

export function SessionList({ sessions, zone }: { sessions: readonly SessionRow[]; zone: string }) {
  const { t } = useI18n();
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule">
        {sessions.map((session) => (
          <SessionItem key={session.key} session={session} zone={zone} />
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

function SessionItem({ session, zone }: { session: SessionRow; zone: string }) {
  const { t, formatDate } = useI18n();
  const { key, profileName, asksProfile, device, address, isCurrent, lastUsedAt } = session;
  const name = useDeviceName(device);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="text-sm font-medium">
          {name}
          {isCurrent ? (
            <span className="ml-2 text-xs font-normal text-accent-text">
              {t("settings.session.this")}
            </span>
          ) : null}
        </p>
        {profileName === null ? null : (
          <p className="text-sm text-ink-soft wrap-anywhere">
            {t("settings.session.profile", { name: profileName })}
          </p>
        )}
        {asksProfile ? <p className="text-sm text-ink-soft">{t("settings.session.asks")}</p> : null}
        <p className="text-xs text-ink-faint">
          {address}
          {FACT_DOT}
          <time dateTime={lastUsedAt.toISOString()}>
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
              : t("settings.session.endOf", { device: name })
          }
        >
          {t("settings.session.end")}
        </Button>
      </Form>
    </li>
  );
}
