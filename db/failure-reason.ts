import { DrizzleQueryError } from "drizzle-orm";
import { errorMessage, rootErrorMessage } from "~/errors/error-message";

/** For operators. A failed query's own message holds the query. */
export function failureReason(error: unknown): string {
  return error instanceof DrizzleQueryError ? rootErrorMessage(error) : errorMessage(error);
}
