import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";

/**
 * The version of a user's list, which triggers renew, and of the catalog. It is read before what is
 * cached for it, which is then never older.
 */
export async function getListVersion(db: Database, userId: string): Promise<string> {
  const [row] = await db.execute<{ version: string }>(
    prepared(sql`
    SELECT list_version::text || '/' || coalesce((SELECT version FROM catalog_state WHERE id = 1), 0) AS version
    FROM users WHERE id = ${userId}::uuid`),
  );
  return row?.version ?? "";
}
