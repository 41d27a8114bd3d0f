import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import type { EntryChange } from "./save-changes.server";

/**
 * Lists titles to offer a score for: those that a change on the site or by the player has just
 * completed, without a score, and never offered one before. Takes one statement, or none.
 */
export async function listRatingOffers(
  db: Database | Transaction,
  userId: string,
  entries: readonly EntryChange[],
): Promise<number[]> {
  const completed = entries
    .filter(
      ({ before, after }) =>
        before.state !== "completed" && after.state === "completed" && after.score === null,
    )
    .map(({ malId }) => malId);
  if (completed.length === 0) return [];
  // Undone events count too: their completion was offered a score.
  const rows = await db.execute<{ anime_mal_id: number }>(sql`
    SELECT anime_mal_id FROM list_events
    WHERE user_id = ${userId}::uuid AND anime_mal_id = ANY(${sql.param(completed)}::integer[])
      AND after ->> 'state' = 'completed' AND through IN ('site', 'player') AND batch_id IS NULL
    GROUP BY anime_mal_id HAVING count(*) = 1`);
  return [...rows].map((row) => row.anime_mal_id);
}
