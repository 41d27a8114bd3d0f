import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { ConfirmFirst } from "./confirm-first";
import { parseUrl } from "~/parsing/parse-url";

interface ConnectionListProps {
  provider: string | null;
  email: string;
  connections: readonly {
    issuer: string;
    subject: string;
    email: string | null;
    createdAt: Date;
  }[];
  hasPassword: boolean;
  /** Whether the user could sign in with a passkey. */
  hasPasskey: boolean;
  isConfirmed: boolean;
  zone: string;
}

/** The only way to sign in has no button to remove it. */
export function ConnectionList({
  provider,
  email,
  connections,
  hasPassword,
  hasPasskey,
  isConfirmed,
  zone,
}: ConnectionListProps) {
  const { t, formatDate } = useI18n();
  const isRemovable = hasPassword || hasPasskey || connections.length > 1;
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule empty:hidden">
        {connections.map((connection) => (
          <li
            key={`${connection.issuer} ${connection.subject}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3"
          >
            <div className="min-w-0">
              <p className="text-sm font-medium break-words">
                {connection.email ?? provider ?? hostOf(connection.issuer)}
              </p>
              <p className="text-xs text-ink-faint">
                {t("settings.provider.since", {
                  host: hostOf(connection.issuer),
                  day: formatDate(connection.createdAt, { dateStyle: "medium", timeZone: zone }),
                })}
              </p>
              {isRemovable ? null : (
                <p className="mt-1 text-xs text-ink-soft">{t("settings.provider.onlyWay")}</p>
              )}
            </div>
            {isRemovable && isConfirmed ? <DisconnectForm {...connection} /> : null}
          </li>
        ))}
      </ul>
      {provider === null ? null : (
        <Form method="post" className="mt-4">
          <p className="mb-3 text-sm text-ink-soft">
            {t(
              hasPassword ? "settings.provider.replacesPassword" : "settings.provider.description",
              {
                provider,
                email,
              },
            )}
          </p>
          {isConfirmed ? (
            <Button type="submit" name="intent" value="connect">
              {t("settings.provider.connect", { provider })}
            </Button>
          ) : null}
        </Form>
      )}
      {isConfirmed ? null : (
        <div className="mt-4">
          <ConfirmFirst returnTo={`${href("/settings")}#provider`} />
        </div>
      )}
    </>
  );
}

function DisconnectForm({ issuer, subject }: { issuer: string; subject: string }) {
  const { t } = useI18n();
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="issuer" value={issuer} />
      <input type="hidden" name="subject" value={subject} />
      <Button type="submit" name="intent" value="disconnect" weight="bare">
        {t("settings.provider.disconnect")}
      </Button>
    </Form>
  );
}

function hostOf(issuer: string): string {
  return parseUrl(issuer)?.host ?? issuer;
}
