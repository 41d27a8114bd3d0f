import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";

const MAX_QUEUE = 256;
const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

interface StreamSlotOptions {
  total: number;
  perClient: number;
}

/** Makes slots that are held to the body's end. */
export function createStreamSlots({ total, perClient }: StreamSlotOptions): Semaphore {
  return createSemaphore({
    limit: total,
    maxPerClient: perClient,
    maxQueue: MAX_QUEUE,
    timeoutMs: TIMEOUT_MS,
    busy: () => new Busy("source.slotsBusy", RETRY_AFTER_SECONDS),
  });
}
