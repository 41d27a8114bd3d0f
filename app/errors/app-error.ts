/** The closed set of things that can go wrong by no fault of ours. */
export type ErrorCode =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "method-not-allowed"
  | "conflict"
  | "too-large"
  | "unsupported-media-type"
  | "limit-reached"
  | "busy"
  | "upstream-failed"
  | "cancelled"
  | "database-failed";

/** One refused input: where it stands (`dotted.path`) and what is wrong with it, in words for a person. */
export interface Issue {
  path: string;
  message: string;
}

interface AppErrorOptions {
  details?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * An expected failure. `message` is for people and may be shown; `details` and `cause` are for the log only.
 * Which HTTP status a code becomes is decided once, in `app/http/error-response`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(code: ErrorCode, publicMessage: string, options: AppErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** Input that was refused; names every field that is wrong. */
export class Invalid extends AppError {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], publicMessage?: string) {
    super("invalid", publicMessage ?? issues.map((issue) => issue.message).join(" "));
    this.issues = issues;
  }
}

/** The thing asked for does not exist, or is not the asker's. */
export class NotFound extends AppError {
  constructor(publicMessage: string, options?: AppErrorOptions) {
    super("not-found", publicMessage, options);
  }
}

/** The asker may not have this, whoever they are. */
export class Forbidden extends AppError {
  constructor(publicMessage: string, options?: AppErrorOptions) {
    super("forbidden", publicMessage, options);
  }
}

/** The request contradicts what is already there, such as a second account for one address. */
export class Conflict extends AppError {
  constructor(publicMessage: string, options?: AppErrorOptions) {
    super("conflict", publicMessage, options);
  }
}

/** A valid session is needed. */
export class Unauthenticated extends AppError {
  constructor(options?: AppErrorOptions) {
    super("unauthenticated", "Unauthorized", options);
  }
}

/** The path exists, but not with this method; `allow` lists those that do. */
export class MethodNotAllowed extends AppError {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super("method-not-allowed", `This address answers ${allow.join(", ")} only.`);
    this.allow = allow;
  }
}

/** The client has used up its requests; `retryAfterSeconds` says when to come back. */
export class LimitReached extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super("limit-reached", "Too many requests");
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A bounded queue is full; `retryAfterSeconds` says when to come back. */
export class Busy extends AppError {
  readonly retryAfterSeconds: number;

  constructor(publicMessage: string, retryAfterSeconds: number, options?: AppErrorOptions) {
    super("busy", publicMessage, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Someone else's server did not answer, not in time, or with something we cannot use. The cause never reaches a response. */
export class UpstreamFailed extends AppError {
  constructor(publicMessage: string, options?: AppErrorOptions) {
    super("upstream-failed", publicMessage, options);
  }
}

/** Nobody waits for the answer any more. No failure: it is thrown so that work stops, and is not worth a line in the log. */
export class Cancelled extends AppError {
  constructor() {
    super("cancelled", "The request was cancelled.");
  }
}

/** The database did not answer, or not in time. The cause never reaches a response. */
export class DatabaseFailed extends AppError {
  constructor(cause: unknown) {
    super("database-failed", "Internal server error", { cause });
  }
}
