import {
  areEventsDue,
  spreadDueEvents,
} from "~/features/notifications/spread/spread-events.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

export const notifications = defineJob({
  name: "notifications",
  plan: JOB_PLANS.notifications,
  payload: NO_PAYLOAD,
  isDue: ({ database: { db } }) => areEventsDue(db),
  async work({ database: { db } }, { signal }) {
    return spreadDueEvents(db, signal);
  },
});
