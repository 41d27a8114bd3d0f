import { sql } from "drizzle-orm";
import { correctCounts } from "~/features/watch-list/port";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

export const maintenance = defineJob({
  name: "maintenance",
  plan: JOB_PLANS.maintenance,
  payload: NO_PAYLOAD,
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
