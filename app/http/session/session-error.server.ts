import { AppError, Busy } from "~/errors/app-error";
import { toAppError } from "~/http/response/error-response.server";

/** 500 (documented), or 503 under load. */
export function toSessionError(cause: unknown): never {
  const error = toAppError(cause);
  if (error instanceof Busy) throw error;
  throw new AppError("database-failed", "http.sessionUnavailable", { cause });
}
