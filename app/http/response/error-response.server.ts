import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { errorCode } from "~/errors/error-code";
import {
  AppError,
  Busy,
  DatabaseFailed,
  Invalid,
  LimitReached,
  MethodNotAllowed,
  type ErrorCode,
} from "~/errors/app-error";
import type { Log } from "~/observability/log.server";
import { privateJson } from "./json-response.server";

/** The one place where an error becomes an HTTP status. */
export const STATUS_OF = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "too-large": 413,
  "unsupported-media-type": 415,
  "limit-reached": 429,
  // Nobody reads this answer; nginx's number for it, so that logs agree.
  cancelled: 499,
  busy: 503,
  "upstream-failed": 500,
  "database-failed": 500,
} as const satisfies Record<ErrorCode, number>;

/** The nested shape's `type` of specification section 7, for the codes that the listing can answer with. */
const NESTED_TYPE: Partial<Record<ErrorCode, string>> = {
  "limit-reached": "rate_limit",
  invalid: "validation",
  "method-not-allowed": "validation",
};

/**
 * How an endpoint words its errors: `plain` is `{error, status}`, `nested` is `{error: {message, type, statusCode}}`
 * (specification section 7: the listing alone).
 */
export type ErrorShape = "plain" | "nested";

/** The JSON answer to an error. What is not one of ours becomes a plain 500 that tells nothing. */
export function errorResponse(error: unknown, shape: ErrorShape = "plain"): Response {
  const known = asAppError(error);
  const status = known === null ? 500 : STATUS_OF[known.code];
  const message = known?.message ?? "Internal server error";
  const headers: Record<string, string> = {};
  if (known instanceof LimitReached || known instanceof Busy)
    headers["retry-after"] = String(known.retryAfterSeconds);
  if (known instanceof MethodNotAllowed) headers["allow"] = known.allow.join(", ");
  return privateJson(errorBody(known, message, status, shape), { status, headers });
}

/** Writes an error to the log when it is worth a person's attention: our bugs and our database, not refused input. */
export function logError(log: Log, error: unknown, context: Record<string, unknown>): void {
  const known = asAppError(error);
  if (known === null) log.error({ ...context, err: describe(error) }, "unexpected error");
  // Other people's servers fail all day; it is worth a line, not an alarm.
  else if (known.code === "upstream-failed")
    log.warn({ ...context, ...known.details, err: messageOf(known.cause) }, known.message);
  else if (STATUS_OF[known.code] >= 500)
    log.error({ ...context, ...known.details, err: describe(known.cause ?? known) }, known.message);
}

/** The error as one of the closed set, or null when it is a surprise. Failures of the driver are the database's. */
export function asAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return isDatabaseError(error) ? new DatabaseFailed(error) : null;
}

function errorBody(
  known: AppError | null,
  message: string,
  status: number,
  shape: ErrorShape,
): unknown {
  const issues = known instanceof Invalid ? { issues: known.issues } : {};
  if (shape === "nested") {
    const type = known === null ? "database" : (NESTED_TYPE[known.code] ?? "database");
    return { error: { message, type, statusCode: status }, ...issues };
  }
  if (known instanceof LimitReached)
    return { error: message, status, retryAfter: known.retryAfterSeconds };
  return { error: message, status, ...issues };
}

const CONNECTION_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ENOENT",
  "ECONNRESET",
]);

/** Drizzle wraps the driver's error in its own, so the whole chain of causes counts. */
function isDatabaseError(error: unknown): boolean {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    if (current instanceof postgres.PostgresError) return true;
    if (CONNECTION_CODES.has(errorCode(current)) && !("dest" in current)) return true;
    if (current instanceof DrizzleQueryError) return true;
  }
  return false;
}

function messageOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

/** Name, code, message and stack. Query texts and parameters may hold what people typed and stay out. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  let root: Error = error;
  while (root instanceof DrizzleQueryError && root.cause instanceof Error) root = root.cause;
  return {
    name: root.name,
    code: "code" in root ? root.code : undefined,
    message: root.message,
    stack: root.stack,
  };
}
