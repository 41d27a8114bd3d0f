import {
  areSuggestionsDue,
  computeDueSuggestions,
} from "~/features/suggestions/compute-suggestions.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { SITE } from "~/jobs/lanes";

export const suggestions = defineJob({
  name: "suggestions",
  plan: { lane: SITE, schedule: { every: "hour" }, retries: 2 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.suggestions", about: "admin.jobs.about.suggestions" },
  isDue: ({ database: { db } }) => areSuggestionsDue(db),
  async work({ database: { db }, tasteCatalogs }, { signal }) {
    return { ...(await computeDueSuggestions(db, { catalogs: tasteCatalogs, signal })) };
  },
});
