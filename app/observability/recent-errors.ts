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
  /** How many there were since the start, those that are no longer listed included. */
  readonly total: number;
}

const MAX_ERRORS = 50;

export function createRecentErrors(): RecentErrors {
  const errors: RecentError[] = [];
  let total = 0;
  return {
    add(error) {
      total += 1;
      errors.unshift(error);
      errors.length = Math.min(errors.length, MAX_ERRORS);
    },
    list: () => [...errors],
    get total() {
      return total;
    },
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
