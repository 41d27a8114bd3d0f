import { eq } from "drizzle-orm";
import { z } from "zod";
import { scanLibrary } from "~/features/library/scan-library.server";
import { defineJob, type JobDefinition } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { enqueue } from "~/jobs/queue.server";
import { mediaFolders } from "~db/schema";

/** Files that were being written are looked at again after this time. */
const LOOK_AGAIN_MS = 60_000;

const payload = z.object({
  folder: z.string(),
  /** Whether doubtful files are matched again. */
  rematch: z.boolean().optional(),
});

export const scan: JobDefinition<z.infer<typeof payload>> & { name: "scan" } = defineJob({
  name: "scan",
  plan: JOB_PLANS.scan,
  payload,
  key: ({ folder }) => folder,
  subject: ({ folder }) => folder,
  async work(
    { database, probe, config },
    { payload: { folder, rematch = false }, signal, report },
  ) {
    const { db } = database;
    const counts = { added: 0, changed: 0, moved: 0, gone: 0 };
    const scanned = await scanLibrary(database, {
      names: [folder],
      rematch,
      probe,
      signal,
      onProgress: (done, total) => report({ fraction: done / total }),
    }).catch(async (error: unknown) => {
      if (signal.aborted || (await db.$count(mediaFolders, eq(mediaFolders.name, folder))) > 0)
        throw error;
      // An owner has removed it meanwhile.
      return [];
    });
    for (const { added, changed, moved, gone, unfinished } of scanned) {
      Object.assign(counts, { added, changed, moved, gone });
      if (unfinished > 0 && config.library.scanMs > 0)
        await enqueue(db, scan, { folder }, { runAt: new Date(Date.now() + LOOK_AGAIN_MS) });
    }
    return counts;
  },
});
