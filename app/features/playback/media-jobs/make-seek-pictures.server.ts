import { AppError } from "~/errors/app-error";
import { probeMediaFile } from "~/media/container/probe-media-file.server";
import { makePictures } from "~/media/playback/seek-pictures/make-pictures.server";
import type {
  FileVersion,
  PictureStore,
} from "~/media/playback/seek-pictures/picture-store.server";
import type { Database } from "~db/client.server";
import { findVersion, listOwnFiles } from "./list-own-files.server";

interface SeekPictureOptions {
  store: PictureStore;
  maxBytes: number;
  /** Null where there is none; then nothing is made. */
  ffmpeg: string | null;
  signal: AbortSignal;
}

export interface SeekPictureCounts {
  /** Files whose pictures are new. */
  pictured: number;
  /** Files that can have none. */
  unpicturable: number;
  /** Files that wait for an ffmpeg, or for room. */
  unpictured: number;
}

/** One file after the other; one that was interrupted continues with its next sheet. */
export async function makeSeekPictures(
  db: Database,
  { store, maxBytes, ffmpeg, signal }: SeekPictureOptions,
): Promise<SeekPictureCounts> {
  const versions = new Map<string, string | null>();
  for (const { path } of await listOwnFiles(db)) versions.set(path, await findVersion(path));
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
    const pictures = await pictureFile(file, { store, ffmpeg, signal });
    if (signal.aborted) break;
    await store.finish(file, pictures);
    usedBytes = await store.bytes();
    if (pictures === null) counts.unpicturable += 1;
    else counts.pictured += 1;
  }
  return counts;
}

async function pictureFile(
  file: FileVersion,
  { store, ffmpeg, signal }: { store: PictureStore; ffmpeg: string; signal: AbortSignal },
) {
  try {
    const info = await probeMediaFile(file.path, { signal });
    return await makePictures(file, { ffmpeg, store, info, signal });
  } catch (error) {
    if (signal.aborted || error instanceof AppError) return null;
    throw error;
  }
}
