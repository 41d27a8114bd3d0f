import { createByteCache, type CacheUsage } from "~/caching/byte-cache";
import { estimateBytes } from "~/caching/value-size";
import { createSemaphore } from "~/concurrency/semaphore";
import { createSingleFlight } from "~/concurrency/single-flight";
import { Busy } from "~/errors/app-error";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { SCAN_MS, type FileReaders, type ReadOptions } from "./file-readers.server";
import type { FileVersion } from "./open-file.server";
import { withTimeline, type FileIndex, type Timeline } from "./read-index.server";

export interface FileIndexes {
  /** Throws `UnreadableMedia`, for a minute without reading the file again. */
  get(file: FileVersion, options?: ReadOptions): Promise<FileIndex>;
  /** A file without an index is scanned in the background; throws `Busy` meanwhile. */
  getWithTimeline(
    file: FileVersion,
    options?: ReadOptions,
  ): Promise<FileIndex & { timeline: Timeline }>;
  readonly usage: CacheUsage;
}

const MAX_WAIT_MS = 3_000;
const RETRY_AFTER_SECONDS = 3;
const MAX_SCANS = 2;
const MAX_SCANS_PER_CLIENT = 1;
/** A file that takes all that one may must not take it with each request. */
const REFUSED_MS = 60_000;
const MAX_REFUSED = 1_000;

interface FileIndexOptions {
  closing?: AbortSignal | undefined;
  /** How long a request waits for a scan. */
  maxWaitMs?: number | undefined;
  /** The time in milliseconds, for tests. */
  now?: () => number;
}

/** Keeps what it has read of files, up to `maxBytes`. */
export function createFileIndexes(
  maxBytes: number,
  { readFileIndex, scanTimeline }: Pick<FileReaders, "readFileIndex" | "scanTimeline">,
  { closing, maxWaitMs = MAX_WAIT_MS, now = () => performance.now() }: FileIndexOptions = {},
): FileIndexes {
  const indexes = createByteCache<FileIndex>(maxBytes, { keepsLargest: true });
  const probes = createSingleFlight<FileIndex>();
  const scans = new Map<string, Promise<FileIndex & { timeline: Timeline }>>();
  const refused = createByteCache<UnreadableMedia>(MAX_REFUSED, { maxAgeMs: REFUSED_MS, now });
  const scanSlots = createSemaphore({
    limit: MAX_SCANS,
    limitPerClient: MAX_SCANS_PER_CLIENT,
    maxQueue: 1_000,
    timeoutMs: SCAN_MS,
    busy: () => new Busy("media.busy", RETRY_AFTER_SECONDS),
    closing,
  });

  async function refusing<Result>(key: string, read: () => Promise<Result>): Promise<Result> {
    const refusal = refused.get(key);
    if (refusal !== undefined) throw new UnreadableMedia(refusal.texts, refusal);
    try {
      return await read();
    } catch (error) {
      if (error instanceof UnreadableMedia) refused.set(key, error, 1);
      throw error;
    }
  }

  function scan({ path, version }: FileVersion, index: FileIndex, client?: string) {
    const key = keyOf({ path, version });
    const found = scans.get(key);
    if (found !== undefined) return found;
    // The request may end before.
    const started = refusing(`scan ${key}`, async () => {
      const timeline = await scanSlots.run(() => scanTimeline({ path, version }, { client }), {
        client,
      });
      const complete = withTimeline(index, timeline);
      indexes.set(key, complete, estimateBytes(complete));
      return complete;
    }).finally(() => scans.delete(key));
    started.catch(() => undefined);
    scans.set(key, started);
    return started;
  }

  const keyOf = ({ path, version }: FileVersion) => `${version} ${path}`;

  const indexesOf: FileIndexes = {
    async get({ path, version }, { signal, client } = {}) {
      const key = keyOf({ path, version });
      const cached = indexes.get(key);
      if (cached !== undefined) return cached;
      return probes.run(
        key,
        (flight) =>
          refusing(key, async () => {
            const index = await readFileIndex({ path, version }, { signal: flight, client });
            indexes.set(key, index, estimateBytes(index));
            return index;
          }),
        signal,
      );
    },
    async getWithTimeline(file, options = {}) {
      const index = await indexesOf.get(file, options);
      const { timeline } = index;
      if (timeline !== null) return { ...index, timeline };
      const outcome = await Promise.race([scan(file, index, options.client), wait(maxWaitMs)]);
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
