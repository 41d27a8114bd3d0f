import { MAX_CHANNELS } from "~/features/notifications/channels/channel-forms";
import {
  listChannels,
  listDeliveries,
  type Channel,
  type LoggedDelivery,
} from "~/features/notifications/channels/channels.server";
import { readVapidKeys } from "~/features/notifications/channels/vapid.server";
import { addMailChannel } from "~/features/notifications/channels/mail-channel.server";
import {
  EVENT_KINDS,
  isKindOf,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from "~/features/notifications/notification-kinds";
import type { ChannelView, DeliveryView } from "~/features/notifications/view/channel-list";
import { readSitePreferences } from "~/features/profile/site-preferences";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";

interface ChannelsRequest {
  user: SessionUser;
  /** Whether the site sends mail. */
  sendsMail: boolean;
}

/** What a user is notified about and where, with how each channel did lately. */
export async function loadChannels(
  db: Database,
  keyring: Keyring,
  { user, sendsMail }: ChannelsRequest,
) {
  const { email, isChild } = user;
  const mailed = sendsMail && !isChild ? email : null;
  if (mailed !== null) await addMailChannel(db, user.id);
  const [all, deliveries, { publicKey }] = await Promise.all([
    listChannels(db, user.id),
    listDeliveries(db, user.id),
    readVapidKeys(db, keyring),
  ]);
  const site = readSitePreferences(user.preferences.site);
  const kinds = EVENT_KINDS.filter((kind) => isKindOf(kind, user));
  const off = new Set<NotificationKind>(site.notificationsOff);
  const channels = all.filter(({ kind }) => kind !== "mail" || mailed !== null);
  const mail = channels.find(({ kind }) => kind === "mail");
  return {
    publicKey,
    browsers: channels.flatMap(({ targetKey }) => targetKey ?? []),
    kinds,
    bell: NOTIFICATION_KINDS.filter((kind) => isKindOf(kind, user) && !off.has(kind)),
    quiet: { from: site.quietFrom ?? "", until: site.quietUntil ?? "" },
    mail: { timing: mail?.timing ?? null, hour: site.digestHour },
    isFull: channels.filter(({ kind }) => kind !== "mail").length >= MAX_CHANNELS,
    channels: channels.map((channel) => ({
      ...toChannelView(channel, deliveries),
      ...(channel.kind === "mail" ? { host: mailed ?? "" } : {}),
    })),
  };
}

/** The webhooks of the site, with how each did lately. */
export async function loadSiteWebhooks(db: Database) {
  const [channels, deliveries] = await Promise.all([
    listChannels(db, null),
    listDeliveries(db, null),
  ]);
  return {
    isFull: channels.length >= MAX_CHANNELS,
    channels: channels.map((channel) => toChannelView(channel, deliveries)),
  };
}

function toChannelView(
  { id, kind, name, host, kinds, failingSince, pausedAt, endedAt }: Channel,
  deliveries: readonly LoggedDelivery[],
): ChannelView {
  return {
    ...{ id, kind, name, host },
    kinds: EVENT_KINDS.filter((known) => kinds.includes(known)),
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
