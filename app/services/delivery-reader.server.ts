import type { Reader } from "~/features/notifications/delivery/compose";
import type { Digest, QuietHours } from "~/features/notifications/delivery/send-time";
import { chosenLocale, readSitePreferences } from "~/features/profile/site-preferences";
import { canonicalZone } from "~/features/schedule/time-zone";
import { serverI18n } from "~/i18n/i18n.server";
import { DEFAULT_LOCALE, type Locale } from "~/i18n/locales";

interface Site {
  /** The site's name. */
  name: string;
  defaultLocale: Locale | null;
  /** The origin of `PUBLIC_URL`; null without one. */
  origin: string | null;
}

/** How and when a user reads messages, by the stored preferences. */
export function deliveryReader(
  stored: unknown,
  { name, defaultLocale, origin }: Site,
): { reader: Reader; quiet: QuietHours | null; digest: Omit<Digest, "timing"> } {
  const { titleLanguage, timeZone, quietFrom, quietUntil, digestHour } =
    readSitePreferences(stored);
  const zone = (timeZone === null ? null : canonicalZone(timeZone)) ?? "UTC";
  const locale = chosenLocale(stored) ?? defaultLocale ?? DEFAULT_LOCALE;
  return {
    reader: { i18n: serverI18n(locale), titleLanguage, siteName: name, origin },
    quiet:
      quietFrom === null || quietUntil === null
        ? null
        : { from: minutesOf(quietFrom), until: minutesOf(quietUntil), zone },
    digest: { hour: digestHour, zone },
  };
}

/** The minutes since midnight of `HH:MM`. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
