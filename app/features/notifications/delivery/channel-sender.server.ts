import { once } from "~/concurrency/lazy";
import { readVapidKeys } from "~/features/notifications/channels/vapid.server";
import { createPushAuthorizer } from "~/providers/channels/push";
import type { ChannelSender } from "~/providers/channels/send.server";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";

interface SenderParts {
  db: Database;
  keyring: Keyring;
  outbound: ChannelSender["outbound"];
  /** The origin of `PUBLIC_URL`; null without one. */
  origin: string | null;
}

/** Push services require a contact. This one stands for a site without a public https URL. */
const NO_CONTACT = "mailto:nobody@example.org";

/** Sends to channels, and to browsers with the keys of this site, for as long as a run takes. */
export function channelSender({ db, keyring, outbound, origin }: SenderParts): ChannelSender {
  const subject = origin?.startsWith("https:") === true ? origin : NO_CONTACT;
  return {
    outbound,
    readAuthorizer: once(async () =>
      createPushAuthorizer({ ...(await readVapidKeys(db, keyring)), subject }),
    ),
  };
}
