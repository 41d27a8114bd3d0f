import { createHash, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { kindsFor } from "~/features/notifications/notification-kinds";
import type { PushTarget } from "~/providers/channels/push";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database } from "~db/client.server";
import { channels } from "~db/schema";
import { sealTarget } from "./channel-target.server";
import { lockChannels, makeRoom } from "./channels.server";

/** How many browsers of a user get messages. */
export const MAX_PUSH_CHANNELS = 10;

interface Subscriber {
  userId: string;
  /** The session of the browser. */
  sessionHash: string;
  /** The browser and its system. */
  device: string;
  /** Whether only what the user has is started again. */
  renews?: boolean;
}

/**
 * Sends a user's notifications to a browser, or does so again in a new session; then it keeps its
 * kinds. A browser belongs to one user at a time: one that was another's becomes this one's, or if
 * `renews`, shows nothing until the other is back. Throws `Conflict` beyond the limits, and
 * `NotFound` if there is nothing to renew.
 */
export async function addPushChannel(
  db: Database,
  keyring: Keyring,
  { userId, sessionHash, device, renews = false }: Subscriber,
  target: PushTarget,
): Promise<void> {
  const targetKey = keyOf(target.url);
  const host = new URL(target.url).host;
  const isKnown = await db.transaction(async (tx) => {
    await lockChannels(tx, userId);
    const [known] = await tx
      .select({ id: channels.id, userId: channels.userId })
      .from(channels)
      .where(eq(channels.targetKey, targetKey))
      .for("update");
    if (known?.userId === userId) {
      await tx
        .update(channels)
        .set({
          ...{ sessionHash, endedAt: null, failures: 0, failingSince: null, retryAt: null },
          targetSealed: sealTarget(keyring, known.id, target),
        })
        .where(eq(channels.id, known.id));
      return true;
    }
    if (renews) {
      if (known !== undefined)
        await tx.update(channels).set({ sessionHash: null }).where(eq(channels.id, known.id));
      return false;
    }
    if (known !== undefined) await tx.delete(channels).where(eq(channels.id, known.id));
    await makeRoom(tx, userId);
    await makeRoom(tx, userId, { max: MAX_PUSH_CHANNELS, kind: "push" });
    const id = randomUUID();
    await tx.insert(channels).values({
      ...{ id, userId, host, targetKey, sessionHash, kind: target.kind, name: device },
      kinds: [...kindsFor(target.kind)],
      targetSealed: sealTarget(keyring, id, target),
    });
    return true;
  });
  if (!isKnown) throw new NotFound("channel.notFound");
}

/** Throws `NotFound`. */
export async function removePushChannel(
  db: Database,
  userId: string,
  endpoint: string,
): Promise<void> {
  const removed = await db
    .delete(channels)
    .where(and(eq(channels.userId, userId), eq(channels.targetKey, keyOf(endpoint))))
    .returning({ id: channels.id });
  if (removed.length === 0) throw new NotFound("channel.notFound");
}

function keyOf(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("base64url");
}
