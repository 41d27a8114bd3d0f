import { join } from "node:path";
import { findSkipMarks } from "~/features/playback/media-jobs/find-skip-marks.server";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { MEDIA } from "~/jobs/lanes";

export const marks = defineJob({
  name: "marks",
  plan: { lane: MEDIA, schedule: { every: "hour" }, retries: 2 },
  payload: NO_PAYLOAD,
  messages: { name: "admin.jobs.name.marks", about: "admin.jobs.about.marks" },
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
