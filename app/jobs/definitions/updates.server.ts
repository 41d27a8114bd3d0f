import { isReleaseDue, refreshNewestRelease } from "~/features/site/newest-release.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

export const updates = defineJob({
  name: "updates",
  plan: JOB_PLANS.updates,
  payload: NO_PAYLOAD,
  isDue: async ({ database: { db }, readNewestRelease }) =>
    readNewestRelease !== null && isReleaseDue(db),
  async work({ database: { db }, readNewestRelease }, { signal }) {
    if (readNewestRelease !== null) await refreshNewestRelease(db, readNewestRelease, signal);
    return {};
  },
});
