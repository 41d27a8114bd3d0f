import { randomUUID } from "node:crypto";
import { sealTarget } from "~/features/notifications/channels/channel-target.server";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import type { ChannelTarget } from "~/providers/channels/channel-target";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";
import { channels } from "~db/schema";

/** Adds a channel that takes all kinds; returns its id. */
export async function addTestChannel(
  db: Database,
  keyring: Keyring,
  {
    userId,
    target,
    ...fields
  }: { userId: string | null; target: ChannelTarget } & Partial<typeof channels.$inferInsert>,
): Promise<string> {
  const id = randomUUID();
  await db.insert(channels).values({
    ...{ id, userId, kind: target.kind, name: target.kind, host: new URL(target.url).host },
    kinds: [...NOTIFICATION_KINDS],
    targetSealed: sealTarget(keyring, id, target),
    ...fields,
  });
  return id;
}
