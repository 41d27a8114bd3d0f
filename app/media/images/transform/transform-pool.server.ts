import { Busy, Cancelled, Invalid, UpstreamFailed } from "~/errors/app-error";
import {
  startWorkerProcess,
  type TransformTask,
  type WorkerAnswer,
  type WorkerProcess,
} from "./worker-process.server";

/** An encoded image. */
export interface TransformedImage {
  body: Uint8Array;
  contentType: "image/webp" | "image/avif";
  width: number;
  height: number;
  /** `#rrggbb` and a `data:` URL, when the task asked to describe the picture. */
  color?: string | undefined;
  placeholder?: string | undefined;
}

export interface TransformPool {
  /**
   * Decodes an image, whole or in its parts, and encodes it anew, without its metadata, upright and in sRGB. Throws `Invalid` for what is no readable image or has
   * too many pixels, `Busy` when too many wait or the wait is too long, `Cancelled`, and `UpstreamFailed` when the work takes too long.
   */
  transform(
    source: Uint8Array | readonly Uint8Array[],
    task: TransformTask,
    signal?: AbortSignal,
  ): Promise<TransformedImage>;
  /** Ends all worker processes; what they worked on and later tasks are refused. */
  close(): void;
}

interface Options {
  workerFile: string;
  /** One for each core: each works on one image with one thread. */
  workers: number;
  /** A transform that takes longer is killed. The worst image within the limits needs some five seconds of one core. */
  timeoutMs?: number;
  /** How many may wait, and how long. Past either the asker is told to come back. */
  maxQueue?: number;
  maxWaitMs?: number;
}

interface Job {
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
/** A process that has grown beyond this is replaced, so that what one large image needed is not kept for ever. */
const MAX_WORKER_BYTES = 256 * 1024 * 1024;
/** An unused process gives its memory back after this time. */
const IDLE_MS = 120_000;

/**
 * A few processes that transform images, with a bounded queue in front. Only the first of them takes heavy work: large images wait for
 * each other and leave the rest to everybody else, and their memory does not add up.
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
  let closed = false;

  /** Gives waiting jobs to free slots. The light ones are filled first, so that the other is free when heavy work comes. */
  function dispatch(): void {
    for (const slot of slots.toReversed()) {
      const job = slot.busy ? undefined : nextJob(queue, slot);
      if (job === undefined) continue;
      queue.delete(job);
      void work(slot, job);
    }
  }

  async function work(slot: Slot, job: Job): Promise<void> {
    slot.busy = true;
    clearTimeout(slot.idle);
    const worker = (slot.worker ??= start(slot));
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      worker.kill();
    }, timeoutMs);
    try {
      const answer = await worker.run({ ...job.task, light: !slot.takesHeavy }, job.source);
      settle(job, answer);
      if (answer.rss > MAX_WORKER_BYTES) retire(slot);
    } catch (cause) {
      retire(slot);
      job.finish(
        timedOut ? tooSlow() : new UpstreamFailed("The image could not be converted.", { cause }),
      );
    } finally {
      clearTimeout(timer);
      slot.busy = false;
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

  function settle(job: Job, answer: WorkerAnswer): void {
    switch (answer.kind) {
      case "heavy":
        job.isHeavy = true;
        // Whoever asked may have left meanwhile.
        if (!job.isFinished) queue.add(job);
        return;
      case "refused":
        return job.finish(refusal(answer.reason));
      case "done": {
        const { body, width, height, color, placeholder } = answer;
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
    transform(source, task, signal) {
      if (closed) return Promise.reject(stopping());
      if (signal?.aborted) return Promise.reject(new Cancelled());
      if (queue.size >= maxQueue) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const job: Job = {
          source: source instanceof Uint8Array ? [source] : source,
          task,
          isHeavy: false,
          isFinished: false,
          finish(outcome) {
            job.isFinished = true;
            clearTimeout(patience);
            signal?.removeEventListener("abort", cancel);
            queue.delete(job);
            if (outcome instanceof Error) reject(outcome);
            else resolve(outcome);
          },
        };
        const cancel = () => job.finish(new Cancelled());
        const patience = setTimeout(() => {
          if (queue.has(job)) job.finish(busy());
        }, maxWaitMs);
        signal?.addEventListener("abort", cancel, { once: true });
        queue.add(job);
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

/** The job that has waited the longest and that the slot may take, heavy ones before others. */
function nextJob(queue: ReadonlySet<Job>, slot: Slot): Job | undefined {
  let light: Job | undefined;
  for (const job of queue) {
    if (!job.isHeavy) light ??= job;
    else if (slot.takesHeavy) return job;
    if (light !== undefined && !slot.takesHeavy) return light;
  }
  return light;
}

/** Ends the slot's process; the next task starts a new one. */
function retire(slot: Slot): void {
  clearTimeout(slot.idle);
  slot.worker?.kill();
  slot.worker = null;
}

/** The decoder's own words may tell about our machine; they are for the log at most. */
function refusal(reason: string): Invalid {
  const message = /pixel limit|too large|dimension/i.test(reason)
    ? "The image has more than 40 megapixels."
    : "The image cannot be read.";
  return new Invalid([{ path: "url", message }]);
}

function busy(): Busy {
  return new Busy("Too many images are being converted right now.", RETRY_AFTER_SECONDS);
}

function tooSlow(): UpstreamFailed {
  return new UpstreamFailed("The image took too long to convert.");
}

function stopping(): Busy {
  return new Busy("The server is stopping.", RETRY_AFTER_SECONDS);
}
