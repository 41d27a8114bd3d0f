import { Piscina } from "piscina";
import { errorCode } from "~/errors/error-code";
import type { MediaInfo } from "./container-info";
import type { ProbeOutcome } from "./probe-worker";
import { UnreadableMedia } from "./unreadable-media";

/** As `probeMediaFile`. */
export type ProbeMedia = (
  path: string,
  options?: { signal?: AbortSignal | undefined },
) => Promise<MediaInfo>;

/** Reads files for scans in worker threads, which are ended when a file takes too much of them. */
export interface MediaProber {
  probe: ProbeMedia;
  close(): Promise<void>;
}

interface MediaProberOptions {
  workerFile: string;
  onError: (error: unknown) => void;
  /** Includes queueing. The parsers stop by themselves before, unless they hang. */
  timeoutMs?: number;
  maxHeapMegabytes?: number;
}

/** A scan reads two files at once. */
const MAX_THREADS = 2;
const IDLE_TIMEOUT_MS = 30_000;

export function createMediaProber({
  workerFile,
  onError,
  timeoutMs = 60_000,
  maxHeapMegabytes = 256,
}: MediaProberOptions): MediaProber {
  let pool: Piscina | undefined;

  function createPool(): Piscina {
    const created = new Piscina({
      filename: workerFile,
      minThreads: 0,
      maxThreads: MAX_THREADS,
      idleTimeout: IDLE_TIMEOUT_MS,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    created.on("error", onError);
    return created;
  }

  return {
    async probe(path, { signal } = {}) {
      pool ??= createPool();
      const timeout = AbortSignal.timeout(timeoutMs);
      let outcome: ProbeOutcome;
      try {
        // Aborting a running task terminates its worker.
        outcome = (await pool.run(path, {
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        })) as ProbeOutcome;
      } catch (error) {
        if (signal?.aborted === true) throw error;
        if (timeout.aborted || errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY")
          throw new UnreadableMedia("media.tooMuchToRead", error);
        throw error;
      }
      if ("info" in outcome) return outcome.info;
      if ("unreadable" in outcome) throw new UnreadableMedia(outcome.unreadable);
      const { code, message } = outcome.failed;
      throw Object.assign(new Error(message), { code });
    },
    async close() {
      await pool?.destroy();
    },
  };
}
