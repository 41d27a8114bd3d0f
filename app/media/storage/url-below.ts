/** The address of something below another address, which may have a path of its own, with or without a slash at its end. */
export function urlBelow(base: URL, ...segments: string[]): URL {
  const url = new URL(base);
  url.pathname = [url.pathname.replace(/\/+$/, ""), ...segments.map(encodeURIComponent)].join("/");
  return url;
}
