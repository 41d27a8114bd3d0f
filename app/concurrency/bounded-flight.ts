import type { AcquireOptions, Semaphore } from "./semaphore";
import { createSingleFlight } from "./single-flight";

/** Runs concurrent identical work once, in a slot of the caller that starts it. */
export interface BoundedFlight<Value> {
  /**
   * Joins the work in flight for the key at once, or waits for a slot and starts it. Rejects as
   * `SingleFlight.run` and `Semaphore.acquire` do.
   */
  run(
    key: string,
    work: (signal: AbortSignal) => Promise<Value>,
    options?: { slot?: Omit<AcquireOptions, "signal">; signal?: AbortSignal },
  ): Promise<Value>;
}

/**
 * Every caller waits for a slot of its own, so that work which an overloading client waits for does
 * not hold up others that ask for the same.
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
