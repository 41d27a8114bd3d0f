/** A path of our own to send somebody back to. Anything that a browser might read as another site becomes `fallback`. */
export function safeRedirectPath(wanted: unknown, fallback = "/"): string {
  if (
    typeof wanted !== "string" ||
    wanted.length > 2_000 ||
    !/^\/(?![/\\])/.test(wanted) ||
    /[\p{Cc}\\]/u.test(wanted)
  )
    return fallback;
  const base = "http://own.invalid";
  if (!URL.canParse(wanted, base)) return fallback;
  const url = new URL(wanted, base);
  // Dot segments can resolve to a path that starts with two slashes.
  return url.origin === base && !url.pathname.startsWith("//")
    ? `${url.pathname}${url.search}${url.hash}`
    : fallback;
}
