import { AppError, NotFound, UpstreamFailed } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";

const UNKNOWN_HOST = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

/** The message reveals no IP address, port or certificate; the cause is logged. */
export function toOutboundError(error: unknown): AppError {
  const appError = findAppError(error);
  if (appError !== null) return appError;
  const code = errorCode(error);
  if (UNKNOWN_HOST.has(code)) return new NotFound("source.hostNotFound", { cause: error });
  return new UpstreamFailed("source.fetchFailed", {
    cause: error,
    details: { code },
  });
}

export function malformedResponse(): UpstreamFailed {
  return new UpstreamFailed("source.malformed");
}

export function connectionReset(): Error {
  return Object.assign(new Error("The source closed the connection."), { code: "ECONNRESET" });
}

export function isReset(error: unknown): boolean {
  return ["ECONNRESET", "EPIPE"].includes(errorCode(error));
}

function findAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof AggregateError)
    return error.errors.map(findAppError).find((inner) => inner !== null) ?? null;
  return null;
}
