import sirv from "sirv";
import { KIND_HEADERS } from "~/http/response/security-headers";
import type { StaticFiles } from "./request-listener.server";

/** Hashed file names are immutable; other files are revalidated. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATED = "public, max-age=0, must-revalidate";

/**
 * Serves the build's files, precompressed as `.br` and `.gz`. The folder is listed once at start.
 * Source maps and the build manifest are not served.
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
      // Missing in sirv's MIME table; with `nosniff` players reject an untyped playlist.
      if (pathname.endsWith(".m3u8"))
        response.setHeader("content-type", "application/vnd.apple.mpegurl");
      if (pathname.endsWith(".js"))
        for (const [name, value] of Object.entries(KIND_HEADERS.script))
          response.setHeader(name, value);
    },
  });
}
