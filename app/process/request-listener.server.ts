import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { RouterContextProvider } from "react-router";
import type { ApiDispatcher } from "~/http/api/api-dispatcher.server";
import {
  clientAddress,
  clientKey,
  plainAddress,
  type TrustsProxy,
} from "~/http/request/client-address.server";
import { compressResponse } from "~/http/response/cache/compress.server";
import { requireSameOrigin } from "~/http/request/same-origin";
import { scopeContext, type RequestScope, type Services } from "~/http/context";
import { errorResponse, logError } from "~/http/response/error-response.server";
import { privateJson } from "~/http/response/json-response.server";
import { BASE_HEADERS, STRICT_TRANSPORT_SECURITY } from "~/http/response/security-headers";
import { isPrepared } from "~/http/response/cache/prepared-response.server";
import { sendStream } from "~/http/response/streamed-response.server";
import { MethodNotAllowed } from "~/errors/app-error";
import { serverWords } from "~/language/catalogs.server";
import { DEFAULT_LOCALE } from "~/language/locales";
import { healthResponse } from "./health.server";

/** What React Router's request handler looks like from here. */
export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>;
/** Serves a file of the build and says so, or calls `next`. */
export type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

interface Parts {
  services: Services;
  api: ApiDispatcher;
  pages: PageHandler;
  staticFiles: StaticFiles;
  trustsProxy: TrustsProxy;
  /** True from SIGTERM on: connections are told to close after their answer. */
  isDraining(): boolean;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const ANSWERED_METHODS = [...METHODS];
/** What a browser or a proxy may send as Host: a name or an address with an optional port, and nothing to smuggle in. */
const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * The way of every request through the process: files of the build, then the API by its table, then React Router. It adds what
 * every answer carries (security headers, request id) and writes the log line.
 */
export function createRequestListener(parts: Parts): RequestListener {
  const { services, staticFiles } = parts;
  const dispatch = getRequestListener(
    (request, env) =>
      answer(
        request,
        env as unknown as { incoming: ScopedRequest; outgoing: ServerResponse },
        parts,
      ),
    { errorHandler: (error) => badRequestOrBug(error, services) },
  );

  return (incoming, outgoing) => {
    const started = performance.now();
    const scope = createScope(incoming, parts);
    (incoming as ScopedRequest).scope = scope;
    for (const name in BASE_HEADERS) outgoing.setHeader(name, BASE_HEADERS[name] ?? "");
    outgoing.setHeader("x-request-id", scope.requestId);
    if (scope.secure) outgoing.setHeader("strict-transport-security", STRICT_TRANSPORT_SECURITY);
    if (parts.isDraining()) outgoing.setHeader("connection", "close");
    outgoing.once("close", () =>
      logRequest(services, incoming, outgoing, scope.requestId, started),
    );

    if (!METHODS.has(incoming.method ?? ""))
      return void writePlain(outgoing, errorResponse(new MethodNotAllowed(ANSWERED_METHODS)));
    if (!HOST.test(incoming.headers.host ?? "") || !isDecodable(incoming.url ?? ""))
      return void writePlain(outgoing, badRequest());
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    if (isRead && !incoming.url?.startsWith("/api/"))
      staticFiles(incoming, outgoing, () => void dispatch(incoming, outgoing));
    else void dispatch(incoming, outgoing);
  };
}

interface ScopedRequest extends IncomingMessage {
  scope: RequestScope;
}

function answer(
  request: Request,
  env: { incoming: ScopedRequest; outgoing: ServerResponse },
  parts: Parts,
): Response | Promise<Response> {
  const { scope } = env.incoming;
  const pathname = pathOf(env.incoming.url ?? "/");
  if (pathname.startsWith("/api/") && !pathname.endsWith(".data")) {
    const response = parts.api.dispatch(
      request,
      pathname.length > 5 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname,
      scope,
    );
    return response instanceof Promise
      ? response.then((ready) => finish(request, ready, scope, env.outgoing))
      : finish(request, response, scope, env.outgoing);
  }
  if (pathname === "/healthz" || pathname === "/readyz")
    return healthResponse(pathname, request.method, parts.services, parts.isDraining());
  try {
    // React Router's own check compares with the address as we see it, which lacks the TLS of a proxy in front of us.
    requireSameOrigin(request, scope);
  } catch (error) {
    return finish(request, errorResponse(error), scope, env.outgoing);
  }
  const context = new RouterContextProvider();
  context.set(scopeContext, scope);
  return parts
    .pages(request, context)
    .then((response) => finish(request, keptByNobody(response), scope, env.outgoing));
}

/** Pages, their data for scripts and their redirects depend on who asks: what does not say itself how long it may be kept is kept by nobody. */
function keptByNobody(response: Response): Response {
  if (isPrepared(response) || response.headers.has("cache-control")) return response;
  response.headers.set("cache-control", "private, no-store");
  response.headers.append("vary", "Cookie, Accept-Language");
  return response;
}

/** Adds the scope's headers, and compresses what is not compressed. Prepared answers pass untouched: looking at their headers would cost more than sending them. */
function finish(
  request: Request,
  response: Response,
  scope: RequestScope,
  outgoing: ServerResponse,
): Response | Promise<Response> {
  for (const name in scope.headers) outgoing.setHeader(name, scope.headers[name] ?? "");
  if (isPrepared(response)) return response;
  if (sendStream(response, outgoing)) return RESPONSE_ALREADY_SENT;
  const { vary } = scope.headers;
  if (vary !== undefined && response.headers.get("vary")?.includes(vary) !== true)
    response.headers.append("vary", vary);
  return compressResponse(request, response);
}

function createScope(incoming: IncomingMessage, { services, trustsProxy }: Parts): RequestScope {
  const peer = plainAddress(incoming.socket.remoteAddress ?? "");
  const { publicUrl } = services.config.server;
  const forwardedFor = incoming.headers["x-forwarded-for"];
  const behindProxy =
    forwardedFor !== undefined || incoming.headers["x-forwarded-proto"] !== undefined
      ? trustsProxy(peer)
      : false;
  const secure =
    publicUrl === null
      ? behindProxy && incoming.headers["x-forwarded-proto"] === "https"
      : publicUrl.protocol === "https:";
  const address = behindProxy ? clientAddress(peer, String(forwardedFor ?? ""), trustsProxy) : peer;
  let nonce: string | undefined;
  return {
    services,
    requestId: randomUUID(),
    clientKey: clientKey(address),
    clientAddress: address,
    secure,
    origin:
      publicUrl?.origin ?? `${secure ? "https" : "http"}://${incoming.headers.host ?? "localhost"}`,
    get nonce() {
      return (nonce ??= randomBytes(16).toString("base64"));
    },
    byScript: pathOf(incoming.url ?? "").endsWith(".data"),
    words: serverWords(DEFAULT_LOCALE),
    headers: {},
  };
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

/** A path that no decoder can read is a bad request, not a page that does not exist. */
function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

function badRequest(): Response {
  return privateJson({ error: "The request is malformed.", status: 400 }, { status: 400 });
}

/** The adapter names requests that it cannot read `RequestError`; anything else here is a bug of ours. */
function badRequestOrBug(error: unknown, services: Services): Response {
  if (error instanceof Error && error.name === "RequestError") return badRequest();
  logError(services.log, error, {});
  return errorResponse(error);
}

async function writePlain(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}

function logRequest(
  services: Services,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestId: string,
  started: number,
): void {
  const { log } = services;
  // Query strings hold what people search for and watch, so the line keeps the path alone.
  const line = {
    requestId,
    method: incoming.method,
    path: pathOf(incoming.url ?? "").slice(0, 300),
    status: outgoing.statusCode,
    ms: Math.round((performance.now() - started) * 10) / 10,
  };
  if (outgoing.writableFinished) log.info(line, "request");
  else log.info(line, "request aborted");
}
