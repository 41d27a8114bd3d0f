import { watchListEntries } from "~db/schema";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { SITE } from "~/jobs/lanes";

export const lists = defineJob({
  name: "lists",
  plan: { lane: SITE, schedule: { every: "day", hour: 4 }, retries: 2 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.lists", about: "admin.jobs.about.lists" },
  async work({ database: { db } }) {
    return { entries: await db.$count(watchListEntries) };
  },
});
