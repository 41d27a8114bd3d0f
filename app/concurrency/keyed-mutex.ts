import { createSemaphore, type Release, type Semaphore } from "./semaphore";
import type { WaitQueueOptions } from "./wait-queue";

export interface KeyedMutex {
  acquire(key: string): Promise<Release>;
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createKeyedMutex(options: WaitQueueOptions = {}): KeyedMutex {
  const mutexes = new Map<string, Semaphore>();

  async function acquire(key: string): Promise<Release> {
    const mutex = mutexes.get(key) ?? createSemaphore({ limit: 1, ...options });
    mutexes.set(key, mutex);
    const release = await mutex.acquire();
    return () => {
      release();
      // The next waiter already holds the slot.
      if (mutex.active === 0) mutexes.delete(key);
    };
  }

  return {
    acquire,
    async run(key, work) {
      const release = await acquire(key);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
