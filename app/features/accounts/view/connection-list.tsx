import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { ConfirmFirst } from "./confirm-first";
import { FACT_DOT } from "~/ui/fact-dot";
import { parseUrl } from "~/parsing/parse-url";

interface ConnectionListProps {
  providers: readonly { id: string; name: string; trustsEmail: boolean }[];
  email: string;
  connections: readonly {
    issuer: string;
    subject: string;
    email: string | null;
    createdAt: Date;
    /** The provider's name; null for one that the site no longer has. */
    provider: string | null;
    isRemovable: boolean;
  }[];
  hasPassword: boolean;
  isConfirmed: boolean;
  zone: string;
}

/** The only way to sign in has no button to remove it. */
export function ConnectionList({
  providers,
  email,
  connections,
  hasPassword,
  isConfirmed,
  zone,
}: ConnectionListProps) {
  const { t, formatDate } = useI18n();
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
                {connection.provider ?? hostOf(connection.issuer)}
              </p>
              <p className="text-xs break-words text-ink-faint">
                {connection.email === null ? null : `${connection.email}${FACT_DOT}`}
                {t("settings.provider.since", {
                  host: hostOf(connection.issuer),
                  day: formatDate(connection.createdAt, { dateStyle: "medium", timeZone: zone }),
                })}
              </p>
              {connection.isRemovable ? null : (
                <p className="mt-1 text-xs text-ink-soft">{t("settings.provider.onlyWay")}</p>
              )}
            </div>
            {connection.isRemovable && isConfirmed ? <DisconnectForm {...connection} /> : null}
          </li>
        ))}
      </ul>
      {providers.map(({ id, name, trustsEmail }) => (
        <Form key={id} method="post" className="mt-4">
          <p className="mb-3 text-sm wrap-anywhere text-ink-soft">
            {t(
              hasPassword && trustsEmail
                ? "settings.provider.replacesPassword"
                : "settings.provider.description",
              { provider: name, email },
            )}
          </p>
          {isConfirmed ? (
            <>
              <input type="hidden" name="provider" value={id} />
              <Button
                type="submit"
                name="intent"
                value="connect"
                className="wrap-anywhere whitespace-normal"
              >
                {t("settings.provider.connect", { provider: name })}
              </Button>
            </>
          ) : null}
        </Form>
      ))}
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
