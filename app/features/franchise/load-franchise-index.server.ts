import { hasBegun } from "~/features/catalog/airing-status.server";
import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { indexFranchises, type FranchiseIndex, type IndexedMember } from "./completed-franchises";

/**
 * Indexes the titles that the site lists. Reads every franchise: cache the result until the catalog
 * changes.
 */
export async function loadFranchiseIndex(db: Database): Promise<FranchiseIndex> {
  const rows = await db.execute<IndexedMember & Record<string, unknown>>(sql`
    SELECT m.mal_id AS id, m.franchise_id AS franchise, m.role, e.mature, e.rating_code AS "ratingCode",
      NOT ${hasBegun(sql`a`)} AS announced
    FROM franchise_members m JOIN listing_entries e USING (mal_id)
      JOIN animes a USING (mal_id)`);
  return indexFranchises(rows);
}
