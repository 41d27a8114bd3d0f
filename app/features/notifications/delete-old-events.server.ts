import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { outboxEvents } from "~db/schema";

const KEPT_DAYS = 60;

/** Deletes events that happened too long ago to be read, with their notifications. */
export async function deleteOldEvents(db: Database, now = new Date()): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60_000);
  await db
    .delete(outboxEvents)
    .where(sql`${outboxEvents.at} < ${oldest.toISOString()}::timestamptz`);
}
