import { join } from "node:path";
import { z } from "zod";
import { importFile } from "~/features/import/import-file.server";
import { requireUsableRows, ROW_KINDS, type ImportCounts } from "~/features/import/source-item";
import { tellOfImport } from "~/features/import/tell-of-import.server";
import { watchImport } from "~/features/site/runs/import-watcher";
import { openRun, trackRun } from "~/features/site/runs/track-run.server";
import { defineJob } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { importsFolder } from "~/jobs/local-files.server";
import type { Transaction } from "~db/client.server";

export const fileImport = defineJob({
  name: "import",
  plan: JOB_PLANS.import,
  payload: z.object({
    file: z.string(),
    kind: z.enum(ROW_KINDS),
    /** The file's name where it was uploaded from. */
    subject: z.string(),
    startedBy: z.uuid(),
  }),
  key: ({ file }) => file,
  localFile: ({ file }) => file,
  async work({ database: { db }, config }, { payload, signal, report }) {
    const { file, kind, subject, startedBy } = payload;
    const path = join(importsFolder(config), file);
    const id = await openRun(db, { kind: "import", subject, startedBy });
    const record = (tx: Transaction, done: ImportCounts) => tellOfImport(tx, id, done);
    const counts = await trackRun(db, id, { signal, report, record }, async (run) => {
      const read = await importFile(run.db, kind, path, watchImport(run, subject));
      requireUsableRows(read);
      return read;
    });
    const { added, changed, unchanged, rejected, unreadable = 0 } = counts;
    return { added, changed, unchanged, rejected, ...(unreadable === 0 ? {} : { unreadable }) };
  },
});
