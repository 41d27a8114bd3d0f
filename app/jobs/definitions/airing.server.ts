import { refreshAiring } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JIKAN } from "~/jobs/lanes";
import { toResult } from "./refresh-result";

export const airing = defineJob({
  name: "airing",
  plan: { lane: JIKAN, schedule: { every: "day", hour: 1 }, retries: 5 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.airing", about: "admin.jobs.about.airing" },
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshAiring(database.db, { client: jikan, signal }));
  },
});
