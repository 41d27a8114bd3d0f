import type { VapidKeys } from "~/features/notifications/channels/vapid.server";
import type { ChannelSender } from "~/providers/channels/send.server";

interface SenderParts {
  readKeys: () => Promise<VapidKeys>;
  outbound: ChannelSender["outbound"];
  /** The origin of `PUBLIC_URL`; null without one. */
  origin: string | null;
}

/** Push services require a contact. This one stands for a site without a public https URL. */
const NO_CONTACT = "mailto:nobody@example.org";

/** Sends to channels, and to browsers with the keys of this site. */
export function channelSender({ readKeys, outbound, origin }: SenderParts): ChannelSender {
  const subject = origin?.startsWith("https:") === true ? origin : NO_CONTACT;
  return { outbound, readVapid: async () => ({ ...(await readKeys()), subject }) };
}
