import { refreshFollowedEpisodes } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { toResult } from "./refresh-result";

export const episodes = defineJob({
  name: "episodes",
  plan: JOB_PLANS.episodes,
  payload: NO_PAYLOAD,
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshFollowedEpisodes(database.db, { client: jikan, signal }));
  },
});
