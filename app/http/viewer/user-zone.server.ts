import { readSitePreferences } from "~/features/profile/site-preferences";
import { canonicalZone } from "~/features/schedule/time-zone";
import { readTimeZoneCookie } from "./time-zone-cookie.server";

/** The browser's time zone, else the account's, else UTC. */
export function userZone(request: Request, user: { preferences: { site: unknown } }): string {
  const zone =
    readTimeZoneCookie(request.headers.get("cookie")) ??
    readSitePreferences(user.preferences.site).timeZone;
  return (zone === null ? null : canonicalZone(zone)) ?? "UTC";
}
