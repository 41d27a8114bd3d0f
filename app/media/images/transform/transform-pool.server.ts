import { Busy, Cancelled, Invalid, UpstreamFailed } from "~/errors/app-error";
import { createClientLoads, type ClientLoads } from "~/concurrency/client-loads";
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
  /** If the task has `placeholder`: `#rrggbb` and a `data:` URL. */
  color?: string | undefined;
  placeholder?: string | undefined;
}

export interface TransformPool {
  /**
   * Re-encodes an image upright, in sRGB and without metadata. Throws `Invalid` for unreadable or
   * too large images, `Busy`, `Cancelled`, and `UpstreamFailed` on a timeout or crash.
   */
  transform(
    source: Uint8Array | readonly Uint8Array[],
    task: TransformTask,
    options?: TransformOptions,
  ): Promise<TransformedImage>;
  close(): void;
}

interface TransformOptions {
  /** The tasks of the least served client come first. */
  client?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface Options {
  workerFile: string;
  /** Single-threaded processes; one per core. */
  workers: number;
  /**
   * A slower transform is killed. The worst image within the limits takes about five seconds on one
   * core.
   */
  timeoutMs?: number;
  /** Beyond either, tasks are rejected with `Busy`. */
  maxQueue?: number;
  maxWaitMs?: number;
}

interface Job {
  readonly client: string;
  readonly source: readonly Uint8Array[];
  readonly task: TransformTask;
  isHeavy: boolean;
  isFinished: boolean;
  finish(outcome: TransformedImage | Error): void;
}

interface Slot {
  worker: WorkerProcess | null;
  busy: boolean;
  readonly takesHeavy: boolean;
  idle: NodeJS.Timeout | undefined;
}

const RETRY_AFTER_SECONDS = 2;
/** A larger process is replaced, to free what one large image needed. */
const MAX_WORKER_BYTES = 256 * 1024 * 1024;
const IDLE_MS = 120_000;

/**
 * Only the first worker takes heavy images, so these neither block the others nor add up in memory.
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
    busy: false,
    takesHeavy: index === 0,
    idle: undefined,
  }));
  const queue = new Set<Job>();
  const clients = createClientLoads();
  let closed = false;

  function enqueue(job: Job): void {
    queue.add(job);
    clients.count(job.client, { waiting: 1 });
  }

  function dequeue(job: Job): void {
    if (queue.delete(job)) clients.count(job.client, { waiting: -1 });
  }

  /** Light slots first, which keeps the heavy one free. */
  function dispatch(): void {
    for (const slot of slots.toReversed()) {
      const job = slot.busy ? undefined : nextJob(queue, slot, clients);
      if (job === undefined) continue;
      dequeue(job);
      void work(slot, job);
    }
  }

  async function work(slot: Slot, job: Job): Promise<void> {
    slot.busy = true;
    clients.count(job.client, { active: 1 });
    clearTimeout(slot.idle);
    const worker = (slot.worker ??= start(slot));
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      worker.kill();
    }, timeoutMs);
    try {
      const response = await worker.run({ ...job.task, light: !slot.takesHeavy }, job.source);
      settle(job, response);
      if (response.rss > MAX_WORKER_BYTES) retire(slot);
    } catch (cause) {
      retire(slot);
      job.finish(timedOut ? tooSlow() : new UpstreamFailed("image.conversionFailed", { cause }));
    } finally {
      clearTimeout(timer);
      slot.busy = false;
      clients.count(job.client, { active: -1 });
      slot.idle = setTimeout(() => retire(slot), IDLE_MS).unref();
      dispatch();
    }
  }

  function start(slot: Slot): WorkerProcess {
    const worker = startWorkerProcess(workerFile, () => {
      if (slot.worker === worker) slot.worker = null;
    });
    return worker;
  }

  function settle(job: Job, response: WorkerResponse): void {
    switch (response.kind) {
      case "heavy":
        job.isHeavy = true;
        // The caller may have aborted meanwhile.
        if (!job.isFinished) enqueue(job);
        return;
      case "refused":
        return job.finish(refusal(response.reason));
      case "done": {
        const { body, width, height, color, placeholder } = response;
        return job.finish({
          body,
          contentType: `image/${job.task.format}`,
          width,
          height,
          color,
          placeholder,
        });
      }
    }
  }

  return {
    transform(source, task, { client = "", signal } = {}) {
      if (closed) return Promise.reject(stopping());
      if (signal?.aborted) return Promise.reject(new Cancelled());
      if (queue.size >= maxQueue) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const job: Job = {
          client,
          source: source instanceof Uint8Array ? [source] : source,
          task,
          isHeavy: false,
          isFinished: false,
          finish(outcome) {
            job.isFinished = true;
            clearTimeout(queueTimer);
            signal?.removeEventListener("abort", cancel);
            dequeue(job);
            if (outcome instanceof Error) reject(outcome);
            else resolve(outcome);
          },
        };
        const cancel = () => job.finish(new Cancelled());
        const queueTimer = setTimeout(() => {
          if (queue.has(job)) job.finish(busy());
        }, maxWaitMs);
        signal?.addEventListener("abort", cancel, { once: true });
        enqueue(job);
        dispatch();
      });
    },
    close() {
      closed = true;
      for (const job of queue) job.finish(stopping());
      for (const slot of slots) retire(slot);
    },
  };
}

/** The least served client's oldest job that the slot takes, heavy ones first. */
function nextJob(
  queue: ReadonlySet<Job>,
  { takesHeavy }: Slot,
  clients: ClientLoads,
): Job | undefined {
  let next: Job | undefined;
  for (const job of queue) {
    if (job.isHeavy && !takesHeavy) continue;
    if (
      next === undefined ||
      (job.isHeavy && !next.isHeavy) ||
      (job.isHeavy === next.isHeavy && clients.isLessServed(job.client, next.client))
    )
      next = job;
  }
  return next;
}

/** The next task starts a new process. */
function retire(slot: Slot): void {
  clearTimeout(slot.idle);
  slot.worker?.kill();
  slot.worker = null;
}

/** The decoder's message may reveal internals, so clients do not get it. */
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
