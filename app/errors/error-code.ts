/** The `code` of a Node or PostgreSQL error, or "". */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

/** The SQLSTATEs of a lock or statement that timed out. */
export const TIMEOUT_CODES: readonly string[] = ["55P03", "57014"];

/** The SQLSTATEs of a deadlock, and of a transaction that others overtook. */
export const OVERTAKEN_CODES: readonly string[] = ["40P01", "40001"];
