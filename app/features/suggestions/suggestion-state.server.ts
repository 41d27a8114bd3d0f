import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { prepared } from "~db/prepared";
import { SHARES_TASTE, WANTS_SUGGESTIONS } from "./load-signals.server";

/** The wait after the last change, so that a burst of them is one computation. */
const QUIET_SECONDS = 30;
/** The longest wait after the first change, however many follow. */
const MAX_WAIT_SECONDS = 300;

/**
 * Runs in the transaction of the change. Writes nothing for a user who has turned suggestions off.
 */
export async function markForSuggestions(
  db: Database | Transaction,
  userId: string,
  { soon = false }: { soon?: boolean } = {},
): Promise<void> {
  await db.execute(
    prepared(sql`
    INSERT INTO suggestion_states AS s (user_id, changed_at, due_at)
    SELECT p.user_id, clock_timestamp(), clock_timestamp() + ${seconds(soon ? 0 : QUIET_SECONDS)}
    FROM preferences p WHERE p.user_id = ${userId}::uuid AND ${WANTS_SUGGESTIONS}
    ON CONFLICT (user_id) DO UPDATE SET
      changed_at = coalesce(s.changed_at, excluded.changed_at),
      due_at = least(excluded.due_at,
        coalesce(s.changed_at, excluded.changed_at) + ${seconds(MAX_WAIT_SECONDS)})`),
  );
}

function seconds(count: number) {
  return sql.raw(`interval '${count} seconds'`);
}

interface EntryTaste {
  listed: boolean;
  state: string | null;
  score: number | null;
  private: boolean;
}

/**
 * Follows changes of lists, in their transactions: suggestions are due where tastes change, not for
 * a few more episodes.
 */
export async function followList(
  tx: Transaction,
  {
    userId,
    entries,
  }: { userId: string; entries: readonly { before: EntryTaste; after: EntryTaste }[] },
): Promise<void> {
  if (entries.some(changesTaste)) await markForSuggestions(tx, userId);
  if (entries.some(({ before, after }) => after.private && !before.private))
    await withdrawSharedTaste(tx, userId);
}

function changesTaste({ before, after }: { before: EntryTaste; after: EntryTaste }): boolean {
  return (["listed", "state", "score"] as const).some((field) => before[field] !== after[field]);
}

/** Deletes all that is stored for a user's suggestions. */
export async function clearSuggestions(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM suggestions WHERE user_id = ${userId}::uuid`);
  await tx.execute(sql`DELETE FROM suggestion_states WHERE user_id = ${userId}::uuid`);
  await tx.execute(sql`DELETE FROM suggestion_feedback WHERE user_id = ${userId}::uuid`);
}

/**
 * Takes back what users of like taste contributed to others' suggestions, and has those computed
 * again. Before a user who shares stops, leaves or makes an entry private; nothing for others.
 */
export async function withdrawSharedTaste(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    WITH withdrawn AS (
      UPDATE suggestions SET liked_by_others = false
      WHERE liked_by_others AND EXISTS (
        SELECT 1 FROM preferences p WHERE p.user_id = ${userId}::uuid AND ${SHARES_TASTE})
      RETURNING user_id
    )
    UPDATE suggestion_states s SET changed_at = coalesce(changed_at, clock_timestamp()),
      due_at = clock_timestamp()
    WHERE user_id IN (SELECT user_id FROM withdrawn)`);
}
