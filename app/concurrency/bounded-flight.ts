import type { AcquireOptions, Semaphore } from "./semaphore";
import { createSingleFlight } from "./single-flight";

export interface BoundedFlight<Value> {
  /** Joins the work in flight for the key at once, or waits for a slot. */
  run(
    key: string,
    work: (signal: AbortSignal) => Promise<Value>,
    options?: { slot?: Omit<AcquireOptions, "signal">; signal?: AbortSignal },
  ): Promise<Value>;
}

/**
 * Single flight in which every caller waits for its own slot, so that one client's overload does
 * not delay others.
 */
export function createBoundedFlight<Value>(slots: Semaphore): BoundedFlight<Value> {
  const flights = createSingleFlight<Value>();

  return {
    async run(key, work, { slot = {}, signal } = {}) {
      if (flights.has(key)) return flights.run(key, work, signal);
      const release = await slots.acquire({ ...slot, ...(signal && { signal }) });
      let isStarted = false;
      const start = (shared: AbortSignal) => {
        isStarted = true;
        return work(shared).finally(release);
      };
      const result = flights.run(key, start, signal);
      if (!isStarted) release();
      return result;
    },
  };
}
