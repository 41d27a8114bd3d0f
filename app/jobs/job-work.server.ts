import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Config } from "~/config/config.server";
import { deleteOldResets } from "~/features/accounts/reset/password-reset.server";
import { deleteExpiredSessions } from "~/features/accounts/sessions.server";
import { deleteOldTokens } from "~/features/accounts/tokens/tokens.server";
import { runBackup } from "~/features/backup/run-backup.server";
import { createJikanProgressFile } from "~/features/import/jikan-progress-file.server";
import { requireUsableRows } from "~/features/import/source-item";
import {
  refreshAiring,
  refreshCredits,
  refreshFollowedEpisodes,
  refreshListing,
  refreshRelations,
  refreshUpcoming,
  type RefreshCounts,
} from "~/features/import/refresh-from-jikan.server";
import { findSkipMarks } from "~/features/playback/media-jobs/find-skip-marks.server";
import { makeSeekPictures } from "~/features/playback/media-jobs/make-seek-pictures.server";
import { checkSource } from "~/features/playback/sources/check-source.server";
import { deleteExpiredRooms } from "~/features/playback/rooms/room-store.server";
import { readLocalStart } from "~/features/playback/sources/read-local-start.server";
import { recheckSources } from "~/features/playback/sources/recheck-sources.server";
import { compareFollowed } from "~/features/saved-search/compare-followed.server";
import { watchImport } from "~/features/site/runs/import-watcher";
import { openRun, trackRun } from "~/features/site/runs/track-run.server";
import { SITE_NAME } from "~/features/site/site-choices";
import {
  areSuggestionsDue,
  computeDueSuggestions,
} from "~/features/suggestions/compute-suggestions.server";
import {
  createTasteCatalogCache,
  type TasteCatalogCache,
} from "~/features/suggestions/load-taste-catalog.server";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import { createPictureStore } from "~/media/playback/seek-pictures/picture-store.server";
import { createBackupBucket, createStorage } from "~/media/storage/create-storage.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import type { JikanClient } from "~/providers/jikan/client.server";
import { createLiveJikanClient } from "~/providers/jikan/live-client.server";
import type { DatabaseClient } from "~db/client.server";
import type { JobName } from "./job-list";
import type { JobQueue } from "./job-queue.server";
import type { JobResult } from "./job-records.server";

export interface JobContext {
  /** Without timeouts. */
  database: DatabaseClient;
  queue: JobQueue;
  config: Config;
  /** Of the project, whose `public` folder has sources too. */
  root: string;
  openJikan: () => JikanClient;
  tasteCatalogs: TasteCatalogCache;
}

export function createJobContext(
  parts: Pick<JobContext, "database" | "queue" | "config" | "root">,
): JobContext {
  return {
    ...parts,
    openJikan: () => createLiveJikanClient(parts.config.jikan.baseUrl),
    tasteCatalogs: createTasteCatalogCache(),
  };
}

export type JobWork = (context: JobContext, signal: AbortSignal) => Promise<JobResult>;

