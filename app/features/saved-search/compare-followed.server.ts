import { and, asc, gt, isNotNull, lt, sql } from "drizzle-orm";
import { withoutClips } from "~/features/listing/clips";
import { listMatches } from "~/features/listing/list-matches.server";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { addToOutbox } from "~db/outbox.server";
import { savedSearches } from "~db/schema";
import { readSavedQuery } from "./parse-browse-url.server";
import { catalogVersion, MAX_FOLLOWED_MATCHES } from "./saved-searches.server";

const BATCH = 100;
/** An import brings more new matches at once, which are no news. */
const MAX_NEWS = 50;
/** A search that has grown beyond this keeps the state of its last comparison. */
const MAX_MATCHES = 2 * MAX_FOLLOWED_MATCHES;

/**
 * Compares followed searches with the catalog if it changed since their last comparison. Ends early
 * when the signal is aborted.
 */
export async function compareFollowed(
  database: CatalogDatabase,
  signal: AbortSignal,
): Promise<{ compared: number; matched: number }> {
  const { db } = database;
  const version = await catalogVersion(db);
  const counts = { compared: 0, matched: 0 };
  let last = "00000000-0000-0000-0000-000000000000";
  while (!signal.aborted) {
    const searches = await db
      .select({ id: savedSearches.id, query: savedSearches.query })
      .from(savedSearches)
      .where(
        and(
          isNotNull(savedSearches.known),
          lt(savedSearches.comparedVersion, version),
          gt(savedSearches.id, last),
        ),
      )
      .orderBy(asc(savedSearches.id))
      .limit(BATCH);
    for (const { id, query } of searches) {
      if (signal.aborted) return counts;
      counts.compared += 1;
      counts.matched += await compare(database, { id, query, version });
      last = id;
    }
    if (searches.length < BATCH) return counts;
  }
  return counts;
}

/**
 * Counts the matches that are new since the last visit. Records an event if some are new since the
 * last comparison, unless they are more than `MAX_NEWS`, which an import brings.
 */
async function compare(
  database: CatalogDatabase,
  { id, query, version }: { id: string; query: string; version: number },
): Promise<number> {
  const parsed = readSavedQuery(query).query;
  const ids =
    parsed === null
      ? null
      : await listMatches(
          database,
          { ...withoutClips(parsed), parentalControl: false },
          MAX_MATCHES + 1,
        );
  const isComparable = ids !== null && ids.length <= MAX_MATCHES;
  const current = sql`unnest(${sql.param(`{${(ids ?? []).join(",")}}`)}::int4[])`;
  const arrays = isComparable
    ? sql`, known = ARRAY(SELECT unnest(known) INTERSECT SELECT ${current}),
        fresh = ARRAY(SELECT ${current} EXCEPT SELECT unnest(known))`
    : sql``;
  return database.db.transaction(async (tx) => {
    const [row] = await tx.execute<{ user_id: string; fresh: number; news: number }>(sql`
      WITH before AS (
        SELECT id AS before_id, fresh AS before_fresh FROM saved_searches
        WHERE id = ${id}::uuid FOR UPDATE)
      UPDATE saved_searches SET compared_version = ${version}${arrays}
      FROM before WHERE id = before_id AND known IS NOT NULL
      RETURNING user_id, cardinality(fresh) AS fresh, (SELECT count(*)::int4 FROM (
        SELECT unnest(fresh) EXCEPT SELECT unnest(before_fresh)) news) AS news`);
    if (row === undefined) return 0;
    if (row.news > 0 && row.news <= MAX_NEWS) {
      const key = `search:${id}:${version}`;
      const event = { kind: "search.matched", key, userId: row.user_id, searchId: id } as const;
      await addToOutbox(tx, [event]);
    }
    return row.fresh;
  });
}
