import { AppError } from "~/errors/app-error";
import type { ProbeMedia } from "~/media/container/media-worker.server";
import { makeThumbnails } from "~/media/playback/thumbnails/make-thumbnails.server";
import type {
  FileVersion,
  ThumbnailStore,
} from "~/media/playback/thumbnails/thumbnail-store.server";
import type { Database } from "~db/client.server";
import { findVersion, listMediaFiles } from "./list-media-files.server";

interface ThumbnailJobOptions {
  store: ThumbnailStore;
  maxBytes: number;
  /** The path of ffmpeg, or null where there is none; then nothing is made. */
  ffmpeg: string | null;
  /** Reads what is in a media file. */
  probe: ProbeMedia;
  signal: AbortSignal;
}

export interface ThumbnailCounts {
  /** Files whose thumbnails are new. */
  pictured: number;
  /** Files that can have none. */
  unpicturable: number;
  /** Files that wait for an ffmpeg, or for room. */
  unpictured: number;
}

/** One file after the other; one that was interrupted continues with its next sheet. */
export async function makeAllThumbnails(
  db: Database,
  { store, maxBytes, ffmpeg, probe, signal }: ThumbnailJobOptions,
): Promise<ThumbnailCounts> {
  const versions = new Map<string, string | null>();
  for (const { path } of await listMediaFiles(db)) versions.set(path, await findVersion(path));
  await store.keepOnly(versions);
  let usedBytes = await store.bytes();
  const counts = { pictured: 0, unpicturable: 0, unpictured: 0 };
  for (const [path, version] of versions) {
    if (signal.aborted) break;
    if (version === null || (await store.isDone({ path, version }))) continue;
    if (ffmpeg === null || usedBytes >= maxBytes) {
      counts.unpictured += 1;
      continue;
    }
    const file = { path, version };
    const thumbnails = await thumbnailFile(file, { store, ffmpeg, probe, signal });
    if (signal.aborted) break;
    await store.finish(file, thumbnails);
    usedBytes = await store.bytes();
    if (thumbnails === null) counts.unpicturable += 1;
    else counts.pictured += 1;
  }
  return counts;
}

async function thumbnailFile(
  file: FileVersion,
  {
    store,
    ffmpeg,
    probe,
    signal,
  }: Pick<ThumbnailJobOptions, "store" | "probe" | "signal"> & { ffmpeg: string },
) {
  try {
    const info = await probe(file.path, { signal });
    return await makeThumbnails(file, { ffmpeg, store, info, signal });
  } catch (error) {
    if (signal.aborted || error instanceof AppError) return null;
    throw error;
  }
}
