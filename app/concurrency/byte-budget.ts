import { createWaitQueue, type WaitQueueOptions, type WaitSignal } from "./wait-queue";

/** A weighted semaphore for work of unknown weight, such as downloads. */
export interface ByteBudget {
  /** Resolves when less than the soft limit is held. Rejects as `WaitQueue.wait` does. */
  enter(signal?: WaitSignal): Promise<Share>;
  readonly held: number;
}

export interface Share {
  /** Counts received bytes. Throws `busy` when all shares together would exceed the hard limit. */
  add(bytes: number): void;
  release(): void;
}

interface ByteBudgetOptions extends Required<Omit<WaitQueueOptions, "aborted">> {
  /** New shares queue above this. */
  soft: number;
  /** Open shares may grow up to this. */
  hard: number;
}

/** More than one, so that throughput recovers; not all, to avoid bursts. */
const ADMITTED_PER_RELEASE = 2;

/** Counts received bytes, since a declared length may never arrive. */
export function createByteBudget({ soft, hard, ...queueOptions }: ByteBudgetOptions): ByteBudget {
  const queue = createWaitQueue<null>(queueOptions);
  let held = 0;

  function openShare(): Share {
    let ofShare = 0;
    return {
      add(bytes) {
        if (held + bytes > hard) throw queueOptions.busy();
        ofShare += bytes;
        held += bytes;
      },
      release() {
        held -= ofShare;
        ofShare = 0;
        if (held >= soft) return;
        for (let count = 0; count < ADMITTED_PER_RELEASE; count += 1) queue.admit();
      },
    };
  }

  return {
    async enter(signal) {
      if (held >= soft || signal?.aborted === true) await queue.wait(null, signal);
      return openShare();
    },
    get held() {
      return held;
    },
  };
}
