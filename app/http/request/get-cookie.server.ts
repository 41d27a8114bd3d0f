import { parseCookie } from "cookie";

export function getCookie(cookieHeader: string | null, name: string): string | undefined {
  return parseCookie(cookieHeader ?? "", { decode: (value) => value })[name];
}
