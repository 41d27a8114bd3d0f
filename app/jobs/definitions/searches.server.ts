import { compareFollowed } from "~/features/saved-search/compare-followed.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { SITE } from "~/jobs/lanes";

export const searches = defineJob({
  name: "searches",
  plan: { lane: SITE, schedule: { every: "hour" }, retries: 2 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.searches", about: "admin.jobs.about.searches" },
  async work({ database }, { signal }) {
    return { ...(await compareFollowed(database, signal)) };
  },
});
