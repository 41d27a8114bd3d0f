import sirv from "sirv";
import { KIND_HEADERS } from "~/http/response/security-headers";
import type { StaticFiles } from "./request-listener.server";

/** The header of hashed names; others are revalidated. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const REVALIDATED = "public, max-age=0, must-revalidate";

/** Lists the folder once, without source maps and manifest. */
export function createStaticFiles(folder: string): StaticFiles {
  const serve = sirv(folder, {
    etag: true,
    brotli: true,
    gzip: true,
    dotfiles: false,
    extensions: [],
    setHeaders(response, pathname, { size, mtime }) {
      response.setHeader("cache-control", cacheControl(pathname));
      response.setHeader("etag", `"${size}-${mtime.getTime()}"`);
      // Missing in sirv; with `nosniff` players reject it untyped.
      if (pathname.endsWith(".m3u8"))
        response.setHeader("content-type", "application/vnd.apple.mpegurl");
      if (pathname.endsWith(".js"))
        for (const [name, value] of Object.entries(scriptHeaders(pathname)))
          response.setHeader(name, value);
    },
  });
  return (request, response, next) => {
    const condition = request.headers["if-none-match"];
    if (condition === undefined) return serve(request, response, next);
    const etag = condition.replace(/^W\//, "");
    // sirv's own is weak, and it compares the text.
    request.headers["if-none-match"] = `W/${etag}`;
    // A 304 has the headers of the 200 (RFC 9110 section 15.4.5); sirv sends none.
    response.setHeader("cache-control", cacheControl(request.url ?? ""));
    response.setHeader("etag", etag);
    response.setHeader("vary", "Accept-Encoding");
    return serve(request, response, () => {
      request.headers["if-none-match"] = condition;
      for (const name of ["cache-control", "etag", "vary"]) response.removeHeader(name);
      next();
    });
  };
}

function scriptHeaders(path: string): Readonly<Record<string, string>> {
  return path.startsWith("/assets/wasm-") ? KIND_HEADERS.wasm : KIND_HEADERS.script;
}

function cacheControl(path: string): string {
  return path.startsWith("/assets/") ? IMMUTABLE : REVALIDATED;
}
