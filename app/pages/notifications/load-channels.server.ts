import { MAX_CHANNELS } from "~/features/notifications/channels/channel-forms";
import {
  listChannels,
  listDeliveries,
  type LoggedDelivery,
} from "~/features/notifications/channels/channels.server";
import { readVapidKeys } from "~/features/notifications/channels/vapid.server";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import type { ChannelView, DeliveryView } from "~/features/notifications/view/channel-list";
import { readSitePreferences } from "~/features/profile/site-preferences";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";

/** What a user is notified about and where, with how each channel did lately. */
export async function loadChannels(db: Database, keyring: Keyring, user: SessionUser) {
  const [channels, deliveries, { publicKey }] = await Promise.all([
    listChannels(db, user.id),
    listDeliveries(db, user.id),
    readVapidKeys(db, keyring),
  ]);
  const site = readSitePreferences(user.preferences.site);
  const off = new Set(site.notificationsOff);
  return {
    publicKey,
    browsers: channels.flatMap(({ targetKey }) => targetKey ?? []),
    bell: NOTIFICATION_KINDS.filter((kind) => !off.has(kind)),
    quiet: { from: site.quietFrom ?? "", until: site.quietUntil ?? "" },
    isFull: channels.length >= MAX_CHANNELS,
    channels: channels.map(
      ({ id, kind, name, host, kinds, failingSince, pausedAt, endedAt }): ChannelView => ({
        ...{ id, kind, name, host },
        kinds: NOTIFICATION_KINDS.filter((known) => kinds.includes(known)),
        state:
          endedAt !== null
            ? "ended"
            : pausedAt !== null
              ? "paused"
              : failingSince !== null
                ? "failing"
                : "on",
        since: (endedAt ?? pausedAt ?? failingSince)?.toISOString() ?? null,
        log: deliveries.filter(({ channelId }) => channelId === id).map(toDeliveryView),
      }),
    ),
  };
}

function toDeliveryView(delivery: LoggedDelivery): DeliveryView {
  const { message, attemptedAt, attempts, sentAt, dueAt, status, problem } = delivery;
  return {
    ...{ attempts, status, problem },
    id: `akari-${message}`,
    at: attemptedAt.toISOString(),
    isSent: sentAt !== null,
    nextAt: dueAt?.toISOString() ?? null,
  };
}
