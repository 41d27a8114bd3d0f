import { refreshBiographies } from "~/features/import/refresh-biographies.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { toResult } from "./refresh-result";

export const biographies = defineJob({
  name: "biographies",
  plan: JOB_PLANS.biographies,
  payload: NO_PAYLOAD,
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshBiographies(database.db, { client: jikan, signal }));
  },
});
