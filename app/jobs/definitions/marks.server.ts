import { join } from "node:path";
import { findSkipMarks } from "~/features/playback/media-jobs/find-skip-marks.server";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

export const marks = defineJob({
  name: "marks",
  plan: JOB_PLANS.marks,
  payload: NO_PAYLOAD,
  async work({ database: { db }, config, probe }, { signal }) {
    const counts = await findSkipMarks(db, {
      cacheFolder: join(config.dataDir, "cache", "fingerprints"),
      ffmpeg: await findFfmpeg(config.media.ffmpegPath, config.media.searchPath),
      probe,
      signal,
    });
    return { ...counts };
  },
});
