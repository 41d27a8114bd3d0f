import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";
import { parseUrl } from "~/parsing/parse-url";

const MAX_IMAGES = 128;
/** A dead host's requests hold slots until their timeout. */
const MAX_PER_CLIENT_AND_HOST = 16;
/** Ten tabs of sixty uncached images. */
const MAX_WAITING_PER_CLIENT = 640;
const MAX_QUEUE = 4_096;
const TIMEOUT_MS = 20_000;
const RETRY_AFTER_SECONDS = 2;

interface ImageSlotOptions {
  perClient: number;
  total?: number;
  waitingPerClient?: number;
}

export function createImageSlots({
  perClient,
  total = MAX_IMAGES,
  waitingPerClient = MAX_WAITING_PER_CLIENT,
}: ImageSlotOptions): Semaphore {
  return createSemaphore({
    limit: total,
    limitPerKey: MAX_PER_CLIENT_AND_HOST,
    limitPerClient: perClient,
    maxPerClient: perClient + waitingPerClient,
    maxQueue: MAX_QUEUE,
    timeoutMs: TIMEOUT_MS,
    busy: () => new Busy("image.busyFetching", RETRY_AFTER_SECONDS),
  });
}

export function imageSlot(client: string, url: string): { key: string; client: string } {
  const host = parseUrl(url)?.host ?? url;
  return { key: `${client} ${host}`, client };
}
