import type { RequestListener } from "node:http";
import { akariVersion } from "~/config/version";
import { BASE_HEADERS } from "~/http/response/security-headers";
import type { StartProgress } from "./start-progress";
import { waitingPage, wantsWaitingPage } from "./waiting-page.server";

/** Alive, not ready: browsers get a page that tells how far the start is. */
export function startingListener(progress: StartProgress): RequestListener {
  return (request, response) => {
    const { accept = null, cookie = null } = request.headers;
    const path = request.url ?? "";
    const isAlive = path === "/healthz";
    if (!isAlive && path !== "/readyz" && wantsWaitingPage(path, accept)) {
      const { html, headers } = waitingPage(
        {
          method: request.method ?? "",
          acceptLanguage: request.headers["accept-language"] ?? null,
          cookie,
        },
        { reason: "starting", step: progress.current() },
      );
      response.writeHead(503, { ...BASE_HEADERS, ...headers });
      response.end(html);
      return;
    }
    const body = JSON.stringify(
      isAlive
        ? { status: "ok", version: akariVersion().version }
        : { error: "The service is starting.", status: 503 },
    );
    response.writeHead(isAlive ? 200 : 503, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      ...BASE_HEADERS,
      ...(isAlive ? {} : { "retry-after": "1" }),
    });
    response.end(body);
  };
}
