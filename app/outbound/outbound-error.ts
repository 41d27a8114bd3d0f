import { AppError, NotFound, UpstreamFailed } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";

/** Failures that mean: there is nobody at this address. */
const NOBODY = new Set([
  "ENOTFOUND",
  "ENODATA",
  "EBADNAME",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "EHOSTDOWN",
]);

/**
 * The closed-set error for whatever ended an exchange. The message tells nothing about addresses, ports or certificates; the cause is
 * for the log.
 */
export function outboundError(error: unknown): AppError {
  const known = asKnown(error);
  if (known !== null) return known;
  if (NOBODY.has(errorCode(error)))
    return new NotFound("The source's host does not exist or does not answer.", { cause: error });
  return new UpstreamFailed("The source could not be fetched.", {
    cause: error,
    details: { code: errorCode(error) },
  });
}

/** What ends an exchange whose connection the source has closed before its answer was whole. */
export function closedBySource(): Error {
  return Object.assign(new Error("The source closed the connection."), { code: "ECONNRESET" });
}

/** Whether a connection was closed by the other side, as a kept one may be just when it is used again. */
export function isReset(error: unknown): boolean {
  return ["ECONNRESET", "EPIPE"].includes(errorCode(error));
}

/** Node wraps what `lookup` reports for several addresses, so the causes count too. */
function asKnown(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof AggregateError)
    return error.errors.map(asKnown).find((inner) => inner !== null) ?? null;
  return null;
}
