/** The `code` of a Node or PostgreSQL error, or "". */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
