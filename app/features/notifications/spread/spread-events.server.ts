import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import { addMailChannel, resumeMail } from "~/features/notifications/channels/mail-channel.server";
import type { Database, Transaction } from "~db/client.server";
import { outboxEvents } from "~db/schema";
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
} from "~/features/notifications/notification-kinds";
import {
  addDeliveries,
  notifyConcerned,
  notifyFollower,
  notifyOfSequel,
  notifyParents,
  notifyWatchers,
  notifyWisher,
  replaceAired,
  type SpreadEvent,
} from "./audiences.server";

/** An event that cannot be spread waits as long, so that others do not wait for it. */
const PUT_OFF = sql`now() + interval '10 minutes'`;

/** Kinds of a later release wait for a process that knows them. */
const isDue = and(
  isNull(outboxEvents.spreadAt),
  sql`${outboxEvents.dueAt} <= now()`,
  inArray(outboxEvents.kind, [...NOTIFICATION_KINDS]),
);

/** Whether notifications are to be made. */
export async function areEventsDue(db: Database): Promise<boolean> {
  const [due] = await db.select({ id: outboxEvents.id }).from(outboxEvents).where(isDue).limit(1);
  return due !== undefined;
}

/**
 * Makes the notifications of all due events, one transaction per event, and stops early if `signal`
 * is aborted. Several processes may do so at once. Returns how many notifications it made. Puts off
 * an event that fails, and throws its error once the others are done.
 */
export async function spreadDueEvents(
  db: Database,
  signal?: AbortSignal,
): Promise<{ notified: number }> {
  let notified = 0;
  const errors: unknown[] = [];
  while (signal?.aborted !== true) {
    let id: number | undefined;
    try {
      const count = await db.transaction(async (tx) => {
        const event = await takeEvent(tx);
        id = event?.id;
        return event === undefined ? null : spread(tx, event);
      });
      if (count === null) break;
      notified += count;
    } catch (error) {
      if (id === undefined) throw error;
      errors.push(error);
      await putOff(db, id);
    }
  }
  if (errors.length > 0) throw errors[0];
  return { notified };
}

/** Notifies those whom an event of a kind concerns. */
const AUDIENCES: Readonly<
  Record<NotificationKind, (tx: Transaction, event: SpreadEvent) => Promise<number>>
> = {
  "episode.aired": notifyWatchers,
  "episode.available": notifyWatchers,
  "sequel.announced": notifyOfSequel,
  "search.matched": notifyFollower,
  "wish.added": notifyWisher,
  "wish.declined": notifyConcerned,
  "child.asked": notifyParents,
  "account.changed": notifyConcerned,
  "channel.ended": notifyConcerned,
  "job.failed": notifyConcerned,
};

type DueEvent = NonNullable<Awaited<ReturnType<typeof takeEvent>>>;

/** The first event that is due, which no other process takes meanwhile. */
async function takeEvent(tx: Transaction) {
  const [event] = await tx
    .select({
      id: outboxEvents.id,
      kind: sql<NotificationKind>`${outboxEvents.kind}`,
      userId: outboxEvents.userId,
      data: outboxEvents.data,
    })
    .from(outboxEvents)
    .where(isDue)
    .orderBy(asc(outboxEvents.dueAt), asc(outboxEvents.id))
    .limit(1)
    .for("update", { skipLocked: true });
  return event;
}

async function spread(tx: Transaction, event: DueEvent): Promise<number> {
  const { id, kind, userId, data } = event;
  const isAvailable = kind === "episode.available";
  // A match that was corrected meanwhile is forgotten, so that the episode can arrive later.
  if (isAvailable && (await dropUnplayable(tx, id))) return 0;
  const count = await AUDIENCES[kind](tx, event);
  if (isAvailable) await replaceAired(tx, id);
  if (kind === "account.changed" && userId !== null) {
    await addMailChannel(tx, userId);
    if (data["change"] === "emailChanged") await resumeMail(tx, userId);
  }
  await addDeliveries(tx, id);
  await tx
    .update(outboxEvents)
    .set({ spreadAt: sql`now()` })
    .where(eq(outboxEvents.id, id));
  return count;
}

async function dropUnplayable(tx: Transaction, id: number): Promise<boolean> {
  const dropped = await tx.execute(sql`
    DELETE FROM outbox_events o WHERE o.id = ${id} AND NOT EXISTS (
      SELECT FROM episodes e
      WHERE e.anime_mal_id = o.anime_mal_id AND e.number = o.episode AND ${isPlayable})
    RETURNING o.id`);
  return dropped.length > 0;
}

async function putOff(db: Database, id: number): Promise<void> {
  await db
    .update(outboxEvents)
    .set({ dueAt: PUT_OFF })
    .where(and(eq(outboxEvents.id, id), isNull(outboxEvents.spreadAt)));
}
