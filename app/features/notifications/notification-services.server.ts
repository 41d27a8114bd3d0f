import type { Config } from "~/config/config.server";
import { createOutbound, type Outbound } from "~/outbound/guarded-fetch.server";
import type { SourceRules } from "~/outbound/source-rules";
import type { Mailer } from "~/providers/mail/mailer.server";
import type { Keyring } from "~/secrets/keyring.server";

/** What sends notifications to services outside of the site. */
export interface NotificationServices {
  keyring: Keyring;
  /** The URLs that a channel may have. */
  rules: SourceRules;
  /** A client of its own: what it waits for holds no slot of the proxies. */
  outbound: Outbound;
  /** Sends email; null without `SMTP_URL`. */
  mailer: Mailer | null;
}

const SLOTS = { perHost: 32, total: 64, queue: 256 };

export function createNotificationServices(
  { localHosts, server: { publicUrl } }: Config,
  keyring: Keyring,
  mailer: Mailer | null = null,
): NotificationServices {
  const rules = {
    allow: localHosts,
    ownOrigins: publicUrl === null ? [] : [publicUrl.origin],
  };
  return { keyring, rules, mailer, outbound: createOutbound({ ...rules, slots: SLOTS }) };
}
