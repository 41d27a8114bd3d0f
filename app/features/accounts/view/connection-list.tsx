import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";

interface ConnectionListProps {
  /** The configured provider's name. */
  provider: string | null;
  email: string;
  connections: readonly { issuer: string; createdAt: string }[];
  hasPassword: boolean;
  zone: string;
}

/** The only way to sign in has no button to remove it. */
export function ConnectionList({
  provider,
  email,
  connections,
  hasPassword,
  zone,
}: ConnectionListProps) {
  const { t, formatDate } = useI18n();
  if (connections.length === 0) {
    return (
      <p className="text-sm text-ink-soft">
        {t("settings.provider.none", { provider: provider ?? "", email })}
      </p>
    );
  }
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {connections.map(({ issuer, createdAt }) => (
        <li
          key={issuer}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3"
        >
          <div className="min-w-0">
            <p className="text-sm font-medium">{provider ?? hostOf(issuer)}</p>
            <p className="text-xs text-ink-faint">
              {t("settings.provider.since", {
                host: hostOf(issuer),
                day: formatDate(createdAt, { dateStyle: "medium", timeZone: zone }),
              })}
            </p>
            {hasPassword ? null : (
              <p className="mt-1 text-xs text-ink-soft">{t("settings.provider.onlyWay")}</p>
            )}
          </div>
          {hasPassword ? (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="issuer" value={issuer} />
              <Button type="submit" name="intent" value="disconnect" weight="bare">
                {t("settings.provider.disconnect")}
              </Button>
            </Form>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
