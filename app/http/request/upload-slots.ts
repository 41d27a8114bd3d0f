import { createSemaphore, type Semaphore } from "~/concurrency/semaphore";
import { Busy } from "~/errors/app-error";

/** Uploads that are read into memory at once. */
const MAX_UPLOADS = 8;
const MAX_UPLOADS_PER_USER = 3;
const MAX_UPLOADS_PER_CLIENT = 6;
const RETRY_AFTER_SECONDS = 3;

export function createUploadSlots(): Semaphore {
  return createSemaphore({
    limit: MAX_UPLOADS,
    limitPerKey: MAX_UPLOADS_PER_USER,
    limitPerClient: MAX_UPLOADS_PER_CLIENT,
    maxQueue: 0,
    busy: () => new Busy("image.busyUploading", RETRY_AFTER_SECONDS),
  });
}
