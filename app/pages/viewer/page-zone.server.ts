import { canonicalZone } from "~/features/schedule/time-zone";
import type { I18n } from "~/i18n/i18n";

const STATION_ZONE = "Asia/Tokyo";

/** One per common UTC offset. */
const OFFERED_ZONES = [
  "Asia/Tokyo",
  "UTC",
  "Pacific/Honolulu",
  "America/Los_Angeles",
  "America/Denver",
  "America/Chicago",
  "America/New_York",
  "America/Sao_Paulo",
  "Europe/London",
  "Europe/Berlin",
  "Europe/Helsinki",
  "Europe/Istanbul",
  "Africa/Lagos",
  "Africa/Johannesburg",
  "Asia/Dubai",
  "Asia/Kolkata",
  "Asia/Jakarta",
  "Asia/Manila",
  "Asia/Shanghai",
  "Asia/Seoul",
  "Australia/Sydney",
  "Pacific/Auckland",
] as const;

export interface PageZone {
  name: string;
  origin: "url" | "browser" | "station";
}

export function pageZone(requested: string | null, browser: string | null): PageZone {
  const fromUrl = requested === null ? null : canonicalZone(requested);
  if (fromUrl !== null) return { name: fromUrl, origin: "url" };
  const fromBrowser = browser === null ? null : canonicalZone(browser);
  return fromBrowser === null
    ? { name: STATION_ZONE, origin: "station" }
    : { name: fromBrowser, origin: "browser" };
}

export function zoneChoices(i18n: I18n, current: string): [string, string][] {
  const zones = OFFERED_ZONES.includes(current as (typeof OFFERED_ZONES)[number])
    ? [...OFFERED_ZONES]
    : [current, ...OFFERED_ZONES];
  return zones.map((zone) => [zone, formatZone(i18n, zone)]);
}

export function formatZone({ label }: I18n, zone: string): string {
  const translated = label("zone", zone);
  return translated !== zone ? translated : (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
