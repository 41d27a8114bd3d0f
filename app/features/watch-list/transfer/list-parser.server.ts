import { Piscina } from "piscina";
import { AppError, Busy, Invalid } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";
import type { ErrorMessage } from "~/i18n/error-message";
import type { ParsedList } from "./parse-list.server";
import type { ListTask, ParseOutcome } from "./parse-list-worker";

export interface ListParser {
  /**
   * Moments become days of the time zone. Throws `Invalid` for an invalid list or one that exceeds
   * the time or memory limit, `AppError` (413) for one that is too large, and `Busy` when the
   * queue is full.
   */
  parse(bytes: Uint8Array, timeZone: string): Promise<ParsedList>;
  close(): Promise<void>;
}

interface ListParserOptions {
  workerFile: string;
  onError: (error: unknown) => void;
  /** Includes queueing. The largest lists take about a second. */
  timeoutMs?: number;
  maxHeapMegabytes?: number;
  maxQueue?: number;
}

const RETRY_AFTER_SECONDS = 5;
const IDLE_TIMEOUT_MS = 30_000;

/** One worker thread, started on demand and stopped when idle. */
export function createListParser({
  workerFile,
  onError,
  timeoutMs = 15_000,
  maxHeapMegabytes = 512,
  maxQueue = 8,
}: ListParserOptions): ListParser {
  let pool: Piscina | undefined;

  function createPool(): Piscina {
    const created = new Piscina({
      filename: workerFile,
      minThreads: 0,
      maxThreads: 1,
      maxQueue,
      idleTimeout: IDLE_TIMEOUT_MS,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    });
    created.on("error", onError);
    return created;
  }

  return {
    async parse(bytes, timeZone) {
      pool ??= createPool();
      if (pool.queueSize >= maxQueue) throw new Busy("list.busy", RETRY_AFTER_SECONDS);
      const outcome = await run(pool, { bytes, timeZone }, timeoutMs);
      if ("list" in outcome) return outcome.list;
      const { isTooLarge, reason } = outcome.refused;
      throw isTooLarge ? new AppError("too-large", reason) : refused(reason);
    },
    async close() {
      await pool?.destroy();
    },
  };
}

async function run(pool: Piscina, task: ListTask, timeoutMs: number): Promise<ParseOutcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // Aborting a running task terminates its worker.
    return (await pool.run(task, { signal })) as ParseOutcome;
  } catch (error) {
    if (signal.aborted) throw refused("list.tooSlow");
    if (errorCode(error) === "ERR_WORKER_OUT_OF_MEMORY") throw refused("list.tooMuchMemory");
    throw error;
  }
}

function refused(message: ErrorMessage): Invalid {
  return new Invalid([{ path: "file", message }]);
}
