import { join } from "node:path";
import type { MemoryBudget } from "~/caching/memory-budget";
import type { Config } from "~/config/config.server";
import type { MediaInfo } from "~/media/container/container-info";
import { createMediaWorker, type MediaWorker } from "~/media/container/media-worker.server";
import type { UnreadableMedia } from "~/media/container/unreadable-media";
import { clearableFolder, type ClearableCache } from "~/media/storage/folder-cache.server";
import { workerFile } from "~/config/worker-file.server";
import type { Log } from "~/observability/log.server";
import { findFfmpeg } from "./encode/ffmpeg.server";
import type { FilePlayer } from "./file-player.server";
import {
  createWorkerReaders,
  READER_LANES,
  type FileReaders,
  type ReaderTask,
} from "./file-readers.server";
import { createLazyFilePlayer } from "./lazy-file-player.server";
import { createThumbnailStore } from "./thumbnails/thumbnail-store.server";

export interface PlayerServices {
  filePlayer: FilePlayer;
  /** Lets no request wait in the file player any more: those that do get `Busy`. */
  stopPlayerWaiting(): void;
  mediaProber: MediaWorker<string, MediaInfo>;
  /** Close with `close`. */
  fileReaders: FileReaders & { close(): Promise<void> };
  /** What is made from own files and kept on disk. */
  playerCaches: { encoded: ClearableCache; pictures: ClearableCache; fingerprints: ClearableCache };
}

export interface PlayerServicesOptions {
  config: Config;
  root: string;
  log: Log;
  budget: MemoryBudget;
  playerTimeouts?: PlayerTimeouts | undefined;
}

/** Milliseconds; the product's own by default. */
export interface PlayerTimeouts {
  /** The `testMs` of `EncoderOptions`. */
  encoderTestMs?: number;
  /** The `scanWaitMs` of `FilePlayerOptions`. */
  scanWaitMs?: number;
}

/** A viewer whose films take long leaves the other of two to others. */
const READER_THREADS_PER_CLIENT = 1;

/** Builds what reads and plays files of media folders. */
export function createPlayerServices({
  config,
  root,
  log,
  budget,
  playerTimeouts = {},
}: PlayerServicesOptions): PlayerServices {
  const cacheFolder = (name: string) => join(config.dataDir, "cache", name);
  const onError = (error: unknown) =>
    log.error({ err: String(error) }, "a worker that reads files failed");
  const reader = createMediaWorker<ReaderTask, unknown>({
    workerFile: workerFile(root, "app/media/playback", "reader-worker"),
    onError,
    lanes: READER_LANES,
    threadsPerClient: READER_THREADS_PER_CLIENT,
  });
  const fileReaders = { ...createWorkerReaders(reader), close: () => reader.close() };
  const closing = new AbortController();
  return {
    filePlayer: createLazyFilePlayer(() =>
      importFilePlayer({
        media: config.media,
        budget,
        encodedFolder: cacheFolder("encoded"),
        thumbnailsFolder: cacheFolder("pictures"),
        readers: fileReaders,
        onRefused: (path, { message }) =>
          log.warn({ path, reason: message }, "a media file cannot be read"),
        onGap: (path) =>
          log.warn({ path }, "no ffmpeg makes silence for a gap in a file's sound, which stays"),
        closing: closing.signal,
        timeouts: playerTimeouts,
      }),
    ),
    stopPlayerWaiting: () => closing.abort(),
    mediaProber: createMediaWorker({
      workerFile: workerFile(root, "app/media/container", "probe-worker"),
      onError,
    }),
    fileReaders,
    playerCaches: {
      encoded: clearableFolder(cacheFolder("encoded")),
      pictures: clearableFolder(cacheFolder("pictures")),
      fingerprints: clearableFolder(cacheFolder("fingerprints")),
    },
  };
}

interface FilePlayerParts {
  media: Config["media"];
  budget: MemoryBudget;
  encodedFolder: string;
  thumbnailsFolder: string;
  readers: FileReaders;
  onRefused: (path: string, error: UnreadableMedia) => void;
  onGap: (path: string) => void;
  closing: AbortSignal;
  timeouts: PlayerTimeouts;
}

async function importFilePlayer({
  media,
  budget,
  encodedFolder,
  thumbnailsFolder,
  readers,
  onRefused,
  onGap,
  closing,
  timeouts: { encoderTestMs, scanWaitMs },
}: FilePlayerParts): Promise<FilePlayer> {
  const [{ createFilePlayer }, { createAudioEncoder }, { createVideoEncoder }] = await Promise.all([
    import("./file-player.server"),
    import("./encode/audio-encoder.server"),
    import("./encode/video-encoder.server"),
  ]);
  const findBinary = () => findFfmpeg(media.ffmpegPath, media.searchPath);
  return createFilePlayer({
    audioEncoder: createAudioEncoder({ findBinary, closing }),
    videoEncoder: createVideoEncoder({
      findBinary,
      allowsHardware: media.hardwareEncoding,
      testMs: encoderTestMs,
      cacheFolder: encodedFolder,
      maxCacheBytes: media.encodedCacheBytes,
      closing,
    }),
    thumbnails: createThumbnailStore(thumbnailsFolder),
    budget,
    readers,
    onRefused,
    findFfmpeg: findBinary,
    onGap,
    closing,
    scanWaitMs,
  });
}
