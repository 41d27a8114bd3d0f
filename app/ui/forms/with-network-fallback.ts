import { data, isRouteErrorResponse } from "react-router";
import { documentI18n } from "~/i18n/document-i18n";

/** A 5xx keeps React Router from revalidating. */
const UNANSWERED = 503;

/**
 * Without a usable response (offline, server error) the page stays and receives `fallback` instead
 * of the error boundary. Redirects pass.
 */
export async function withNetworkFallback<Answer, Fallback>(
  serverAction: () => Promise<Answer>,
  fallback: (words: string) => Fallback,
) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(fallback(wordsFor(error)), { status: UNANSWERED });
  }
}

function wordsFor(error: unknown): string {
  const { t } = documentI18n();
  // Thrown by `fetch` when there is no response.
  if (error instanceof TypeError) return t("answer.unreachable");
  if (isRouteErrorResponse(error) && error.status < 500 && hasMessage(error.data))
    return error.data.message;
  return t("answer.broken");
}

function hasMessage(value: unknown): value is { message: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "message" in value &&
    typeof value.message === "string"
  );
}
