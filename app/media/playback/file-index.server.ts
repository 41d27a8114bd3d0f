import { createByteCache, type CacheUsage } from "~/caching/byte-cache";
import { estimateBytes } from "~/caching/value-size";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";
import { Busy } from "~/errors/app-error";
import { withTimeLimit } from "~/media/container/unreadable-media";
import type { FileReaders } from "./file-readers.server";
import { bytesOf, openFile, type OpenFile } from "./open-file.server";
import { scanTimeline, withTimeline, type FileIndex, type Timeline } from "./read-index.server";

export interface FileIndexes {
  get(file: OpenFile, signal?: AbortSignal): Promise<FileIndex>;
  /** A file without an index is scanned in the background; throws `Busy` meanwhile. */
  getWithTimeline(
    file: OpenFile,
    signal?: AbortSignal,
  ): Promise<FileIndex & { timeline: Timeline }>;
  readonly usage: CacheUsage;
}

const SCAN_BYTES_PER_SECOND = 40 * 1024 * 1024;
const SCAN_MS = 2 * 60 * 60 * 1000;
const MAX_WAIT_MS = 3_000;
const RETRY_AFTER_SECONDS = 3;
const MAX_SCANS = 1;

interface FileIndexOptions {
  closing?: AbortSignal | undefined;
  /** How long a request waits for a scan. */
  maxWaitMs?: number | undefined;
}

/** Keeps what it has read of files, up to `maxBytes`. */
export function createFileIndexes(
  maxBytes: number,
  { readFileIndex }: Pick<FileReaders, "readFileIndex">,
  { closing, maxWaitMs = MAX_WAIT_MS }: FileIndexOptions = {},
): FileIndexes {
  const indexes = createByteCache<FileIndex>(maxBytes, { keepsLargest: true });
  const probes = createSingleFlight<FileIndex>();
  const scans = new Map<string, Promise<FileIndex & { timeline: Timeline }>>();
  const scanSlots = createSemaphore({
    limit: MAX_SCANS,
    maxQueue: 1_000,
    timeoutMs: SCAN_MS,
    busy: () => new Busy("media.busy", RETRY_AFTER_SECONDS),
    closing,
  });

  function scan(file: OpenFile, key: string, index: FileIndex) {
    const found = scans.get(key);
    if (found !== undefined) return found;
    const { path, version } = file;
    const started = scanSlots
      .run(() => readThrough(path, version, index))
      .then((timeline) => {
        const complete = withTimeline(index, timeline);
        indexes.set(key, complete, estimateBytes(complete));
        return complete;
      })
      .finally(() => scans.delete(key));
    started.catch(() => undefined);
    scans.set(key, started);
    return started;
  }

  const keyOf = ({ path, version }: OpenFile) => `${version} ${path}`;

  const indexesOf: FileIndexes = {
    async get(file, signal) {
      const key = keyOf(file);
      const cached = indexes.get(key);
      if (cached !== undefined) return cached;
      return probes.run(
        key,
        async (flight) => {
          const index = await readFileIndex(file, flight);
          indexes.set(key, index, estimateBytes(index));
          return index;
        },
        signal,
      );
    },
    async getWithTimeline(file, signal) {
      const index = await indexesOf.get(file, signal);
      const { timeline } = index;
      if (timeline !== null) return { ...index, timeline };
      const outcome = await Promise.race([scan(file, keyOf(file), index), wait(maxWaitMs)]);
      if (outcome === null) throw new Busy("media.indexing", RETRY_AFTER_SECONDS);
      return outcome;
    },
    get usage() {
      return indexes.usage;
    },
  };
  return indexesOf;
}

function wait(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms).unref());
}

/** Opens the file again, as the request may have ended. */
async function readThrough(path: string, version: string, index: FileIndex): Promise<Timeline> {
  const file = await openFile(path);
  try {
    if (file.version !== version) throw new Busy("media.changed", RETRY_AFTER_SECONDS);
    return await withTimeLimit(SCAN_MS, undefined, (signal) =>
      scanTimeline(bytesOf(file, { maxRate: SCAN_BYTES_PER_SECOND, signal }), index),
    );
  } finally {
    await file.handle.close();
  }
}
