import type { ErrorMessage } from "~/i18n/error-message";
import { errorText } from "~/i18n/error-text.server";
import { DEFAULT_LOCALE, type Locale } from "~/i18n/locales";
import type { Reason } from "./reason";

/** A reason as text without a full stop, in English by default. */
export function reasonText(reason: Reason, locale: Locale = DEFAULT_LOCALE): string {
  return reason.map((message) => errorText(message, locale).replace(/\.$/u, "")).join("; ");
}

/** What `storeReason` wrote, as text; older versions stored the text itself. */
export function storedReasonText(stored: string | null, locale?: Locale): string {
  if (stored === null) return "";
  return stored.startsWith("[")
    ? reasonText(JSON.parse(stored) as readonly ErrorMessage[], locale)
    : stored;
}
