import { and, isNull, lt, or } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { deliveries, outboxEvents } from "~db/schema";

const KEPT_DAYS = 60;
const KEPT_DELIVERY_DAYS = 7;

/**
 * Deletes events that happened too long ago to be read, with their notifications, and deliveries
 * that were done long ago.
 */
export async function deleteOldEvents(db: Database, now = new Date()): Promise<void> {
  await db.delete(outboxEvents).where(lt(outboxEvents.at, daysBefore(now, KEPT_DAYS)));
  const { attemptedAt, dueAt } = deliveries;
  await db
    .delete(deliveries)
    .where(
      and(
        isNull(dueAt),
        or(isNull(attemptedAt), lt(attemptedAt, daysBefore(now, KEPT_DELIVERY_DAYS))),
      ),
    );
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60_000);
}
