import { Busy, Cancelled, Invalid, UpstreamFailed } from "~/errors/app-error";
import { type Asker, createClientLoads, DEFAULT_URGENCY } from "~/concurrency/client-loads";
import { createWaitQueue } from "~/concurrency/wait-queue";
import {
  startWorkerProcess,
  type TransformTask,
  type WorkerResponse,
  type WorkerProcess,
} from "./worker-process.server";

export interface TransformedImage {
  body: Uint8Array;
  contentType: "image/webp" | "image/avif";
  width: number;
  height: number;
  /** Set if a placeholder was requested: the color as `#rrggbb`, and a `data:` URL below. */
  color?: string | undefined;
  placeholder?: string | undefined;
}

export interface TransformPool {
  /**
   * Upright, sRGB, no metadata. Throws `Invalid` for unreadable or too large images, `Busy`,
   * `Cancelled`, `UpstreamFailed` on timeout or crash.
   */
  transform(
    source: Uint8Array | readonly Uint8Array[],
    task: TransformTask,
    options?: TransformOptions,
  ): Promise<TransformedImage>;
  close(): void;
}

interface TransformOptions {
  /** The least served client is next, with what it wants most. */
  client?: string | undefined;
  urgency?: number | undefined;
  signal?: AbortSignal | undefined;
}

interface Options {
  workerFile: string;
  /** Single-threaded; one per core. */
  workers: number;
  /** The worst allowed image takes about five seconds on one core. */
  timeoutMs?: number | undefined;
  /** The most tasks that wait; further ones reject with `Busy`. */
  maxQueue?: number;
  maxWaitMs?: number | undefined;
}

interface Job extends Asker {
  readonly source: readonly Uint8Array[];
  readonly task: TransformTask;
  isHeavy: boolean;
  slot: Slot | null;
}

interface Slot {
  worker: WorkerProcess | null;
  isBusy: boolean;
  readonly takesHeavy: boolean;
  idle: NodeJS.Timeout | undefined;
}

const RETRY_AFTER_SECONDS = 2;
/** A larger process is replaced, to free its memory. */
const MAX_WORKER_BYTES = 256 * 1024 * 1024;
const IDLE_MS = 120_000;

/**
 * The first worker alone takes heavy images, which neither block the others nor add up in memory.
 */
export function createTransformPool({
  workerFile,
  workers,
  timeoutMs = 20_000,
  maxQueue = 256,
  maxWaitMs = 20_000,
}: Options): TransformPool {
  const slots: Slot[] = Array.from({ length: workers }, (_, index) => ({
    worker: null,
    isBusy: false,
    takesHeavy: index === 0,
    idle: undefined,
  }));
  const queueOptions = { timeoutMs: maxWaitMs, busy };
  const lightJobs = createWaitQueue<Job>(queueOptions);
  const heavyJobs = createWaitQueue<Job>(queueOptions);
  const clients = createClientLoads();
  let closed = false;

  /** Gives light slots their jobs first; the other slots prefer heavy jobs. */
  function dispatch(): void {
    for (const slot of slots.toReversed()) {
      if (slot.isBusy) continue;
      const heavy = slot.takesHeavy ? heavyJobs.admit(undefined, clients.isBefore) : undefined;
      const job = heavy ?? lightJobs.admit(undefined, clients.isBefore);
      if (job === undefined) continue;
      job.slot = slot;
      slot.isBusy = true;
      clients.count(job.client, { active: 1 });
    }
  }

  async function waitForSlot(job: Job, signal?: AbortSignal): Promise<Slot> {
    clients.count(job.client, { waiting: 1 });
    const admitted = (job.isHeavy ? heavyJobs : lightJobs).wait(job, signal);
    dispatch();
    try {
      await admitted;
    } finally {
      clients.count(job.client, { waiting: -1 });
    }
    if (closed || job.slot === null) throw stopping();
    return job.slot;
  }

  async function runInSlot(slot: Slot, { client, source, task }: Job): Promise<WorkerResponse> {
    clearTimeout(slot.idle);
    const worker = (slot.worker ??= start(slot));
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      worker.kill();
    }, timeoutMs);
    try {
      const response = await worker.run({ ...task, light: !slot.takesHeavy }, source);
      if (response.rss > MAX_WORKER_BYTES) retire(slot);
      return response;
    } catch (cause) {
      retire(slot);
      throw timedOut ? tooSlow() : new UpstreamFailed("image.conversionFailed", { cause });
    } finally {
      clearTimeout(timer);
      slot.isBusy = false;
      clients.count(client, { active: -1 });
      slot.idle = setTimeout(() => retire(slot), IDLE_MS).unref();
      dispatch();
    }
  }

  async function run(job: Job, signal?: AbortSignal): Promise<TransformedImage> {
    for (;;) {
      const response = await runInSlot(await waitForSlot(job, signal), job);
      switch (response.kind) {
        case "heavy":
          job.isHeavy = true;
          break;
        case "refused":
          throw refusal(response.reason);
        case "done": {
          const { body, width, height, color, placeholder } = response;
          return {
            body,
            contentType: `image/${job.task.format}`,
            width,
            height,
            color,
            placeholder,
          };
        }
      }
    }
  }

  function start(slot: Slot): WorkerProcess {
    const worker = startWorkerProcess(workerFile, () => {
      if (slot.worker === worker) slot.worker = null;
    });
    return worker;
  }

  return {
    async transform(source, task, { client = "", urgency = DEFAULT_URGENCY, signal } = {}) {
      if (closed) throw stopping();
      if (signal?.aborted) throw new Cancelled();
      if (lightJobs.size + heavyJobs.size >= maxQueue) throw busy();
      const sources = source instanceof Uint8Array ? [source] : source;
      const job: Job = { client, urgency, source: sources, task, isHeavy: false, slot: null };
      return rejectOnAbort(run(job, signal), signal);
    },
    close() {
      closed = true;
      for (const queue of [lightJobs, heavyJobs]) while (queue.admit() !== undefined);
      for (const slot of slots) retire(slot);
    },
  };
}

function rejectOnAbort<Value>(work: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Cancelled());
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function retire(slot: Slot): void {
  clearTimeout(slot.idle);
  slot.worker?.kill();
  slot.worker = null;
}

/** Refuses without the decoder's message, which may reveal internals. */
function refusal(reason: string): Invalid {
  const message = /pixel limit|too large|dimension/i.test(reason)
    ? "image.dimensions"
    : "image.unreadable";
  return new Invalid([{ path: "url", message }]);
}

function busy(): Busy {
  return new Busy("image.busyConverting", RETRY_AFTER_SECONDS);
}

function tooSlow(): UpstreamFailed {
  return new UpstreamFailed("image.conversionSlow");
}

function stopping(): Busy {
  return new Busy("image.stopping", RETRY_AFTER_SECONDS);
}
