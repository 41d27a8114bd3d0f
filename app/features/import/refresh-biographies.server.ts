import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { importBiographies } from "./import-catalog.server";
import { isJikanIdSql } from "./jikan-ids";
import { readJikanBiographies } from "./jikan-source.server";
import {
  addCounts,
  countUnread,
  noteChecks,
  toRefreshCounts,
  type RefreshCounts,
  type RefreshOptions,
} from "./refresh-from-jikan.server";
import { emptyCounts } from "./source-item";
import { idList, type NamedKind } from "./write-named.server";

/** Biographies of a run, one request each: five minutes and more at 60 a minute. */
const MAX_ASKED: Record<NamedKind, number> = { characters: 200, people: 100 };
const MAX_AGE_DAYS = 365;

/** Favorites come first, then characters whom users watch, then those that many know. */
const ORDERS: Record<NamedKind, SQL> = {
  characters: sql`
    n.id IN (SELECT character_id FROM favorite_characters) DESC,
    n.id IN (
      SELECT c.character_id FROM anime_characters c
      JOIN watch_list_entries w ON w.anime_mal_id = c.anime_mal_id
      WHERE c.role = 'Main' AND w.state <> 'dropped'
    ) DESC,
    n.favorites DESC`,
  people: sql`n.id IN (SELECT person_id FROM favorite_people) DESC, n.credits DESC`,
};

/**
 * Updates biographies of a share of the characters and people. Throws `ServiceError` when Jikan is
 * down.
 */
export async function refreshBiographies(
  db: Database,
  { client, signal }: RefreshOptions,
): Promise<RefreshCounts> {
  let counts = toRefreshCounts(emptyCounts(), 0);
  for (const kind of ["characters", "people"] as const) {
    if (signal.aborted) break;
    const ids = await listUnchecked(db, kind);
    const checked: number[] = [];
    try {
      const read = await countUnread(signal, (watch) =>
        importBiographies(
          db,
          kind,
          readJikanBiographies(client, kind, ids, noteChecks(watch, checked)),
          { source: "jikan", signal },
        ),
      );
      counts = addCounts(counts, read);
    } finally {
      await saveChecks(db, kind, checked);
    }
  }
  return counts;
}

async function listUnchecked(db: Database, kind: NamedKind): Promise<number[]> {
  const rows = await db.execute<{ id: number }>(sql`
    SELECT n.id FROM ${sql.identifier(kind)} n
    WHERE ${isJikanIdSql(sql`n.id`)} AND (n.about_checked_at IS NULL
      OR n.about_checked_at < now() - make_interval(days => ${MAX_AGE_DAYS}))
    ORDER BY n.about_checked_at IS NOT NULL, ${ORDERS[kind]}, n.id
    LIMIT ${MAX_ASKED[kind]}`);
  return rows.map(({ id }) => id);
}

async function saveChecks(db: Database, kind: NamedKind, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    UPDATE ${sql.identifier(kind)} SET about_checked_at = now() WHERE id = ANY(${idList(ids)}::int[])`);
}
