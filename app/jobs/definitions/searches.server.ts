import { compareFollowed } from "~/features/saved-search/compare-followed.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

export const searches = defineJob({
  name: "searches",
  plan: JOB_PLANS.searches,
  payload: NO_PAYLOAD,
  async work({ database }, { signal }) {
    return { ...(await compareFollowed(database, signal)) };
  },
});
