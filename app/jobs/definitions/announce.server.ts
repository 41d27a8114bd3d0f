import { announceAirings } from "~/features/notifications/announce/airings.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { readRecords } from "~/jobs/job-records.server";
import { JOB_PLANS } from "~/jobs/job-names";

export const announce = defineJob({
  name: "announce",
  plan: JOB_PLANS.announce,
  payload: NO_PAYLOAD,
  async work({ database: { db } }) {
    const record = (await readRecords(db)).get("announce");
    return {
      added: await announceAirings(db, { isFirst: (record?.succeededAt ?? null) === null }),
    };
  },
});
