import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import type { NoticeRange } from "./notice-input";

/** Marks all of a user's notifications as read that are due. */
export async function readAllNotices(db: Database, userId: string): Promise<void> {
  await db.execute(sql`
    UPDATE notifications SET read_at = now()
    WHERE user_id = ${userId}::uuid AND read_at IS NULL AND due_at <= now()`);
}

/**
 * Marks notifications as read; ignores that one was read before. Throws `NotFound`, and changes
 * nothing, if the user has not each of them.
 */
export async function readNotices(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await tx.execute(sql`
      UPDATE notifications SET read_at = coalesce(read_at, now())
      WHERE user_id = ${userId}::uuid AND due_at <= now()
        AND event_id = ANY(${`{${ids.join(",")}}`}::int8[])
      RETURNING event_id`);
    if (found.length < ids.length) throw new NotFound("notification.notFound");
  });
}

/** Marks those as read that lie in the range and have the title and the kind of its last one. */
export async function readNoticeRange(
  db: Database,
  userId: string,
  { first, last }: NoticeRange,
): Promise<void> {
  await db.execute(sql`
    UPDATE notifications n SET read_at = now()
    FROM outbox_events o, outbox_events of_last
    WHERE n.user_id = ${userId}::uuid AND n.read_at IS NULL AND n.due_at <= now()
      AND n.event_id BETWEEN ${first}::int8 AND ${last}::int8
      AND o.id = n.event_id AND of_last.id = ${last}::int8
      AND o.kind = of_last.kind AND o.anime_mal_id IS NOT DISTINCT FROM of_last.anime_mal_id`);
}

/** Marks all of a user's notifications of a title as read, including those that are due later. */
export async function readNoticesOfTitle(
  tx: Transaction,
  userId: string,
  animeId: number,
): Promise<void> {
  await tx.execute(sql`
    UPDATE notifications SET read_at = now()
    WHERE user_id = ${userId}::uuid AND anime_mal_id = ${animeId}::int4 AND read_at IS NULL`);
}
