import { data, isRouteErrorResponse } from "react-router";
import { i18nFor } from "~/i18n/i18n";
import { DEFAULT_LOCALE, parseLocale } from "~/i18n/locales";

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
  const { t } = i18nFor(parseLocale(document.documentElement.lang) ?? DEFAULT_LOCALE);
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
