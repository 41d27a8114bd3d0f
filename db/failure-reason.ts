import { DrizzleQueryError } from "drizzle-orm";
import { errorMessage, rootErrorMessage } from "~/errors/error-message";

/** Tells operators why a query failed, without the query that the error's own message holds. */
export function failureReason(error: unknown): string {
  return error instanceof DrizzleQueryError ? rootErrorMessage(error) : errorMessage(error);
}
