import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { canonicalZone } from "~/features/schedule/time-zone";
import { followList } from "~/features/suggestions/suggestion-state.server";
import { changeTracked, dayOf, type EntryRule } from "./change-entries.server";
import { withoutExtras } from "./extra-episodes";
import { loadTracked, lockTracking } from "./load-tracked.server";
import { completeIfAllSeen } from "./tracking-rules";

/** The catalog knows no other features: what it does to lists is followed by its own alone. */
const LISTENERS = [followList];

/**
 * Takes back marks of episodes that titles no longer have since the catalog changed, and completes
 * what is watched and has been seen to its new end. Only a number that the catalog states counts:
 * one that follows from the episodes it has is too small while they are being imported. Each user's
 * history has an event of it, dated in the account's time zone. Returns how many entries it
 * changed.
 */
export async function correctCounts(
  db: Pick<Database, "execute" | "transaction">,
  signal?: AbortSignal,
): Promise<number> {
  const rows = await db.execute<{ user_id: string; ids: number[]; zone: string | null }>(sql`
    SELECT counted.user_id, array_agg(mal_id ORDER BY mal_id) AS ids, p.site ->> 'timeZone' AS zone
    FROM (
      SELECT s.user_id, a.mal_id, s.episodes, nullif(a.episodes, 0) AS total
      FROM seen_episodes s JOIN animes a ON a.mal_id = s.anime_mal_id
    ) counted LEFT JOIN preferences p ON p.user_id = counted.user_id
    WHERE upper(episodes) > total + 1 GROUP BY counted.user_id, zone`);
  let corrected = 0;
  for (const { user_id: userId, ids, zone } of rows) {
    signal?.throwIfAborted();
    corrected += await db.transaction(async (tx) => {
      await lockTracking(tx, userId);
      const timeZone = (zone === null ? null : canonicalZone(zone)) ?? "UTC";
      const viewer = {
        userId,
        via: "catalog",
        timeZone,
        parentalControl: false,
        listeners: LISTENERS,
      } as const;
      const tracked = await loadTracked(tx, userId, ids, viewer);
      const options = { isBatch: true };
      const titles = [...tracked.values()];
      const rule = withinTotal(timeZone);
      return (await changeTracked(tx, viewer, titles, rule, options)).entries.length;
    });
  }
  return corrected;
}

const withinTotal =
  (timeZone: string): EntryRule =>
  ({ entry, title, stamps }, today) =>
    completeIfAllSeen(
      {
        ...entry,
        seen: withoutExtras(entry.seen, title),
        skipped: withoutExtras(entry.skipped, title),
      },
      title,
      // What is complete now was seen by the last change.
      stamps.updatedAt === null ? today : dayOf(new Date(stamps.updatedAt), timeZone),
    );
