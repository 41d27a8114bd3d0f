import { DrizzleQueryError } from "drizzle-orm";
import postgres from "postgres";
import { errorCode, OVERTAKEN_CODES, TIMEOUT_CODES } from "~/errors/error-code";
import {
  AppError,
  Busy,
  Conflict,
  DatabaseFailed,
  DiskFull,
  Invalid,
  InvalidToken,
  LimitReached,
  MethodNotAllowed,
  PasswordsOff,
  ScopeMissing,
  SecondFactorRequired,
  Unauthenticated,
  type ErrorCode,
} from "~/errors/app-error";
import { isFromFullDisk } from "~/errors/disk-full";
import { errorText } from "~/i18n/error-text.server";
import type { Log } from "~/observability/log.server";
import { jsonResponse } from "./json-response.server";

export const STATUS_BY_CODE = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  "method-not-allowed": 405,
  conflict: 409,
  "too-large": 413,
  "unsupported-media-type": 415,
  "limit-reached": 429,
  // nginx's status for a closed connection.
  cancelled: 499,
  busy: 503,
  "upstream-failed": 500,
  "database-failed": 500,
} as const satisfies Record<ErrorCode, number>;

const NESTED_TYPE_BY_CODE: Partial<Record<ErrorCode, string>> = {
  "limit-reached": "rate_limit",
  invalid: "validation",
  "method-not-allowed": "validation",
  unauthenticated: "validation",
  forbidden: "validation",
};

/** The listing's (specification section 7). */
export type ErrorShape = "plain" | "nested";

const LISTING_PATH = /^\/api\/animes(?:\/full)?\/?$/;

/** Tells the shape of errors that arise before the request reaches an endpoint. */
export function errorShapeOf(pathname: string): ErrorShape {
  return LISTING_PATH.test(pathname) ? "nested" : "plain";
}

/** Failures of these have status 500 (specification section 7), and no 503 for a full disk. */
const FAILS_WITH_500 =
  /^\/api\/(?:uploadImage|saveImage|saveUserPreferences|user\/(?:watchList|searchHistory|profile)|proxy|videoProxy|animes)(?:\/|$)/;

/** Without a path, the status is that of the error alone. */
export function errorResponse(error: unknown, shape: ErrorShape = "plain", path = ""): Response {
  const appError = toAppError(error);
  const status =
    appError === null || (appError instanceof DiskFull && FAILS_WITH_500.test(path))
      ? 500
      : STATUS_BY_CODE[appError.code];
  const message = appError?.message ?? errorText("http.internal");
  const headers: Record<string, string> = {};
  if (appError instanceof LimitReached || appError instanceof Busy)
    headers["retry-after"] = String(appError.retryAfterSeconds);
  const challenge = appError === null ? null : challengeOf(appError);
  if (challenge !== null) headers["www-authenticate"] = challenge;
  if (appError instanceof MethodNotAllowed) headers["allow"] = appError.allow.join(", ");
  return jsonResponse(errorBody(appError, message, status, shape), { status, headers });
}

/** What `WWW-Authenticate` says to programs (RFC 6750, section 3); null without it. */
function challengeOf(error: AppError): string | null {
  if (error instanceof ScopeMissing)
    return `Bearer realm="Akari", error="insufficient_scope", scope="${error.scope}"`;
  if (error instanceof InvalidToken) return 'Bearer realm="Akari", error="invalid_token"';
  return error instanceof Unauthenticated ? 'Bearer realm="Akari"' : null;
}

/** Bugs and database failures as errors, upstream failures as warnings, else nothing. */
export function logError(log: Log, error: unknown, context: Record<string, unknown>): void {
  const appError = toAppError(error);
  if (appError === null) log.error({ ...context, err: serializeError(error) }, "unexpected error");
  else if (appError.code === "upstream-failed")
    log.warn({ ...context, ...appError.details, err: messageOf(appError.cause) }, appError.message);
  else if (STATUS_BY_CODE[appError.code] >= 500)
    log.error(
      { ...context, ...appError.details, err: serializeError(appError.cause ?? appError) },
      appError.message,
    );
}

/** Codes of failures after which the same request works a moment later. */
const BUSY_CODES = [...TIMEOUT_CODES, ...OVERTAKEN_CODES];

/** Returns null for an unexpected error. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof DiskFull) return error;
  const isApp = error instanceof AppError;
  const mayBeStopped = !isApp || error.code === "database-failed";
  if (isFromFullDisk(causesOf(error), { mayBeStopped })) return new DiskFull(error);
  if (isApp) return error;
  if (causesOf(error).some((cause) => BUSY_CODES.includes(errorCode(cause))))
    return new Busy("health.databaseBusy", RETRY_AFTER_SECONDS, { cause: error });
  // A foreign key: the row was there when it was read.
  if (causesOf(error).some((cause) => errorCode(cause) === "23503"))
    return new Conflict("http.removedMeanwhile");
  return isDatabaseError(error) ? new DatabaseFailed(error) : null;
}

function errorBody(
  appError: AppError | null,
  message: string,
  status: number,
  shape: ErrorShape,
): unknown {
  const issues =
    appError instanceof Invalid
      ? {
          issues: appError.issues.map(({ path, message }) => ({
            path,
            message: errorText(message),
          })),
        }
      : {};
  if (shape === "nested") {
    const type =
      appError === null ? "database" : (NESTED_TYPE_BY_CODE[appError.code] ?? "database");
    return { error: { message, type, statusCode: status }, ...issues };
  }
  if (appError instanceof LimitReached)
    return { error: message, status, retryAfter: appError.retryAfterSeconds };
  if (appError instanceof SecondFactorRequired || appError instanceof PasswordsOff)
    return { error: message, status, code: appError.reason };
  return { error: message, status, ...issues };
}

const RETRY_AFTER_SECONDS = 5;

const CONNECTION_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ENOENT",
  "ECONNRESET",
]);

function isDatabaseError(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      cause instanceof postgres.PostgresError ||
      cause instanceof DrizzleQueryError ||
      (CONNECTION_CODES.has(errorCode(cause)) && !("dest" in cause)),
  );
}

/** Drizzle wraps the driver's error. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let current = error; current instanceof Error && causes.length < 5; current = current.cause)
    causes.push(current);
  return causes;
}

function messageOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

/** Leaves out queries and parameters, which may hold user data. */
function serializeError(error: unknown): Record<string, unknown> {
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
