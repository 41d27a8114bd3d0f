import { and, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { MailTiming } from "~/features/notifications/channels/mail-timing";
import type { Database, Transaction } from "~db/client.server";
import { channels, deliveries, notifications } from "~db/schema";
import { dropNews } from "./channels.server";

/**
 * Adds the user's mail channel unless it is there. It gets no kinds until the user chooses some.
 * Its id, which is random and which the user alone is told, is the code that ends it.
 */
export async function addMailChannel(tx: Transaction | Database, userId: string): Promise<void> {
  await tx
    .insert(channels)
    .values({
      ...{ userId, kind: "mail", name: "", host: "", kinds: [], timing: "daily" },
      id: sql`gen_random_uuid()`,
    })
    .onConflictDoNothing();
}

/** Starts the user's mails again, which had ended for their address before. */
export async function resumeMail(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(channels)
    .set({ endedAt: null, failures: 0, failingSince: null, retryAt: null })
    .where(isMailOf(userId));
}

/** Sets when the user is mailed. What waits is sent at that time, too. */
export function saveMailTiming(db: Database, userId: string, timing: MailTiming): Promise<void> {
  return db.transaction(async (tx) => {
    const [channel] = await tx
      .update(channels)
      .set({ timing })
      .where(isMailOf(userId))
      .returning({ id: channels.id });
    if (channel === undefined) return;
    await tx
      .update(deliveries)
      .set({ dueAt: sql`now()` })
      .from(notifications)
      .where(
        and(
          eq(deliveries.channelId, channel.id),
          isNotNull(deliveries.dueAt),
          isNull(deliveries.messageId),
          eq(notifications.userId, userId),
          eq(notifications.eventId, deliveries.eventId),
          // What the user is told later, after their own delay, waits for that.
          lte(notifications.dueAt, sql`now()`),
        ),
      );
  });
}

/** Whether a mail channel has this code, which its mails have. */
export async function hasMailChannel(db: Database, code: string): Promise<boolean> {
  return (await db.$count(channels, isMailWith(code))) > 0;
}

/**
 * Ends what is mailed but for changes of the account. Returns whether a mail channel has this code.
 */
export function unsubscribeMail(db: Database, code: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(channels)
      .set({ kinds: [] })
      .where(isMailWith(code))
      .returning({ id: channels.id });
    if (ended.length === 0) return false;
    await dropNews(tx, code, "unsubscribed");
    return true;
  });
}

function isMailOf(userId: string) {
  return and(eq(channels.userId, userId), eq(channels.kind, "mail"));
}

function isMailWith(code: string) {
  return and(eq(channels.id, code), eq(channels.kind, "mail"));
}
