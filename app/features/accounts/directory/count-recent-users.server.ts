import { gt, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { sessions } from "~db/schema";

/** Counts the users whose sessions were used since then; sessions note their use once an hour. */
export async function countRecentUsers(db: Pick<Database, "select">, since: Date): Promise<number> {
  const [row] = await db
    .select({
      users: sql<number>`count(DISTINCT coalesce(${sessions.profileId}, ${sessions.userId}))::int`,
    })
    .from(sessions)
    .where(gt(sessions.lastUsedAt, since));
  return row?.users ?? 0;
}
