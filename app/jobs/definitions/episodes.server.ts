import { refreshFollowedEpisodes } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JIKAN } from "~/jobs/lanes";
import { toResult } from "./refresh-result";

export const episodes = defineJob({
  name: "episodes",
  plan: { lane: JIKAN, schedule: { every: "day", hour: 2 }, retries: 5 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.episodes", about: "admin.jobs.about.episodes" },
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshFollowedEpisodes(database.db, { client: jikan, signal }));
  },
});
