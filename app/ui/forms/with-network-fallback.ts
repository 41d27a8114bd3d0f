import { data, isRouteErrorResponse } from "react-router";
import { documentI18n } from "~/i18n/document-i18n";

/** A 5xx prevents revalidation. */
const NO_RESPONSE_STATUS = 503;

/** Offline or on a server error the page stays and gets `fallback`. Redirects pass. */
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
  // A `TypeError` means that no response arrived.
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
