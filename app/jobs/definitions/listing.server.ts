import { createJikanProgressFile } from "~/features/import/jikan-progress-file.server";
import { refreshListing } from "~/features/import/refresh-from-jikan.server";
import { requireUsableRows } from "~/features/import/source-item";
import { watchImport } from "~/features/site/runs/import-watcher";
import { openRun, trackRun } from "~/features/site/runs/track-run.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JIKAN } from "~/jobs/lanes";
import { WEDNESDAY } from "~/jobs/schedule";
import { toResult } from "./refresh-result";

export const listing = defineJob({
  name: "listing",
  plan: { lane: JIKAN, schedule: { every: "week", day: WEDNESDAY, hour: 4 }, retries: 8 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.listing", about: "admin.jobs.about.listing" },
  async work({ database: { db }, jikan, config }, { signal, report }) {
    const { baseUrl } = config.jikan;
    const subject = `Jikan (${baseUrl.host})`;
    const id = await openRun(db, { kind: "import", subject, startedBy: null });
    const counts = await trackRun(db, id, { signal, report }, async (run) => {
      const read = await refreshListing(db, {
        client: jikan,
        progressFile: createJikanProgressFile(config.dataDir, baseUrl),
        ...watchImport(run, "jikan"),
      });
      requireUsableRows(read);
      return read;
    });
    return toResult(counts);
  },
});
