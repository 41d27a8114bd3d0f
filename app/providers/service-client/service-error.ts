/**
 * Why a service's API did not do what was asked: `unauthorized` until the user connects again,
 * `not-found` and `refused` for good, `rate-limited` and `unavailable` for now, and
 * `invalid-response` until one of both sides is changed.
 */
export type ServiceFailure =
  | "unauthorized"
  | "not-found"
  | "refused"
  | "rate-limited"
  | "unavailable"
  | "invalid-response";

/** The message names the service and the URL, and holds nothing of the response. */
export class ServiceError extends Error {
  override name = "ServiceError";
  readonly kind: ServiceFailure;

  constructor(kind: ServiceFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** What the message says when no response came. */
const UNREACHED = "could not be reached: ";

/** Says in the message of a `ServiceError` why no response came. */
export function unreachedProblem(reason: string): string {
  return `${UNREACHED}${reason}`;
}

/**
 * Whether the message of a `ServiceError` says that no response came, as on a machine without a
 * network. What is stored of a job's failure is its message alone.
 */
export function saysUnreached(message: string): boolean {
  return message.includes(` ${UNREACHED}`);
}

const BUSY_STATUSES = new Set([408, 425]);

/** The failure that a status other than 200 means. */
export function failureOf(status: number): ServiceFailure {
  if (status === 401) return "unauthorized";
  if (status === 404) return "not-found";
  if (status === 429) return "rate-limited";
  return status >= 500 || BUSY_STATUSES.has(status) ? "unavailable" : "refused";
}
