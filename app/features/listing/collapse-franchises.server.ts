import { sql, type SQL } from "drizzle-orm";
import { type ListingSource, whereAll } from "./listing-source.server";

export interface CollapsedSource extends ListingSource {
  /** A common table expression, which follows the candidates'. */
  members: SQL;
  /** How many matching titles are left out. */
  leftOut: SQL;
  /** JSON: how many each shown title stands for, by its id. */
  others: SQL;
}

/**
 * One title per franchise among those that match: the best match of a search, else the most
 * popular. Most titles are in no franchise, so only members are grouped and the order's index still
 * leads.
 */
export function collapseFranchises(source: ListingSource): CollapsedSource {
  const { candidates, from, conditions } = source;
  const byFame = sql`e.popularity ASC NULLS LAST, e.mal_id`;
  const order = candidates === null ? byFame : sql`candidate.rank, ${byFame}`;
  return {
    ...source,
    members: sql`member (mal_id, place, titles) AS MATERIALIZED (
      SELECT e.mal_id, row_number() OVER (PARTITION BY m.franchise_id ORDER BY ${order}),
        count(*) OVER (PARTITION BY m.franchise_id)
      FROM ${from} JOIN franchise_members m ON m.mal_id = e.mal_id ${whereAll(conditions)})`,
    conditions: [...conditions, sql`e.mal_id NOT IN (SELECT mal_id FROM member WHERE place > 1)`],
    leftOut: sql`(SELECT count(*) FROM member WHERE place > 1)`,
    others: sql`(
      SELECT json_object_agg(mal_id, titles - 1) FROM member WHERE place = 1 AND titles > 1)`,
  };
}
