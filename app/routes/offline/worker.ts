import { createHash } from "node:crypto";
import { OFFLINE_ASSETS } from "./assets.server";
import source from "./service-worker.js?raw";

const assets = JSON.stringify([
  OFFLINE_ASSETS.styleSheet,
  ...OFFLINE_ASSETS.fonts,
  OFFLINE_ASSETS.icon,
]);
/** Changes with the worker itself and with the files of its page, so that a new build of the site brings a new worker. */
const version = createHash("sha256")
  .update(source + assets)
  .digest("hex")
  .slice(0, 12);
const script = source.replace('"__ASSETS__"', () => assets).replace("__VERSION__", version);

/** `/service-worker.js`. Browsers ask for it again and again and take it over when a byte has changed. */
export function loader(): Response {
  return new Response(script, {
    headers: {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=0, must-revalidate",
      "content-security-policy": "default-src 'none'; connect-src 'self'",
    },
  });
}
