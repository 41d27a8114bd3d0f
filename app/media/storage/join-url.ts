/** Appends encoded path segments to a URL, with or without a trailing slash. */
export function joinUrl(base: URL, ...segments: string[]): URL {
  const url = new URL(base);
  url.pathname = [url.pathname.replace(/\/+$/, ""), ...segments.map(encodeURIComponent)].join("/");
  return url;
}
