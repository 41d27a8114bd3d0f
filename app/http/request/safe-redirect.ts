import { parseUrl } from "~/parsing/parse-url";

/** Returns `fallback` for whatever a browser might resolve to another site. */
export function safeRedirectPath(path: unknown, fallback = "/"): string {
  if (
    typeof path !== "string" ||
    path.length > 2_000 ||
    !/^\/(?![/\\])/.test(path) ||
    /[\p{Cc}\\]/u.test(path)
  )
    return fallback;
  const base = "http://own.invalid";
  const url = parseUrl(path, base);
  // Dot segments can resolve to two leading slashes.
  return url?.origin === base && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : fallback;
}
