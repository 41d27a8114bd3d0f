import { and, eq, exists, inArray, isNull, lt, ne, not, or } from "drizzle-orm";
import { hasBegun } from "~/features/catalog/airing-status.server";
import { PROGRAM_KINDS } from "~/features/notifications/notification-kinds";
import type { Database } from "~db/client.server";
import { animes, deliveries, outboxEvents } from "~db/schema";

const KEPT_DAYS = 60;
const KEPT_DELIVERY_DAYS = 7;

/**
 * Deletes events that happened too long ago to be read or sent, with their notifications, and
 * deliveries that were done long ago. Events of titles to come stay, since they would be announced
 * anew.
 */
export async function deleteOldEvents(db: Database, now = new Date()): Promise<void> {
  const isToCome = exists(
    db
      .select({ id: animes.malId })
      .from(animes)
      .where(and(eq(animes.malId, outboxEvents.animeMalId), not(hasBegun(animes)))),
  );
  await db
    .delete(outboxEvents)
    .where(
      and(
        lt(outboxEvents.at, daysBefore(now, KEPT_DAYS)),
        or(ne(outboxEvents.kind, "sequel.announced"), not(isToCome)),
      ),
    );
  await db
    .delete(outboxEvents)
    .where(
      and(
        inArray(outboxEvents.kind, [...PROGRAM_KINDS]),
        lt(outboxEvents.at, daysBefore(now, KEPT_DELIVERY_DAYS)),
      ),
    );
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
