import { checkSource } from "~/features/playback/sources/check-source.server";
import { readLocalStart } from "~/features/playback/sources/read-local-start.server";
import { recheckSources } from "~/features/playback/sources/recheck-sources.server";
import { openRun, trackRun } from "~/features/site/runs/track-run.server";
import { SITE_NAME } from "~/features/site/site-choices";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

/** Politeness towards other hosts. */
const SLOTS = { perHost: 8, total: 16, queue: 64 };

export const sources = defineJob({
  name: "sources",
  plan: JOB_PLANS.sources,
  payload: NO_PAYLOAD,
  async work({ database: { db }, config, root }, { signal, report }) {
    const subject = config.server.publicUrl?.host ?? SITE_NAME;
    const id = await openRun(db, { kind: "source-check", subject, startedBy: null });
    const outbound = createOutbound({ allow: config.outbound.allow, slots: SLOTS });
    const readOwnStart = (path: string) => readLocalStart(db, root, path);
    try {
      const { checked, dead } = await trackRun(db, id, { signal, report }, (run) =>
        recheckSources(
          db,
          (address) => checkSource(address, { outbound, readOwnStart, signal: run.signal }),
          {
            signal: run.signal,
            distrustSilence: true,
            onProgress: (counts) =>
              run.report({ fraction: counts.checked / counts.total, counts: { ...counts } }),
          },
        ),
      );
      return { checked, dead: dead.length };
    } finally {
      outbound.close();
    }
  },
});
