import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { findSharedTaste } from "./find-shared-taste.server";
import { loadSignals, WANTS_SUGGESTIONS, type UserSignals } from "./load-signals.server";
import type { TasteCatalogCache } from "./load-taste-catalog.server";
import { rankSuggestions, type Suggestion } from "./rank-suggestions";
import type { TasteCatalog } from "./taste-catalog";

const MAX_SUGGESTIONS = 120;
/** Mature titles are suggested to those whose list has as many, and no parental control. */
const MIN_MATURE_ENTRIES = 3;
/** One run; the next continues. */
const MAX_USERS = 500;
/** The catalog, airing and other users change without a change of the list. */
const MAX_AGE_HOURS = 24;
/**
 * Users who were active within these days. Others get suggestions when they change something or
 * open the page.
 */
const ACTIVE_DAYS = 30;
/** The lease is longer than a computation takes. */
const LEASE = sql.raw("clock_timestamp() + interval '10 minutes'");

export interface ComputeOptions {
  catalogs: TasteCatalogCache;
  signal: AbortSignal;
}

/** Whether some user's suggestions are due. */
export async function areSuggestionsDue(db: Database): Promise<boolean> {
  const rows = await db.execute(
    sql`SELECT 1 FROM suggestion_states WHERE due_at <= clock_timestamp() LIMIT 1`,
  );
  return rows.length > 0;
}

/** Computes what is due, and what is older than a day of users who were here lately. */
export async function computeDueSuggestions(
  db: Database,
  { catalogs, signal }: ComputeOptions,
): Promise<{ users: number; suggestions: number }> {
  const rows = await db.execute<{ id: string }>(sql`
    SELECT p.user_id AS id FROM preferences p LEFT JOIN suggestion_states s USING (user_id)
    WHERE ${WANTS_SUGGESTIONS} AND (
      s.due_at <= clock_timestamp()
      OR (s.computed_at IS NULL OR s.computed_at < now() - ${sql.raw(`interval '${MAX_AGE_HOURS} hours'`)})
        AND s.due_at IS NULL AND EXISTS (
          SELECT 1 FROM sessions WHERE coalesce(profile_id, sessions.user_id) = p.user_id
            AND last_used_at > now() - ${sql.raw(`interval '${ACTIVE_DAYS} days'`)}))
    ORDER BY s.due_at NULLS LAST, s.computed_at NULLS FIRST LIMIT ${MAX_USERS}`);
  const counts = { users: 0, suggestions: 0 };
  if (rows.length === 0) return counts;
  const catalog = await catalogs.get(db);
  for (const { id } of rows) {
    if (signal.aborted) break;
    counts.suggestions += await computeSuggestions(db, catalog, id);
    counts.users += 1;
  }
  return counts;
}

/** Computes and stores one user's suggestions. Returns how many. */
export async function computeSuggestions(
  db: Database,
  catalog: TasteCatalog,
  userId: string,
): Promise<number> {
  await claim(db, userId);
  const user = await loadSignals(db, userId);
  if (user === null) return 0;
  const likedByOthers = user.sharesTaste ? await findSharedTaste(db, userId) : new Map();
  const suggestions = await rankSuggestions(
    catalog,
    {
      ...user,
      likedByOthers,
      parentalControl: user.parentalControl || !likesMature(catalog, user),
      limit: MAX_SUGGESTIONS,
    },
    nextTurn,
  );
  return store(db, userId, suggestions);
}

/** Changes from here on are of the next computation; if this one is killed, it is due again. */
async function claim(db: Database, userId: string): Promise<void> {
  await db.execute(sql`
    INSERT INTO suggestion_states (user_id, due_at)
    SELECT p.user_id, ${LEASE} FROM preferences p
    WHERE p.user_id = ${userId}::uuid AND ${WANTS_SUGGESTIONS}
    ON CONFLICT (user_id) DO UPDATE SET changed_at = NULL, due_at = excluded.due_at`);
}

function likesMature({ titles, indexOf }: TasteCatalog, { ownTitles }: UserSignals): boolean {
  let count = 0;
  for (const id of ownTitles) if (titles[indexOf.get(id) ?? -1]?.mature === true) count += 1;
  return count >= MIN_MATURE_ENTRIES;
}

/** Nothing for a user who turned suggestions off meanwhile. A later change stays due. */
async function store(
  db: Database,
  userId: string,
  suggestions: readonly Suggestion[],
): Promise<number> {
  return db.transaction(async (tx) => {
    // Turning them off waits for this, and then deletes all.
    const wanted = await tx.execute(sql`
      SELECT 1 FROM preferences p WHERE p.user_id = ${userId}::uuid AND ${WANTS_SUGGESTIONS} FOR SHARE`);
    if (wanted.length === 0) return 0;
    const rows = suggestions.map(({ malId, reasons }, index) => ({
      mal_id: malId,
      position: index + 1,
      reasons,
      liked: reasons.some(({ kind }) => kind === "others"),
    }));
    await tx.execute(sql`DELETE FROM suggestions WHERE user_id = ${userId}::uuid`);
    await tx.execute(sql`
      INSERT INTO suggestions (user_id, anime_mal_id, position, reasons, liked_by_others)
      SELECT ${userId}::uuid, r.mal_id, r.position, r.reasons, r.liked
      FROM json_to_recordset(${JSON.stringify(rows)}::json)
        AS r (mal_id integer, position smallint, reasons jsonb, liked boolean)
      JOIN animes USING (mal_id)`);
    await tx.execute(sql`
      UPDATE suggestion_states SET computed_at = now(),
        due_at = CASE WHEN changed_at IS NULL THEN NULL ELSE due_at END
      WHERE user_id = ${userId}::uuid`);
    return rows.length;
  });
}
