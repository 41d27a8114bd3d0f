import { cookieValue } from "~/http/request/cookie-value";

const COOKIE = "akari_zone";
const ONE_YEAR_SECONDS = 31_536_000;
/** The longest name of a zone has 32 characters. */
const NAME = /^[\w+\-/]{1,64}$/;

/** The time zone that the visitor's browser told before, as it told it; null when it has told none. */
export function readZoneCookie(cookieHeader: string | null): string | null {
  const value = cookieValue(cookieHeader, COOKIE) ?? "";
  return NAME.test(value) ? value : null;
}

/** The cookie with which a page's script tells the zone of the visitor's clock. It says nothing that the script may not read. */
export function zoneCookie(zone: string): string {
  return `${COOKIE}=${zone}; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax`;
}
