import type { RequestListener } from "node:http";
import { akariVersion } from "~/config/version";
import { BASE_HEADERS } from "~/http/response/security-headers";

/** Alive, not ready. */
export function startingListener(): RequestListener {
  return (request, response) => {
    const alive = request.url === "/healthz";
    const body = JSON.stringify(
      alive
        ? { status: "ok", version: akariVersion().version }
        : { error: "The service is starting.", status: 503 },
    );
    response.writeHead(alive ? 200 : 503, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...BASE_HEADERS,
      ...(alive ? {} : { "retry-after": "1" }),
    });
    response.end(body);
  };
}
