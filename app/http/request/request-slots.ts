import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";

/** More renders at once do not finish sooner. */
const MAX_PAGES = 16;
const MAX_PAGE_QUEUE = 2_048;
/** Ten tabs each of a household. */
const MAX_PAGES_WAITING_PER_CLIENT = 256;
const MAX_CALLS_WAITING_PER_CLIENT = 1_024;
const TIMEOUT_MS = 10_000;
/** Then the database is stuck, and the queue must fail within five seconds. */
const STUCK_MS = 200;
const RETRY_AFTER_SECONDS = 5;

export interface RequestSlots {
  pages: Semaphore;
  api: Semaphore;
}

interface RequestSlotOptions {
  pages: number;
  api: number;
  timeoutMs?: number;
  stuckMs?: number;
}

export function createRequestSlots({
  pages,
  api,
  timeoutMs = TIMEOUT_MS,
  stuckMs = STUCK_MS,
}: RequestSlotOptions): RequestSlots {
  const busy = () => new Busy("http.busy", RETRY_AFTER_SECONDS);
  return {
    pages: createSemaphore({
      limit: MAX_PAGES,
      limitPerClient: pages,
      maxPerClient: pages + MAX_PAGES_WAITING_PER_CLIENT,
      maxQueue: MAX_PAGE_QUEUE,
      timeoutMs,
      stuckMs,
      busy,
    }),
    // No total, which a few clients' slow requests would take from all.
    api: createSemaphore({
      limit: Infinity,
      limitPerClient: api,
      maxPerClient: api + MAX_CALLS_WAITING_PER_CLIENT,
      timeoutMs,
      stuckMs,
      busy,
    }),
  };
}

export function handleInSlot(
  slots: Semaphore,
  client: string,
  signal: () => AbortSignal,
  handle: () => Response | Promise<Response>,
): Response | Promise<Response> {
  const release = slots.tryAcquire({ client });
  if (release === null) return slots.run(async () => handle(), { client, signal: signal() });
  let response: Response | Promise<Response>;
  try {
    response = handle();
  } catch (error) {
    release();
    throw error;
  }
  if (response instanceof Promise) return response.finally(release);
  release();
  return response;
}
