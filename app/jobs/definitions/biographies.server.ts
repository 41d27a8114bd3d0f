import { refreshBiographies } from "~/features/import/refresh-biographies.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JIKAN } from "~/jobs/lanes";
import { toResult } from "./refresh-result";

export const biographies = defineJob({
  name: "biographies",
  plan: { lane: JIKAN, schedule: { every: "day", hour: 10 }, retries: 5 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.biographies", about: "admin.jobs.about.biographies" },
  async work({ database, jikan }, { signal }) {
    return toResult(await refreshBiographies(database.db, { client: jikan, signal }));
  },
});
