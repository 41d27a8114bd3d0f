import { TIME_ZONE_COOKIE } from "./visitor-cookies";

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * A script that keeps the browser's time zone in a cookie. `reload`: before the first paint, and a
 * page whose times were in another zone is asked for again, without layout shift. Other pages do it
 * once they have loaded, as finding out the zone takes browsers longer than parsing the page.
 */
export function timeZoneScript({ reload }: { reload: boolean }): string {
  const again = reload
    ? `;if(known()){document.documentElement.style.visibility="hidden";location.reload()}`
    : "";
  const keep = `()=>{const own="${TIME_ZONE_COOKIE}="+Intl.DateTimeFormat().resolvedOptions().timeZone,known=()=>document.cookie.split("; ").includes(own);if(known())return;document.cookie=own+"; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax"${again}}`;
  return reload ? `(${keep})()` : `addEventListener("load",${keep})`;
}
