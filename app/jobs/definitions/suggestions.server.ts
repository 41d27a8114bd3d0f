import {
  areSuggestionsDue,
  computeDueSuggestions,
} from "~/features/suggestions/compute-suggestions.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

export const suggestions = defineJob({
  name: "suggestions",
  plan: JOB_PLANS.suggestions,
  payload: NO_PAYLOAD,
  isDue: ({ database: { db } }) => areSuggestionsDue(db),
  async work({ database: { db }, tasteCatalogs }, { signal }) {
    return { ...(await computeDueSuggestions(db, { catalogs: tasteCatalogs, signal })) };
  },
});
