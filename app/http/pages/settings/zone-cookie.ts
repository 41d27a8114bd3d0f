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

/**
 * A script for the head of a page: it keeps the zone of the visitor's clock in the cookie. A page that shows times (`reload`) and was written
 * before the server knew that zone is asked for anew before anything of it is seen, so that nothing on it moves later. Without cookies the
 * page stays as it came.
 */
export function zoneScript({ reload }: { reload: boolean }): string {
  const again = reload
    ? `;if(known()){document.documentElement.style.visibility="hidden";location.reload()}`
    : "";
  return `(()=>{const own="${COOKIE}="+Intl.DateTimeFormat().resolvedOptions().timeZone,known=()=>document.cookie.split("; ").includes(own);if(known())return;document.cookie=own+"; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax"${again}})()`;
}
