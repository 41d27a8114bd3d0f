import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import { Busy, DatabaseFailed } from "~/errors/app-error";

/** Rendering more at once does not make pages finish sooner. */
const MAX_PAGES = 16;
const MAX_PAGE_QUEUE = 2_048;
/** Ten tabs each of a household. */
const MAX_PAGES_WAITING_PER_CLIENT = 256;
const MAX_CALLS_WAITING_PER_CLIENT = 1_024;
const TIMEOUT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

export interface RequestSlots {
  pages: Semaphore;
  api: Semaphore;
  /**
   * Called when the database fails. A request that has waited for others to fail has no time left
   * to fail itself within five seconds.
   */
  rejectWaiting(): void;
  /** Called before the process ends: whatever cannot start now is told to come back. */
  stopWaiting(): void;
}

interface RequestSlotOptions {
  pages: number;
  api: number;
  timeoutMs?: number;
}

export function createRequestSlots({
  pages,
  api,
  timeoutMs = TIMEOUT_MS,
}: RequestSlotOptions): RequestSlots {
  const busy = () => new Busy("http.busy", RETRY_AFTER_SECONDS);
  const pageSlots = createSemaphore({
    limit: MAX_PAGES,
    limitPerClient: pages,
    maxPerClient: pages + MAX_PAGES_WAITING_PER_CLIENT,
    maxQueue: MAX_PAGE_QUEUE,
    timeoutMs,
    busy,
  });
  // No total, which a few clients' slow requests would take from all.
  const apiSlots = createSemaphore({
    limit: Infinity,
    limitPerClient: api,
    maxPerClient: api + MAX_CALLS_WAITING_PER_CLIENT,
    timeoutMs,
    busy,
  });
  return {
    pages: pageSlots,
    api: apiSlots,
    rejectWaiting() {
      pageSlots.rejectWaiting(busy);
      apiSlots.rejectWaiting(() => new DatabaseFailed(new Error("The database fails.")));
    },
    stopWaiting() {
      pageSlots.stopWaiting();
      apiSlots.stopWaiting();
    },
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
