/** The name by which the system, Node or PostgreSQL calls a failure ("ENOENT", "57P01"); empty where an error has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}
