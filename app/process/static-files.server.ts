import sirv from "sirv";
import type { StaticFiles } from "./request-listener.server";

/** Files whose name carries their content's hash may be kept for ever; the others are asked about each time. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATED = "public, max-age=0, must-revalidate";

/**
 * Serves the build's files, precompressed where the build made `.br` and `.gz` beside them. The folder is listed once at start, so
 * no request touches a path that was not there then. Source maps and the build's own manifest of itself are not served.
 */
export function createStaticFiles(folder: string): StaticFiles {
  return sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    dotfiles: false,
    extensions: [],
    setHeaders(response, pathname) {
      response.setHeader(
        "cache-control",
        pathname.startsWith("/assets/") ? IMMUTABLE : REVALIDATED,
      );
      // Unknown to sirv's table of types; with `nosniff` a player would have to refuse a playlist without one.
      if (pathname.endsWith(".m3u8"))
        response.setHeader("content-type", "application/vnd.apple.mpegurl");
      response.setHeader("cross-origin-resource-policy", "same-origin");
      response.removeHeader("content-security-policy");
    },
  });
}
