import { createHash } from "node:crypto";
import { href } from "react-router";
import { accountChangeOf } from "~/features/notifications/inbox/notice-title.server";
import { textWithUrl } from "~/providers/channels/channel-message";
import type { Mail } from "~/providers/mail/mailer.server";
import { absolute, describe, type DueEvent, type DueMessage, type Reader } from "./compose";

/** A mail names so many groups of events, and counts the others. */
const MAX_GROUPS = 100;

interface MailReader extends Reader {
  /** The address of the account. */
  to: string;
  /** What ends the mails, at `/unsubscribe`. */
  code: string;
}

/** Makes a mail of a message, in the reader's language. Only news can be unsubscribed from. */
export function composeNoticeMail({ id, groups }: DueMessage, reader: MailReader): Mail {
  const { to, i18n, siteName: site, code } = reader;
  // Two users of one mailbox get two mails of one event.
  const own = {
    to,
    id: `akari-${id}-${createHash("sha256").update(code).digest("hex").slice(0, 16)}`,
  };
  const first = groups[0]?.[0];
  if (first === undefined) throw new Error("A mail without events was composed.");
  if (first.kind === "account.changed") {
    const change = accountChangeOf(first);
    const subject = describe([first], reader).text;
    return {
      ...own,
      to: addressBefore(first) ?? to,
      subject,
      text: change === null ? subject : i18n.t(`mail.${change}.text`, { site, email: to }),
    };
  }
  const parts = groups.map((group) => describe(group, reader));
  const shown = parts.slice(0, MAX_GROUPS).map(({ text, url }) => textWithUrl(text, url));
  const rest = parts.length - shown.length;
  if (rest > 0) shown.push(i18n.t("notice.more", { count: rest }));
  const unsubscribe = absolute(href("/unsubscribe/:code", { code }), reader);
  const settings = absolute(href("/settings/notifications"), reader);
  return {
    ...own,
    unsubscribe,
    subject:
      parts.length === 1
        ? (parts[0]?.text ?? "")
        : i18n.t("mail.news.subject", { count: parts.length, site }),
    text: [
      ...shown,
      [i18n.t("mail.news.why", { site }), ...links(reader, { settings, unsubscribe })].join("\n"),
    ].join("\n\n"),
  };
}

/** The address that the account had before it was changed; null for other events. */
function addressBefore({ data }: DueEvent): string | null {
  return typeof data["address"] === "string" ? data["address"] : null;
}

/** What "Send a test" mails. */
export function composeTestMail({ i18n, siteName: site }: Reader, id: string, to: string): Mail {
  const text = i18n.t("channels.testText", { site });
  return { to, id: `akari-test-${id}`, subject: site, text };
}

function links(
  { i18n: { t } }: Reader,
  { settings, unsubscribe }: { settings: string | null; unsubscribe: string | null },
): string[] {
  if (settings === null || unsubscribe === null) return [];
  return [
    t("mail.news.settings", { url: settings }),
    t("mail.news.unsubscribe", { url: unsubscribe }),
  ];
}
