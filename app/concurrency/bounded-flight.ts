import type { AcquireOptions, Semaphore } from "./semaphore";
import { createSingleFlight } from "./single-flight";

export interface BoundedFlight<Value> {
  run(
    key: string,
    work: (signal: AbortSignal) => Promise<Value>,
    options?: { slot?: Omit<AcquireOptions, "signal">; signal?: AbortSignal },
  ): Promise<Value>;
}

/** Every caller of a flight waits for its own slot: one client's overload delays no other. */
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
