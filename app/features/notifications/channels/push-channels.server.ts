import { createHash, randomUUID } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { Conflict, NotFound } from "~/errors/app-error";
import { NOTIFICATION_KINDS } from "~/features/notifications/notification-kinds";
import type { PushTarget } from "~/providers/channels/push";
import type { Keyring } from "~/secrets/keyring.server";
import type { Database, Transaction } from "~db/client.server";
import { channels, users } from "~db/schema";
import { MAX_CHANNELS } from "./channel-forms";
import { sealTarget } from "./channel-target.server";

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
 * Sends a user's notifications to a browser, or does so again after its session ended; then it
 * keeps its kinds. What was another user's becomes this one's. Throws `Conflict` beyond the limits,
 * and `NotFound` if there is nothing to renew.
 */
export async function addPushChannel(
  db: Database,
  keyring: Keyring,
  { userId, sessionHash, device, renews = false }: Subscriber,
  target: PushTarget,
): Promise<void> {
  const targetKey = keyOf(target.url);
  const host = new URL(target.url).host;
  await db.transaction(async (tx) => {
    // Changes of one user wait for each other, so that each counts the others.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
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
      return;
    }
    if (renews) throw new NotFound("channel.notFound");
    if (known !== undefined) await tx.delete(channels).where(eq(channels.id, known.id));
    await checkLimits(tx, userId);
    const id = randomUUID();
    await tx.insert(channels).values({
      ...{ id, userId, host, targetKey, sessionHash, kind: target.kind, name: device },
      kinds: [...NOTIFICATION_KINDS],
      targetSealed: sealTarget(keyring, id, target),
    });
  });
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

async function checkLimits(tx: Transaction, userId: string): Promise<void> {
  const own = await tx
    .select({ kind: channels.kind, total: count() })
    .from(channels)
    .where(eq(channels.userId, userId))
    .groupBy(channels.kind);
  const total = own.reduce((sum, one) => sum + one.total, 0);
  const browsers = own.find(({ kind }) => kind === "push")?.total ?? 0;
  const max = browsers >= MAX_PUSH_CHANNELS ? MAX_PUSH_CHANNELS : MAX_CHANNELS;
  if (browsers >= MAX_PUSH_CHANNELS || total >= MAX_CHANNELS)
    throw new Conflict({ key: "channel.tooMany", values: { max } });
}

function keyOf(endpoint: string): string {
  return createHash("sha256").update(endpoint).digest("base64url");
}
