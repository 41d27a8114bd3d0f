import { getCookie } from "~/http/request/get-cookie.server";
import { TIME_ZONE_COOKIE } from "~/pages/viewer/visitor-cookies";

const ZONE_NAME = /^[\w+\-/]{1,64}$/;

export function readTimeZoneCookie(cookieHeader: string | null): string | null {
  const value = getCookie(cookieHeader, TIME_ZONE_COOKIE) ?? "";
  return ZONE_NAME.test(value) ? value : null;
}
