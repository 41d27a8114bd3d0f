import { hasDueChanges, purgeChanges } from "~/features/catalog/changes/purge-changes.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { CACHE } from "~/jobs/lanes";

export const purge = defineJob({
  name: "purge",
  plan: { lane: CACHE, retries: 30, retrySeconds: 5, maxRetrySeconds: 300 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.purge", about: "admin.jobs.about.purge" },
  // Triggers record the changes in each one's own transaction.
  isDue: async ({ database: { db }, purgeCache }) => purgeCache !== null && hasDueChanges(db),
  async work({ database: { db }, purgeCache }, { signal }) {
    const purged =
      purgeCache === null ? 0 : await purgeChanges(db, (keys) => purgeCache(keys, signal));
    return { purged };
  },
});