/** What each job does. Ends early, without an error, when the signal is aborted. */
export const JOB_WORK: Readonly<Record<JobName, JobWork>> = {
  airing: ({ database, openJikan }, signal) =>
    refreshAiring(database.db, { client: openJikan(), signal }).then(toResult),
  upcoming: ({ database, openJikan }, signal) =>
    refreshUpcoming(database.db, { client: openJikan(), signal }).then(toResult),
  listing: readListing,
  episodes: ({ database, openJikan }, signal) =>
    refreshFollowedEpisodes(database.db, { client: openJikan(), signal }).then(toResult),
  relations: ({ database, openJikan }, signal) =>
    refreshRelations(database.db, { client: openJikan(), signal }).then(toResult),
  credits: ({ database, openJikan }, signal) =>
    refreshCredits(database.db, { client: openJikan(), signal }).then(toResult),
  sources: checkSources,
  cleanup: cleanUp,
  maintenance: maintainDatabase,
  async backup({ database, config }, signal) {
    const storage = createDiskStorage(join(config.dataDir, "uploads"));
    const { uploads, missingUploads, removed } = await runBackup(
      { withConnection: database.withConnection, readUpload: (cid) => storage.read(cid) },
      {
        folder: join(config.dataDir, "backups"),
        keep: config.jobs.keptBackups,
        bucket: createBackupBucket(config.backups.bucket),
        now: new Date(),
        signal,
      },
    );
    return { uploads, missingUploads, removed: removed.length };
  },
  async pictures({ database: { db }, config }, signal) {
    const { ffmpegPath, searchPath, seekPicturesBytes } = config.media;
    const counts = await makeSeekPictures(db, {
      store: createPictureStore(join(config.dataDir, "cache", "pictures")),
      maxBytes: seekPicturesBytes,
      ffmpeg: await findFfmpeg(ffmpegPath, searchPath),
      signal,
    });
    return { ...counts };
  },
  async marks({ database: { db }, config }, signal) {
    const counts = await findSkipMarks(db, {
      cacheFolder: join(config.dataDir, "cache", "fingerprints"),
      ffmpeg: await findFfmpeg(config.media.ffmpegPath, config.media.searchPath),
      signal,
    });
    return { ...counts };
  },
  searches: ({ database }, signal) => compareFollowed(database, signal),
  suggestions: ({ database: { db }, tasteCatalogs }, signal) =>
    computeDueSuggestions(db, { catalogs: tasteCatalogs, signal }),
};

/** Jobs that run before their time when there is work for them. */
export const JOB_HAS_WORK: Readonly<
  Partial<Record<JobName, (context: JobContext) => Promise<boolean>>>
> = {
  suggestions: ({ database: { db } }) => areSuggestionsDue(db),
};

function toResult({ added, changed, unchanged, rejected, unread }: RefreshCounts): JobResult {
  return { added, changed, unchanged, rejected, unread };
}

async function readListing(
  { database: { db }, openJikan, config }: JobContext,
  signal: AbortSignal,
): Promise<JobResult> {
  const { baseUrl } = config.jikan;
  const subject = `Jikan (${baseUrl.host})`;
  const id = await openRun(db, { kind: "import", subject, startedBy: null });
  const counts = await trackRun(db, id, signal, async (run) => {
    const read = await refreshListing(db, {
      client: openJikan(),
      progressFile: createJikanProgressFile(config.dataDir, baseUrl),
      ...watchImport(run, "jikan"),
    });
    requireUsableRows(read);
    return read;
  });
  return toResult(counts);
}

async function checkSources(
  { database: { db }, config, root }: JobContext,
  signal: AbortSignal,
): Promise<JobResult> {
  const subject = config.server.publicUrl?.host ?? SITE_NAME;
  const id = await openRun(db, { kind: "source-check", subject, startedBy: null });
  const outbound = createOutbound({
    allow: config.outbound.allow,
    slots: { perHost: 8, total: 16, queue: 64 },
  });
  try {
    const readOwnStart = (path: string) => readLocalStart(db, root, path);
    const { checked, dead } = await trackRun(db, id, signal, (run) =>
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
}

/** A failing step does not keep the others from running. */
async function cleanUp({ database: { db }, config }: JobContext): Promise<JobResult> {
  const folder = join(config.dataDir, "uploads");
  const storage = createStorage(config.storage, folder);
  let uploads = 0;
  const outcomes = await Promise.allSettled([
    deleteUnusedUploads({ db, storage }).then((count) => (uploads = count)),
    createDiskStorage(folder).removeStaleDrafts(),
    deleteExpiredSessions(db),
    deleteOldResets(db),
    deleteOldTokens(db),
    deleteExpiredRooms(db),
  ]);
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (failure !== undefined) throw failure.reason;
  return { uploads };
}

async function maintainDatabase({ database: { db }, queue }: JobContext): Promise<JobResult> {
  await db.execute(sql`ANALYZE`);
  await queue.maintain();
  const [row] = await db.execute<{ tables: number }>(sql`
    SELECT count(*)::int AS tables FROM pg_stat_user_tables
    WHERE schemaname = 'public' AND last_analyze > now() - interval '1 hour'`);
  return { tables: row?.tables ?? 0 };
}
