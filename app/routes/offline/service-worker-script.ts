import { createHash } from "node:crypto";
import { KIND_HEADERS } from "~/http/response/security-headers";
import { OFFLINE_ASSETS } from "./assets.server";
import source from "./service-worker.js?raw";

const assets = JSON.stringify([
  OFFLINE_ASSETS.styleSheet,
  ...OFFLINE_ASSETS.fonts,
  OFFLINE_ASSETS.icon,
]);
/** Changes with each build, so that it installs a new worker. */
const version = createHash("sha256")
  .update(source + assets)
  .digest("hex")
  .slice(0, 12);
const script = source.replace('"__ASSETS__"', () => assets).replace("__VERSION__", version);

export function loader(): Response {
  return new Response(script, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      ...KIND_HEADERS.script,
    },
  });
}
