import { createJikanProgressFile } from "~/features/import/jikan-progress-file.server";
import { refreshListing, type RefreshCounts } from "~/features/import/refresh-from-jikan.server";
import { requireUsableRows } from "~/features/import/source-item";
import { tellOfImport } from "~/features/import/tell-of-import.server";
import { watchImport } from "~/features/site/runs/import-watcher";
import { openRun, trackRun } from "~/features/site/runs/track-run.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import type { Transaction } from "~db/client.server";
import { toResult } from "./refresh-result";

export const listing = defineJob({
  name: "listing",
  plan: JOB_PLANS.listing,
  payload: NO_PAYLOAD,
  async work({ database: { db }, jikan, config }, { signal, report }) {
    const { baseUrl } = config.jikan;
    const subject = `Jikan (${baseUrl.host})`;
    const id = await openRun(db, { kind: "import", subject, startedBy: null });
    const record = (tx: Transaction, done: RefreshCounts) => tellOfImport(tx, id, done);
    const counts = await trackRun(db, id, { signal, report, record }, async (run) => {
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
