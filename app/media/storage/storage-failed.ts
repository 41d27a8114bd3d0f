import { AppError } from "~/errors/app-error";

/** The cause may name hosts and folders. */
export class StorageFailed extends AppError {
  constructor(details: Record<string, unknown>, cause?: unknown) {
    super("upstream-failed", "image.storageFailed", { details, cause });
  }
}
