import { Cancelled } from "~/errors/app-error";

/** The subset of `AbortSignal` that waiting needs. */
export interface WaitSignal {
  readonly aborted: boolean;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as `AbortSignal` declares it
  readonly reason: any;
  addEventListener(type: "abort", listener: () => void, options?: { once: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

export interface WaitQueueOptions {
  maxQueue?: number;
  timeoutMs?: number;
  busy?: () => Error;
  aborted?: (signal: WaitSignal) => Error;
}

export interface WaitQueue<Item> {
  /** Resolves when `admit` takes it. Rejects when full, timed out or aborted. */
  wait(item: Item, signal?: WaitSignal): Promise<void>;
  /** The first that `fits`, or the foremost by `isBefore`. */
  admit(
    fits?: (item: Item) => boolean,
    isBefore?: (one: Item, other: Item) => boolean,
  ): Item | undefined;
  rejectAll(error: () => Error): void;
  readonly size: number;
}

interface Waiter<Item> {
  item: Item;
  resolve: () => void;
  reject: (error: Error) => void;
}

export function createWaitQueue<Item>({
  maxQueue = Infinity,
  timeoutMs,
  busy = () => new Error("The queue is full."),
  aborted = () => new Cancelled(),
}: WaitQueueOptions): WaitQueue<Item> {
  const waiters = new Set<Waiter<Item>>();

  return {
    wait(item, signal) {
      if (signal?.aborted) return Promise.reject(aborted(signal));
      if (waiters.size >= maxQueue) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiters.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
        };
        const waiter = {
          item,
          resolve: () => (leave(), resolve()),
          reject: (error: Error) => (leave(), reject(error)),
        };
        const abort = () => {
          leave();
          if (signal !== undefined) reject(aborted(signal));
        };
        const timer =
          timeoutMs === undefined ? undefined : setTimeout(() => waiter.reject(busy()), timeoutMs);
        signal?.addEventListener("abort", abort, { once: true });
        waiters.add(waiter);
      });
    },
    admit(fits = () => true, isBefore) {
      let first: Waiter<Item> | undefined;
      for (const waiter of waiters) {
        if (!fits(waiter.item)) continue;
        if (first === undefined || isBefore?.(waiter.item, first.item) === true) first = waiter;
        if (isBefore === undefined) break;
      }
      first?.resolve();
      return first?.item;
    },
    rejectAll(error) {
      for (const waiter of waiters) waiter.reject(error());
    },
    get size() {
      return waiters.size;
    },
  };
}
