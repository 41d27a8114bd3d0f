import type { RequestListener, ServerResponse } from "node:http";
import { Busy } from "~/errors/app-error";
import { errorResponse, errorShapeOf } from "~/http/response/error-response.server";
import { BASE_HEADERS } from "~/http/response/security-headers";
import { aliveResponse } from "./health.server";
import type { StartProgress } from "./start-progress";
import { waitingPage, wantsWaitingPage } from "./waiting-page.server";

const RETRY_SECONDS = 1;

/** Alive, not ready: browsers get a page that tells how far the start is. */
export function startingListener(progress: StartProgress): RequestListener {
  return (request, response) => {
    const { accept = null, cookie = null } = request.headers;
    const [path = ""] = (request.url ?? "").split("?");
    if (path === "/healthz") return void send(response, aliveResponse());
    if (path === "/readyz" || !wantsWaitingPage(path, accept)) {
      const error = new Busy("health.starting", RETRY_SECONDS);
      return void send(response, errorResponse(error, errorShapeOf(path)));
    }
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
  };
}

async function send(outgoing: ServerResponse, response: Response): Promise<void> {
  const body = await response.text();
  outgoing.writeHead(response.status, { ...BASE_HEADERS, ...Object.fromEntries(response.headers) });
  outgoing.end(body);
}
