import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

/**
 * Lists the hosts of push services that rejected the keys of this site in the last day, and have
 * accepted no message since.
 */
export async function listRejectingServices(db: Database): Promise<string[]> {
  const rows = await db.execute<{ host: string }>(sql`
    SELECT c.host FROM deliveries d JOIN channels c ON c.id = d.channel_id
    WHERE c.kind = 'push' GROUP BY c.host
    HAVING max(d.attempted_at) FILTER (WHERE d.problem = 'keys')
      > greatest(now() - interval '1 day', max(d.sent_at))
    ORDER BY c.host`);
  return rows.map(({ host }) => host);
}
