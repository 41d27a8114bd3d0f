import { TIME_ZONE_COOKIE } from "./visitor-cookies";

const ONE_YEAR_SECONDS = 31_536_000;

/** `reload` reloads before the first paint, to avoid a layout shift. */
export function timeZoneScript({ reload }: { reload: boolean }): string {
  const again = reload
    ? `;if(known()){document.documentElement.style.visibility="hidden";location.reload()}`
    : "";
  return `(()=>{const own="${TIME_ZONE_COOKIE}="+Intl.DateTimeFormat().resolvedOptions().timeZone,known=()=>document.cookie.split("; ").includes(own);if(known())return;document.cookie=own+"; Path=/; Max-Age=${ONE_YEAR_SECONDS}; SameSite=Lax"${again}})()`;
}
