import { refreshUpcoming } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JIKAN } from "~/jobs/lanes";
import { MONDAY } from "~/jobs/schedule";
import { toResult } from "./refresh-result";

export const upcoming = defineJob({
  name: "upcoming",
  plan: { lane: JIKAN, schedule: { every: "week", day: MONDAY, hour: 3 }, retries: 5 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.upcoming", about: "admin.jobs.about.upcoming" },
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshUpcoming(database.db, { client: jikan, signal }));
  },
});
