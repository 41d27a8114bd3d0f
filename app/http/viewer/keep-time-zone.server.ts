import { canonicalZone } from "~/features/schedule/time-zone";
import { saveSitePreferences } from "~/features/profile/preferences.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { Database } from "~db/client.server";
import { readTimeZoneCookie } from "./time-zone-cookie.server";

/**
 * Makes the browser's time zone that of the account, for programs with a token, which do not name
 * theirs. The page does not depend on it, so a failure waits for the next page.
 */
export async function keepTimeZone(
  db: Database,
  { id, preferences }: SessionUser,
  cookieHeader: string | null,
): Promise<void> {
  const name = readTimeZoneCookie(cookieHeader);
  const timeZone = name === null ? null : canonicalZone(name);
  if (timeZone === null || timeZone === readSitePreferences(preferences.site).timeZone) return;
  await saveSitePreferences(db, id, { timeZone }).catch(() => undefined);
}
