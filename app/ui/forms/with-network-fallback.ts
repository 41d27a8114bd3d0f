import { data, isRouteErrorResponse } from "react-router";
import { documentI18n } from "~/i18n/document-i18n";

/** A 5xx keeps React Router from revalidating. */
const NO_RESPONSE_STATUS = 503;

/**
 * Without a usable response (offline, server error) the page stays and receives `fallback` instead
 * of the error boundary. Redirects pass.
 */
export async function withNetworkFallback<Result, Fallback>(
  serverAction: () => Promise<Result>,
  fallback: (message: string) => Fallback,
) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error;
    return data(fallback(messageFor(error)), { status: NO_RESPONSE_STATUS });
  }
}

function messageFor(error: unknown): string {
  const { t } = documentI18n();
  // Thrown by `fetch` when there is no response.
  if (error instanceof TypeError) return t("request.unreachable");
  if (isRouteErrorResponse(error) && error.status < 500 && hasMessage(error.data))
    return error.data.message;
  return t("request.failed");
}

function hasMessage(value: unknown): value is { message: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "message" in value &&
    typeof value.message === "string"
  );
}
