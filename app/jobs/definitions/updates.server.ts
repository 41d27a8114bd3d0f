import { isReleaseDue, refreshNewestRelease } from "~/features/site/newest-release.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { SITE } from "~/jobs/lanes";

export const updates = defineJob({
  name: "updates",
  plan: { lane: SITE, retries: 0 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.updates", about: "admin.jobs.about.updates" },
  // A schedule would run it where no forge is asked.
  isDue: async ({ database: { db }, readNewestRelease }) =>
    readNewestRelease !== null && isReleaseDue(db),
  async work({ database: { db }, readNewestRelease }, { signal }) {
    if (readNewestRelease !== null) await refreshNewestRelease(db, readNewestRelease, signal);
    return {};
  },
});
