import { Busy } from "~/errors/app-error";
import type { EndSignal } from "./exchange-clock";

/** How many exchanges may be under way, and how many more may wait for their turn. */
export interface SlotLimits {
  perHost: number;
  total: number;
  queue: number;
}

/** Gives the slot back. Calling it again does nothing. */
export type Release = () => void;

export interface ConnectionSlots {
  /** Resolves when the host has a free slot. Rejects with `Busy` when the queue is full, or with the signal's reason. */
  acquire(host: string, signal: EndSignal): Promise<Release>;
  /** Exchanges under way, those that wait not counted. */
  readonly active: number;
}

interface Waiting {
  host: string;
  start(release: Release): void;
}

/** Seconds after which someone who found the queue full may try again. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Bounds how much of the network we use at once: a slow host cannot take all connections, and many hosts together cannot take all
 * sockets of the process. Waiting is in order of arrival, but a full host does not hold up the others.
 */
export function createConnectionSlots(limits: SlotLimits): ConnectionSlots {
  const perHost = new Map<string, number>();
  const queue = new Set<Waiting>();
  let active = 0;

  const isFree = (host: string) =>
    active < limits.total && (perHost.get(host) ?? 0) < limits.perHost;

  function take(host: string): Release {
    active += 1;
    perHost.set(host, (perHost.get(host) ?? 0) + 1);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      active -= 1;
      const left = (perHost.get(host) ?? 1) - 1;
      if (left === 0) perHost.delete(host);
      else perHost.set(host, left);
      startNext();
    };
  }

  function startNext(): void {
    for (const waiting of queue) {
      if (active >= limits.total) return;
      if (!isFree(waiting.host)) continue;
      queue.delete(waiting);
      waiting.start(take(waiting.host));
    }
  }

  return {
    get active() {
      return active;
    },
    acquire(host, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (isFree(host)) return Promise.resolve(take(host));
      if (queue.size >= limits.queue)
        return Promise.reject(
          new Busy("Too many sources are being fetched right now.", RETRY_AFTER_SECONDS),
        );
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue.delete(waiting);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          host,
          start(release) {
            signal.removeEventListener("abort", leave);
            resolve(release);
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        queue.add(waiting);
      });
    },
  };
}
