import { createHash } from "node:crypto";
import { matchesEtag, strongEtag } from "~/http/response/cache/conditional-request.server";
import { KIND_HEADERS } from "~/http/response/security-headers";
import { OFFLINE_ASSETS } from "./assets.server";
import source from "./service-worker.js?raw";
import type { Route } from "./+types/service-worker-script";

const assets = JSON.stringify([
  OFFLINE_ASSETS.styleSheet,
  OFFLINE_ASSETS.fallbackFonts,
  ...OFFLINE_ASSETS.fonts,
  OFFLINE_ASSETS.icon,
  OFFLINE_ASSETS.sign,
]);
/** Changes with each build, so that it installs a new worker. */
const version = createHash("sha256")
  .update(source + assets)
  .digest("hex")
  .slice(0, 12);
const script = source.replace('"__ASSETS__"', () => assets).replace("__VERSION__", version);

const headers = {
  "cache-control": "public, max-age=0, must-revalidate",
  etag: strongEtag(script),
  vary: "Accept-Encoding",
  ...KIND_HEADERS.script,
};

export function loader({ request }: Route.LoaderArgs): Response {
  return matchesEtag(request.headers.get("if-none-match"), headers.etag)
    ? new Response(null, { status: 304, headers })
    : new Response(script, {
        headers: { ...headers, "content-type": "text/javascript; charset=utf-8" },
      });
}
