import { sql } from "drizzle-orm";
import { dropDeliveries, dropNews } from "~/features/notifications/channels/channels.server";
import type { Database } from "~db/client.server";
import { addToOutbox } from "~db/outbox.server";
import { milliseconds, type DueChannel } from "./due-deliveries.server";

/** A channel ends after so many failed attempts in a row, if the first of them is a day ago. */
const MAX_FAILURES = 10;
const FAILING_FOR = sql.raw("interval '1 day'");

/** Ends a row of failed attempts. */
export async function countSuccess(db: Database, channelId: string): Promise<void> {
  await db.execute(sql`
    UPDATE channels SET failures = 0, failing_since = NULL, retry_at = NULL
    WHERE id = ${channelId}::uuid AND failures > 0`);
}

/**
 * Returns whether the channel has failed for too long. Nothing else is sent to it for `retryMs`
 * milliseconds.
 */
export async function countFailure(
  db: Database,
  channelId: string,
  retryMs: number | null,
): Promise<boolean> {
  const [row] = await db.execute<{ is_over: boolean }>(sql`
    UPDATE channels SET failures = least(failures + 1, 1000),
      failing_since = coalesce(failing_since, now()), retry_at = now() + ${milliseconds(retryMs)}
    WHERE id = ${channelId}::uuid
    RETURNING failures >= ${MAX_FAILURES} AND failing_since <= now() - ${FAILING_FOR} AS is_over`);
  return row?.is_over ?? false;
}

/** Ends a channel that takes no messages, and has its user notified. */
export async function endChannel(
  db: Database,
  { id, userId, kind }: Pick<DueChannel, "id" | "userId" | "kind">,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx.execute<{ ended_at: Date }>(sql`
      UPDATE channels SET ended_at = now() WHERE id = ${id}::uuid AND ended_at IS NULL
      RETURNING ended_at`);
    if (ended.length === 0) return;
    await (kind === "mail" ? dropNews : dropDeliveries)(tx, id, "ended");
    const key = `channel.ended:${id}:${new Date(ended[0]?.ended_at ?? 0).toISOString()}`;
    await addToOutbox(tx, [{ kind: "channel.ended", key, userId, channelId: id }]);
  });
}
