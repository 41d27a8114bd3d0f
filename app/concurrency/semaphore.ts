import { createWaitQueue, type WaitQueueOptions, type WaitSignal } from "./wait-queue";

export interface SemaphoreOptions extends WaitQueueOptions {
  limit: number;
  /** Waiters for a full key are overtaken by those of other keys. */
  limitPerKey?: number;
}

interface AcquireOptions {
  key?: string;
  signal?: WaitSignal;
}

/** Idempotent. */
export type Release = () => void;

export interface Semaphore {
  /** First in, first out. Rejects when the queue is full, too slow or aborted. */
  acquire(options?: AcquireOptions): Promise<Release>;
  /** Runs the work in a slot; synchronously if one is free. */
  run<Result>(work: () => Promise<Result>, options?: AcquireOptions): Promise<Result>;
  /** Slots taken. */
  readonly active: number;
}

/**
 * Bounds concurrent work. p-limit and p-queue lack a limit per key, a bounded queue and a timeout
 * for waiting.
 */
export function createSemaphore({
  limit,
  limitPerKey = Infinity,
  ...queueOptions
}: SemaphoreOptions): Semaphore {
  const queue = createWaitQueue<string>(queueOptions);
  const activeByKey = new Map<string, number>();
  let active = 0;

  const hasSlot = (key: string) => active < limit && (activeByKey.get(key) ?? 0) < limitPerKey;

  function count(key: string, change: 1 | -1): void {
    active += change;
    const ofKey = (activeByKey.get(key) ?? 0) + change;
    if (ofKey === 0) activeByKey.delete(key);
    else activeByKey.set(key, ofKey);
  }

  function tryAcquire(key: string, signal?: WaitSignal): Release | null {
    // The queue rejects with the right error.
    if (signal?.aborted === true || !hasSlot(key)) return null;
    count(key, 1);
    return releaseOnce(key);
  }

  async function waitForSlot(key: string, signal?: WaitSignal): Promise<Release> {
    await queue.wait(key, signal);
    return releaseOnce(key);
  }

  function releaseOnce(key: string): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      count(key, -1);
      while (active < limit) {
        const next = queue.admit(hasSlot);
        if (next === undefined) return;
        count(next, 1);
      }
    };
  }

  return {
    async acquire({ key = "", signal } = {}) {
      return tryAcquire(key, signal) ?? waitForSlot(key, signal);
    },
    async run(work, { key = "", signal } = {}) {
      const release = tryAcquire(key, signal) ?? (await waitForSlot(key, signal));
      try {
        return await work();
      } finally {
        release();
      }
    },
    get active() {
      return active;
    },
  };
}
