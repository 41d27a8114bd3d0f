import { refreshRelations } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { toResult } from "./refresh-result";

export const relations = defineJob({
  name: "relations",
  plan: JOB_PLANS.relations,
  payload: NO_PAYLOAD,
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshRelations(database.db, { client: jikan, signal }));
  },
});
