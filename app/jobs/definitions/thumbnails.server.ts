import { join } from "node:path";
import { makeAllThumbnails } from "~/features/playback/media-jobs/make-all-thumbnails.server";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { createThumbnailStore } from "~/media/playback/thumbnails/thumbnail-store.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

export const thumbnails = defineJob({
  name: "pictures",
  plan: JOB_PLANS.pictures,
  payload: NO_PAYLOAD,
  async work({ database: { db }, config, probe }, { signal }) {
    const { ffmpegPath, searchPath, thumbnailsBytes } = config.media;
    const counts = await makeAllThumbnails(db, {
      store: createThumbnailStore(join(config.dataDir, "cache", "pictures")),
      maxBytes: thumbnailsBytes,
      ffmpeg: await findFfmpeg(ffmpegPath, searchPath),
      probe,
      signal,
    });
    return { ...counts };
  },
});
