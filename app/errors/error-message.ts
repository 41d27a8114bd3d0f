/** An error's message, or any other thrown value as text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The innermost cause; what wraps it, such as a query, hides the reason. */
export function rootCause(error: unknown): unknown {
  // Node's, of a host name with several addresses, has no message.
  const cause: unknown =
    error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : null;
  return cause instanceof Error ? rootCause(cause) : error;
}

export function rootErrorMessage(error: unknown): string {
  return errorMessage(rootCause(error));
}
