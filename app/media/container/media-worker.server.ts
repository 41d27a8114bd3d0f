import { Piscina } from "piscina";
import { createSemaphore } from "~/concurrency/semaphore";
import { Cancelled, NotFound } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";
import type { MediaInfo } from "./container-info";
import { UnreadableMedia } from "./unreadable-media";
import type { WorkerOutcome } from "./worker-outcome";

/** Runs parsers in worker threads, which are ended when a file takes too much of them. */
export interface MediaWorker<Task, Result> {
  /**
   * Throws what the worker throws, `UnreadableMedia` when it is ended, and `Cancelled` when it
   * waits for a thread in vain.
   */
  run: (task: Task, options?: RunOptions) => Promise<Result>;
  close(): Promise<void>;
}

interface RunOptions {
  signal?: AbortSignal | undefined;
  /** The client of the task, as for `threadsPerClient`. */
  client?: string | undefined;
  /** A kind of work, which waits for others of its kind only. */
  lane?: string;
  /** Overrides the worker's timeout. */
  timeoutMs?: number;
}

/** Runs `probeMediaFile` in a worker. */
export type ProbeMedia = MediaWorker<string, MediaInfo>["run"];

interface MediaWorkerOptions {
  workerFile: string;
  onError: (error: unknown) => void;
  /** A task's, without its wait. The parsers stop by themselves before, unless they hang. */
  timeoutMs?: number;
  maxHeapMegabytes?: number;
  /** How many kinds of work there are, each with threads of its own. */
  lanes?: number;
  /**
   * Threads of a lane that one client may use, so that others are left to other clients. All by
   * default.
   */
  threadsPerClient?: number;
}

/** Threads of each lane. A scan reads two files at once. */
const MAX_THREADS = 2;
const IDLE_TIMEOUT_MS = 30_000;

export function createMediaWorker<Task, Result>({
  workerFile,
  onError,
  timeoutMs: usualTimeoutMs = 60_000,
  maxHeapMegabytes = 256,
  lanes = 1,
  threadsPerClient = MAX_THREADS,
}: MediaWorkerOptions): MediaWorker<Task, Result> {
  let pool: Piscina | undefined;
  // What queues in the pool itself waits forever once its workers are ended: with no minimum of
  // threads, only the next task starts a new one.
  const slots = createSemaphore({
    limit: lanes * MAX_THREADS,
    limitPerKey: MAX_THREADS,
    limitPerClient: threadsPerClient,
    busy: () => new Cancelled(),
  });

  function createPool(): Piscina {
    const created = new Piscina({
      filename: workerFile,
      minThreads: 0,
      maxThreads: lanes * MAX_THREADS,
      idleTimeout: IDLE_TIMEOUT_MS,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    created.on("error", onError);
    return created;
  }

  async function runInWorker(
    task: Task,
    signal: AbortSignal | undefined,
    timeoutMs: number,
  ): Promise<WorkerOutcome<Result>> {
    pool ??= createPool();
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      // Aborting a running task terminates its worker.
      return (await pool.run(task, {
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })) as WorkerOutcome<Result>;
    } catch (error) {
      if (signal?.aborted === true) throw error;
      if (timeout.aborted || errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY")
        throw new UnreadableMedia("media.tooMuchToRead", error);
      throw error;
    }
  }

  return {
    async run(task, { signal, client = "", lane = "", timeoutMs = usualTimeoutMs } = {}) {
      const outcome = await slots.run(() => runInWorker(task, signal, timeoutMs), {
        signal,
        key: lane,
        client: `${lane} ${client}`,
      });
      if ("result" in outcome) return outcome.result;
      if ("unreadable" in outcome) throw new UnreadableMedia(outcome.unreadable);
      if ("notFound" in outcome) throw new NotFound(outcome.notFound);
      const { code, message } = outcome.failed;
      throw Object.assign(new Error(message), { code });
    },
    async close() {
      slots.stopWaiting();
      await pool?.destroy();
    },
  };
}
