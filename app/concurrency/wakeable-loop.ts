import { setTimeout as sleep } from "node:timers/promises";

/** Looks for more work at intervals, or at once when it is woken, until it is stopped. */
export interface WakeableLoop {
  /** The signal that `stop` aborts. */
  readonly stopping: AbortSignal;
  /** A signal to take before a look: a wake during it ends the sleep that follows. */
  nextWake(): AbortSignal;
  /** Sleeps for `ms`, or until the wake or the stop. Never rejects. */
  sleep(ms: number, wake?: AbortSignal): Promise<void>;
  wake(): void;
  /** Waits for `working`, but no longer than that. */
  stop(working: Promise<unknown>, maxMs: number): Promise<void>;
}

export function createWakeableLoop(): WakeableLoop {
  const stopping = new AbortController();
  let waker = new AbortController();
  return {
    stopping: stopping.signal,
    nextWake: () => waker.signal,
    async sleep(ms, wake) {
      const signals = wake === undefined ? [stopping.signal] : [stopping.signal, wake];
      await sleep(ms, undefined, { signal: AbortSignal.any(signals), ref: false }).catch(
        () => undefined,
      );
    },
    wake() {
      const sleeping = waker;
      waker = new AbortController();
      sleeping.abort();
    },
    async stop(working, maxMs) {
      stopping.abort();
      await Promise.race([working, sleep(maxMs, undefined, { ref: false })]);
    },
  };
}
