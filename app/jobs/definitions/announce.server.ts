import { announceAirings } from "~/features/notifications/announce/airings.server";
import { announceSequels } from "~/features/notifications/announce/sequels.server";
import { announceAdded } from "~/features/wishes/wishes.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { readRecords } from "~/jobs/job-records.server";
import { JOB_PLANS } from "~/jobs/job-names";
import { listJobs, needsAttention } from "~/jobs/job-status.server";
import type { Database } from "~db/client.server";
import { addToOutbox } from "~db/outbox.server";

export const announce = defineJob({
  name: "announce",
  plan: JOB_PLANS.announce,
  payload: NO_PAYLOAD,
  async work({ database: { db } }) {
    const record = (await readRecords(db)).get("announce");
    const isFirst = (record?.succeededAt ?? null) === null;
    const added = await announceAirings(db, { isFirst });
    const news = [await announceSequels(db), await announceAdded(db), await announceFailures(db)];
    return { added: news.reduce((sum, count) => sum + count, added) };
  },
});

/** Records the jobs that an owner should look at, once for as long as each fails or is late. */
async function announceFailures(db: Database): Promise<number> {
  const failing = (await listJobs(db)).filter(needsAttention);
  return addToOutbox(
    db,
    failing.map(({ name, failingSince, nextRunAt }) => ({
      kind: "job.failed",
      key: `job:${name}:${(failingSince ?? nextRunAt ?? new Date(0)).toISOString()}`,
      job: name,
    })),
  );
}
