import { type Asker, createClientLoads, DEFAULT_URGENCY } from "./client-loads";
import { createWaitQueue, type WaitQueueOptions, type WaitSignal } from "./wait-queue";

export interface SemaphoreOptions extends WaitQueueOptions {
  limit: number;
  limitPerKey?: number;
  /** A free slot goes to the least served client. */
  limitPerClient?: number;
  /** Slots and waiters; more are rejected with `busy`. */
  maxPerClient?: number;
  /** A signal that does on abort what `stopWaiting` does. */
  closing?: AbortSignal | undefined;
}

export interface AcquireOptions {
  key?: string;
  client?: string | undefined;
  /** A smaller one is sooner among what one client waits for, if clients have shares. */
  urgency?: number | undefined;
  signal?: WaitSignal;
}

/** Frees the slot; calling it again does nothing. */
export type Release = () => void;

export interface Semaphore {
  /** Admits callers in the order of their calls, without a limit per client. */
  acquire(options?: AcquireOptions): Promise<Release>;
  /** Synchronous if a slot is free. */
  run<Result>(work: () => Promise<Result>, options?: AcquireOptions): Promise<Result>;
  tryAcquire(options?: AcquireOptions): Release | null;
  rejectWaiting(error: () => Error): void;
  /** Rejects all that wait with `busy`, and all later calls that find no free slot. */
  stopWaiting(): void;
  readonly active: number;
  readonly waiting: number;
}

interface Waiter extends Asker {
  readonly key: string;
}

/** Has limits per key and client, a bounded queue and a timeout, unlike p-limit and p-queue. */
export function createSemaphore({
  limit,
  limitPerKey = Infinity,
  limitPerClient,
  maxPerClient = Infinity,
  closing,
  ...queueOptions
}: SemaphoreOptions): Semaphore {
  const { busy = () => new Error("The queue is full.") } = queueOptions;
  const queue = createWaitQueue<Waiter>({ ...queueOptions, busy });
  const activeByKey = new Map<string, number>();
  const clients = createClientLoads();
  const isFair = limitPerClient !== undefined || maxPerClient < Infinity;
  const mostPerClient = Math.min(limitPerClient ?? Infinity, maxPerClient);
  const isBefore = isFair ? clients.isBefore : undefined;
  let active = 0;
  let isWaitingAllowed = true;

  const hasSlot = ({ key, client }: Waiter) =>
    active < limit &&
    (activeByKey.get(key) ?? 0) < limitPerKey &&
    (!isFair || clients.of(client).active < mostPerClient);

  function count({ key, client }: Waiter, change: 1 | -1): void {
    active += change;
    if (isFair) clients.count(client, { active: change });
    const ofKey = (activeByKey.get(key) ?? 0) + change;
    if (ofKey === 0) activeByKey.delete(key);
    else activeByKey.set(key, ofKey);
  }

  function take(holder: Waiter, signal?: WaitSignal): Release | null {
    // The queue rejects with the right error.
    if (signal?.aborted === true || !hasSlot(holder)) return null;
    count(holder, 1);
    return releaseOnce(holder);
  }

  async function waitForSlot(holder: Waiter, signal?: WaitSignal): Promise<Release> {
    if (!isWaitingAllowed) throw busy();
    const { client } = holder;
    const load = clients.of(client);
    if (load.active + load.waiting >= maxPerClient && signal?.aborted !== true) throw busy();
    if (isFair) clients.count(client, { waiting: 1 });
    try {
      await queue.wait(holder, signal);
    } catch (error) {
      if (isFair) clients.count(client, { waiting: -1 });
      throw error;
    }
    return releaseOnce(holder);
  }

  function admit(fits: (waiter: Waiter) => boolean): boolean {
    const next = queue.admit(fits, isBefore);
    if (next === undefined) return false;
    count(next, 1);
    if (isFair) clients.count(next.client, { waiting: -1 });
    return true;
  }

  function releaseOnce(holder: Waiter): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      count(holder, -1);
      while (active < limit && admit(hasSlot));
    };
  }

  function stopWaiting(): void {
    isWaitingAllowed = false;
    queue.rejectAll(busy);
  }
  if (closing?.aborted === true) stopWaiting();
  closing?.addEventListener("abort", stopWaiting, { once: true });

  return {
    async acquire({ signal, ...options } = {}) {
      const holder = toWaiter(options);
      return take(holder, signal) ?? waitForSlot(holder, signal);
    },
    async run(work, { signal, ...options } = {}) {
      const holder = toWaiter(options);
      const release = take(holder, signal) ?? (await waitForSlot(holder, signal));
      try {
        return await work();
      } finally {
        release();
      }
    },
    tryAcquire: ({ signal, ...options } = {}) => take(toWaiter(options), signal),
    rejectWaiting: (error) => queue.rejectAll(error),
    stopWaiting,
    get active() {
      return active;
    },
    get waiting() {
      return queue.size;
    },
  };
}

function toWaiter({
  key = "",
  client = "",
  urgency = DEFAULT_URGENCY,
}: Omit<AcquireOptions, "signal">): Waiter {
  return { key, client, urgency };
}
