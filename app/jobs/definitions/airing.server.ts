import { refreshAiring } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { toResult } from "./refresh-result";

export const airing = defineJob({
  name: "airing",
  plan: JOB_PLANS.airing,
  payload: NO_PAYLOAD,
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshAiring(database.db, { client: jikan, signal }));
  },
});
