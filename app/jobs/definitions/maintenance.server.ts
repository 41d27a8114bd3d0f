import { sql } from "drizzle-orm";
import { correctCounts } from "~/features/watch-list/port";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { SITE } from "~/jobs/lanes";

export const maintenance = defineJob({
  name: "maintenance",
  plan: { lane: SITE, schedule: { every: "day", hour: 5 }, retries: 2 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.maintenance", about: "admin.jobs.about.maintenance" },
  async work({ database: { db } }, { signal }) {
    await db.execute(sql`ANALYZE`);
    const [row] = await db.execute<{ tables: number }>(sql`
      SELECT count(*)::int AS tables FROM pg_stat_user_tables
      WHERE schemaname = 'public' AND last_analyze > now() - interval '1 hour'`);
    // A change of the catalog may have been interrupted before its end.
    const changed = await correctCounts(db, signal);
    return { tables: row?.tables ?? 0, changed };
  },
});
