import { sql } from "drizzle-orm";
import { isVisibleId } from "~/features/catalog/visibility.server";
import type { Tracker } from "~/features/watch-list/port";
import type { Database } from "~db/client.server";
import type { ProgressEntry } from "./progress-input";
import { saveProgress } from "./save-progress.server";

/** Seconds after which a report is of an offline copy, which was watched alone. */
const MAX_AGE_SECONDS = 10 * 60;

/**
 * Saves what a player reports for someone who watches with its user: not that an episode is
 * unwatched, and nothing of a title that they may not see.
 */
export async function saveCompanionProgress(
  db: Database,
  tracker: Tracker,
  entries: readonly ProgressEntry[],
): Promise<void> {
  const shared = entries.filter(({ watched, age }) => watched !== false && age <= MAX_AGE_SECONDS);
  if (shared.length === 0) return;
  const ids = [...new Set(shared.map(({ animeId }) => animeId))];
  const malId = sql`coalesce(m.into_mal_id, reported.id)`;
  const rows = await db.execute<{ id: number }>(sql`
    SELECT reported.id FROM unnest(${sql.param(ids)}::integer[]) AS reported (id)
    LEFT JOIN merged_titles m ON m.mal_id = reported.id
    WHERE ${isVisibleId(malId, tracker)}`);
  const visible = new Set([...rows].map(({ id }) => id));
  const allowed = shared.filter(({ animeId }) => visible.has(animeId));
  if (allowed.length > 0) await saveProgress(db, tracker, allowed);
}
