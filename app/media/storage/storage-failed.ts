import { AppError } from "~/errors/app-error";

/** The store of uploaded files does not work. The cause, which may name hosts and folders, is for the log. */
export class StorageFailed extends AppError {
  constructor(details: Record<string, unknown>, cause?: unknown) {
    super("upstream-failed", "The file could not be stored.", { details, cause });
  }
}
