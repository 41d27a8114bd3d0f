import { refreshCredits } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { toResult } from "./refresh-result";

export const credits = defineJob({
  name: "credits",
  plan: JOB_PLANS.credits,
  payload: NO_PAYLOAD,
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshCredits(database.db, { client: jikan, signal }));
  },
});
