export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Wrappers, such as a query's, hide the reason. */
export function rootCause(error: unknown): unknown {
  // Node's AggregateError for several IP addresses has no message.
  const cause: unknown =
    error instanceof AggregateError ? error.errors[0] : error instanceof Error ? error.cause : null;
  return cause instanceof Error ? rootCause(cause) : error;
}

export function rootErrorMessage(error: unknown): string {
  return errorMessage(rootCause(error));
}
