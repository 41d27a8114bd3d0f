import { refreshRelations } from "~/features/import/refresh-from-jikan.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JIKAN } from "~/jobs/lanes";
import { toResult } from "./refresh-result";

export const relations = defineJob({
  name: "relations",
  plan: { lane: JIKAN, schedule: { every: "day", hour: 6 }, retries: 5 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.relations", about: "admin.jobs.about.relations" },
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshRelations(database.db, { client: jikan, signal }));
  },
});
