import { and, asc, gt, isNotNull, lt, sql } from "drizzle-orm";
import { withoutClips } from "~/features/listing/clips";
import { listMatches } from "~/features/listing/list-matches.server";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { savedSearches } from "~db/schema";
import { readSavedQuery } from "./parse-browse-url.server";
import { catalogVersion, MAX_FOLLOWED_MATCHES } from "./saved-searches.server";

const BATCH = 100;
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

/** The number of matches that are new since the last visit. */
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
  const [row] = await database.db.execute<{ fresh: number }>(sql`
    UPDATE saved_searches SET compared_version = ${version}${arrays}
    WHERE id = ${id}::uuid AND known IS NOT NULL
    RETURNING cardinality(fresh) AS fresh`);
  return row?.fresh ?? 0;
}
