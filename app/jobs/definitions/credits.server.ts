import { refreshCredits } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JIKAN } from "~/jobs/lanes";
import { toResult } from "./refresh-result";

export const credits = defineJob({
  name: "credits",
  plan: { lane: JIKAN, schedule: { every: "day", hour: 8 }, retries: 5 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.credits", about: "admin.jobs.about.credits" },
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshCredits(database.db, { client: jikan, signal }));
  },
});
