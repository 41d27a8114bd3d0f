import { AppError, Busy } from "~/errors/app-error";
import { toAppError } from "~/http/response/error-response.server";

/** Throws a documented 500, or 503 under load. */
export function toSessionError(cause: unknown): never {
  const error = toAppError(cause);
  if (error instanceof Busy) throw error;
  throw new AppError("database-failed", "http.sessionUnavailable", { cause });
}
