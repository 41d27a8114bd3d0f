import { type AppError, Busy, LimitReached } from "~/errors/app-error";
import { responseHeadersContext, type RouterContext } from "~/http/context";
import { toAppError, STATUS_BY_CODE } from "~/http/response/error-response.server";

interface ClientError {
  error: AppError;
  status: number;
  isRetryable: boolean;
}

/** Rethrows unexpected errors and 5xx. */
export function toClientError(thrown: unknown, context: RouterContext): ClientError {
  const error = toAppError(thrown);
  const isRetryable = error instanceof LimitReached || error instanceof Busy;
  if (error === null || (STATUS_BY_CODE[error.code] >= 500 && !isRetryable)) throw thrown;
  if (isRetryable)
    context.get(responseHeadersContext)["retry-after"] = String(error.retryAfterSeconds);
  return { error, status: STATUS_BY_CODE[error.code], isRetryable };
}
