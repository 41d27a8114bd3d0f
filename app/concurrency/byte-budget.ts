import { createWaitQueue, type WaitQueueOptions, type WaitSignal } from "./wait-queue";

/** A weighted semaphore for work of unknown weight. */
export interface ByteBudget {
  /** Resolves when less than the soft limits is held. */
  enter(options?: { client?: string | undefined; signal?: WaitSignal }): Promise<Share>;
  readonly held: number;
}

export interface Share {
  /** Throws `busy` above a hard limit. */
  add(bytes: number): void;
  release(): void;
}

interface ByteLimits {
  soft: number;
  hard: number;
}

interface ByteBudgetOptions extends ByteLimits, Required<Omit<WaitQueueOptions, "aborted">> {
  /** Hard below the overall soft limit leaves room for others. */
  perClient?: ByteLimits;
}

/** Restores throughput without bursts. */
const ADMITTED_PER_RELEASE = 2;

/** A declared length may never arrive. */
export function createByteBudget({
  soft,
  hard,
  perClient = { soft: Infinity, hard: Infinity },
  ...queueOptions
}: ByteBudgetOptions): ByteBudget {
  const queue = createWaitQueue<string>(queueOptions);
  const heldByClient = new Map<string, number>();
  let held = 0;

  const heldBy = (client: string) => heldByClient.get(client) ?? 0;
  const isAdmitted = (client: string) => held < soft && heldBy(client) < perClient.soft;
  const holdsLess = (one: string, other: string) => heldBy(one) < heldBy(other);

  function count(client: string, bytes: number): void {
    held += bytes;
    const ofClient = heldBy(client) + bytes;
    if (ofClient === 0) heldByClient.delete(client);
    else heldByClient.set(client, ofClient);
  }

  function openShare(client: string): Share {
    let ofShare = 0;
    return {
      add(bytes) {
        if (held + bytes > hard || heldBy(client) + bytes > perClient.hard)
          throw queueOptions.busy();
        ofShare += bytes;
        count(client, bytes);
      },
      release() {
        count(client, -ofShare);
        ofShare = 0;
        for (let admitted = 0; admitted < ADMITTED_PER_RELEASE; admitted += 1)
          queue.admit(isAdmitted, holdsLess);
      },
    };
  }

  return {
    async enter({ client = "", signal } = {}) {
      if (!isAdmitted(client) || signal?.aborted === true) await queue.wait(client, signal);
      return openShare(client);
    },
    get held() {
      return held;
    },
  };
}
