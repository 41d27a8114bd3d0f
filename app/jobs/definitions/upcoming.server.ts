import { refreshUpcoming } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { toResult } from "./refresh-result";

export const upcoming = defineJob({
  name: "upcoming",
  plan: JOB_PLANS.upcoming,
  payload: NO_PAYLOAD,
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshUpcoming(database.db, { client: jikan, signal }));
  },
});
