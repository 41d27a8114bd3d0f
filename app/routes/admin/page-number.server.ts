import { pageZone } from "~/features/schedule/view/schedule-page.server";
import { readTimeZoneCookie } from "~/http/pages/settings/time-zone-cookie.server";

export function readPageNumber(request: Request): number {
  const page = new URL(request.url).searchParams.get("page") ?? "";
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

export function readZone(request: Request): string {
  return pageZone(null, readTimeZoneCookie(request.headers.get("cookie"))).name;
}
