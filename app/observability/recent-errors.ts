/** A line of the log without its stack. */
export interface RecentError {
  at: Date;
  /** The request that failed; null outside of requests. */
  requestId: string | null;
  message: string;
  cause: string | null;
}

/** Errors of this process, newest first. */
export interface RecentErrors {
  add(error: RecentError): void;
  list(): readonly RecentError[];
}

const MAX_ERRORS = 50;

export function createRecentErrors(): RecentErrors {
  const errors: RecentError[] = [];
  return {
    add(error) {
      errors.unshift(error);
      errors.length = Math.min(errors.length, MAX_ERRORS);
    },
    list: () => [...errors],
  };
}

/** Reads a call such as `log.error({ requestId, err }, "message")`. */
export function toRecentError(args: readonly unknown[], at = new Date()): RecentError {
  const [first, second] = args;
  const fields = typeof first === "object" && first !== null ? first : {};
  const message = typeof first === "string" ? first : typeof second === "string" ? second : "";
  const requestId =
    "requestId" in fields && typeof fields.requestId === "string" ? fields.requestId : null;
  return { at, requestId, message, cause: "err" in fields ? describeCause(fields.err) : null };
}

function describeCause(error: unknown): string | null {
  if (typeof error === "string") return error;
  if (typeof error !== "object" || error === null || !("message" in error)) return null;
  return typeof error.message === "string" ? error.message : null;
}
