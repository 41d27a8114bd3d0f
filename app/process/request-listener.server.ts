import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { RouterContext as ContextKey, RouterContextProvider } from "react-router";
import {
  clientIp,
  clientKey,
  readForwarded,
  unmapIpv4,
  type IsTrustedProxy,
} from "~/http/request/client-ip.server";
import { compressResponse } from "~/http/response/cache/compress.server";
import { PageContext, RequestContext } from "~/http/v8/request-context";
import { requireSameOrigin } from "~/http/request/same-origin";
import {
  nonceContext,
  requestContext,
  responseHeadersContext,
  type RequestMetadata,
} from "~/http/context";
import { handleInSlot } from "~/http/request/request-slots";
import { errorResponse, errorShapeOf, logError } from "~/http/response/error-response.server";
import { jsonResponse } from "~/http/response/json-response.server";
import type { OutgoingResponse } from "~/http/response/outgoing-response.server";
import { mayHaveHsts } from "~/http/response/security-headers";
import { createNonce } from "~/http/response/hash-policy.server";
import { isComplete } from "~/http/response/cache/complete-response.server";
import { sendStream } from "~/http/response/streamed-response.server";
import { appendRenewedCookie, isRenewedBy } from "~/http/session/renew-session.server";
import { Busy, MethodNotAllowed } from "~/errors/app-error";
import type { Log } from "~/observability/log.server";
import type { Tracing } from "~/observability/tracing.server";
import type { AppServices } from "./app-services";
import { healthResponse } from "./health.server";
import { mayReadMetrics, metricsResponse } from "./metrics-endpoint.server";
import type { ProcessListener } from "./http-server.server";
import { createRequestLog } from "./request-log.server";
import { traceRequest } from "./request-tracing.server";
import { createReaderWatch, type ReaderLimits } from "./reader-watch.server";
import type { StartStep } from "./start-progress";
import { waitingPage, wantsWaitingPage, type Wait } from "./waiting-page.server";
import { sharedValues } from "./shared-values";

export type PageHandler = (request: Request, context: RouterContextProvider) => Promise<Response>;
/** Serves a file and returns true, else calls `next`. */
export type StaticFiles = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

interface ListenerOptions {
  services: AppServices;
  pages: PageHandler;
  staticFiles: StaticFiles;
  isTrustedProxy: IsTrustedProxy;
  /** What the start is doing while the schema is not migrated; null or omitted afterwards. */
  startStep?(): StartStep | null;
  /** Whether SIGTERM has arrived, after which connections close with their response. */
  isDraining(): boolean;
  /** The tracing; omitted or null while it is off. */
  tracing?: Tracing | null;
  readerLimits?: ReaderLimits;
}

const STARTING_RETRY_SECONDS = 5;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const ALLOWED_METHODS = [...METHODS];
/** A host name or IP address with an optional port. */
const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

export function createRequestListener(parts: ListenerOptions): ProcessListener {
  const { services, staticFiles, tracing = null, isTrustedProxy } = parts;
  const { shared, metrics } = services;
  const { config, log } = shared;
  const values = sharedValues(services);
  const isScoped = tracing !== null || config.log.slowQueryMs !== null;
  const readers = createReaderWatch(parts.readerLimits);
  const logClosed = createRequestLog(log, metrics);
  const peers = new WeakMap<Socket, Peer>();

  /** Parses a connection's addresses once instead of on each of its requests. */
  function peerOf(connection: Socket): Peer {
    const cached = peers.get(connection);
    if (cached !== undefined) return cached;
    const address = unmapIpv4(connection.remoteAddress ?? "");
    const peer = { address, key: clientKey(address) };
    peers.set(connection, peer);
    readers.watch(connection);
    return peer;
  }

  const dispatch = getRequestListener(
    (request, env) =>
      handleRequest(
        request,
        env as unknown as { incoming: IncomingWithContext; outgoing: OutgoingResponse },
        parts,
      ),
    { errorHandler: (error) => toErrorResponse(error, log) },
  );

  return (incoming, outgoing) => {
    const metadata = readMetadata(incoming, outgoing, peerOf(incoming.socket), parts);
    (incoming as IncomingWithContext).context = createRequestContext(metadata, values);
    outgoing.startedAt = performance.now();
    outgoing.requestId = metadata.requestId;
    outgoing.ownHeaders = ["x-request-id", metadata.requestId];
    if (metadata.secure && config.server.hsts !== null && mayHaveHsts(metadata.origin))
      outgoing.ownHeaders.push("strict-transport-security", config.server.hsts);
    if (parts.isDraining()) outgoing.ownHeaders.push("connection", "close");
    outgoing.on("close", logClosed);

    const path = pathOf(incoming.url ?? "");
    if (!METHODS.has(incoming.method ?? ""))
      return void sendResponse(
        outgoing,
        errorResponse(new MethodNotAllowed(ALLOWED_METHODS), errorShapeOf(path)),
      );
    // Probes must not queue, and send no `Host`.
    if (path === "/healthz" || path === "/readyz")
      return void healthResponse(path, incoming.method ?? "", services, parts.isDraining()).then(
        (response) => sendResponse(outgoing, response),
      );
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    if (path === "/metrics" && isRead && mayReadMetrics(incoming, config))
      return void metricsResponse(metrics)
        .catch((error: unknown) => toErrorResponse(error, log))
        .then((response) => sendResponse(outgoing, response));
    if (!HOST.test(incoming.headers.host ?? "") || !isDecodable(incoming.url ?? ""))
      return void sendResponse(outgoing, badRequest(path));
    const handle = () => void dispatch(incoming, outgoing);
    const handleScoped = () => {
      const isFromProxy = isTrustedProxy(peerOf(incoming.socket).address);
      traceRequest(tracing, { incoming, outgoing, metadata, isFromProxy }, handle);
    };
    const next = isScoped ? handleScoped : handle;
    if (!isRead || path.startsWith("/api/")) return next();
    outgoing.once("pipe", (source: Readable) => (outgoing.source = source));
    staticFiles(incoming, outgoing, next);
  };
}

interface Peer {
  address: string;
  key: string;
}

interface IncomingWithContext extends IncomingMessage {
  context: RequestContext;
}

function handleRequest(
  request: Request,
  env: { incoming: IncomingWithContext; outgoing: OutgoingResponse },
  parts: ListenerOptions,
): Response | Promise<Response> {
  const { context } = env.incoming;
  const pathname = pathOf(env.incoming.url ?? "/");
  const step = parts.startStep?.() ?? null;
  if (step !== null)
    return finalizeResponse(request, startingResponse(request, step), context, env.outgoing);
  if (pathname.startsWith("/api/") && !pathname.endsWith(".data")) {
    const response = parts.services.apiRoutes.respond(pathname, { request, context });
    return response instanceof Promise
      ? response.then((ready) => finalizeResponse(request, ready, context, env.outgoing))
      : finalizeResponse(request, response, context, env.outgoing);
  }
  try {
    // React Router's check takes our scheme, wrong behind a TLS proxy.
    requireSameOrigin(request, context);
  } catch (error) {
    return finalizeResponse(request, errorResponse(error), context, env.outgoing);
  }
  const nonce = createNonce();
  context.set(nonceContext, nonce);
  const render = async () =>
    withDefaultCacheControl(await parts.pages(request, new PageContext(context)));
  const finalize = (response: Response) =>
    finalizeResponse(request, response, context, env.outgoing);
  const { visitorPages, pageRoutes } = parts.services;
  if (pageRoutes.sendsFiles(pathname)) return render().then(finalize);
  const { clientKey, origin, isDataRequest } = context.get(requestContext);
  if (!isDataRequest && pageRoutes.isShared(pathname)) {
    const page = visitorPages.respond(request, { origin, nonce }, () =>
      handlePage(request, parts, clientKey, render),
    );
    if (page !== null) return page.then(finalize);
  }
  return handlePage(request, parts, clientKey, () => render().then(finalize));
}

async function handlePage(
  request: Request,
  parts: ListenerOptions,
  client: string,
  render: () => Promise<Response>,
): Promise<Response> {
  try {
    const { pages } = parts.services.shared.requestSlots;
    return await handleInSlot(pages, client, () => request.signal, render);
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
    return waitingResponse(
      request,
      error,
      parts.isDraining()
        ? { reason: "stopping" }
        : { reason: "busy", text: (locale) => error.localize(locale) },
    );
  }
}

/** Queries would fail on a schema that is still being migrated. */
function startingResponse(request: Request, step: StartStep): Response {
  const error = new Busy("health.starting", STARTING_RETRY_SECONDS);
  return waitingResponse(request, error, { reason: "starting", step });
}

/** A page for browsers, `error` for programs. */
function waitingResponse(request: Request, error: Busy, wait: Wait): Response {
  const { pathname } = new URL(request.url);
  if (!wantsWaitingPage(pathname, request.headers.get("accept")))
    return errorResponse(error, errorShapeOf(pathname));
  const { html, headers } = waitingPage(
    {
      method: request.method,
      acceptLanguage: request.headers.get("accept-language"),
      cookie: request.headers.get("cookie"),
    },
    wait,
  );
  return new Response(html, { status: 503, headers });
}

/** Pages depend on the user. */
function withDefaultCacheControl(response: Response): Response {
  if (isComplete(response) || response.headers.has("cache-control")) return response;
  response.headers.set("cache-control", "private, no-store");
  response.headers.append("vary", "Cookie, Accept-Language");
  return response;
}

/** Reading a complete response's headers would cost more than sending it. */
function finalizeResponse(
  request: Request,
  response: Response,
  context: RequestContext,
  outgoing: OutgoingResponse,
): Response | Promise<Response> {
  const responseHeaders = context.get(responseHeadersContext);
  for (const name in responseHeaders) outgoing.ownHeaders?.push(name, responseHeaders[name] ?? "");
  if (isComplete(response)) return response;
  const encode = () => encodeResponse(request, response, responseHeaders, outgoing);
  return isRenewedBy(response, context)
    ? appendRenewedCookie(response, context, outgoing).then(encode)
    : encode();
}

function encodeResponse(
  request: Request,
  response: Response,
  responseHeaders: Record<string, string>,
  outgoing: OutgoingResponse,
): Response | Promise<Response> {
  if (sendStream(response, outgoing)) return RESPONSE_ALREADY_SENT;
  const { vary } = responseHeaders;
  if (vary !== undefined && response.headers.get("vary")?.includes(vary) !== true)
    response.headers.append("vary", vary);
  return compressResponse(request, response);
}

function createRequestContext(
  metadata: RequestMetadata,
  values: Map<ContextKey<unknown>, unknown>,
): RequestContext {
  const context = new RequestContext(values);
  context.set(requestContext, metadata);
  context.set(responseHeadersContext, {});
  return context;
}

function readMetadata(
  incoming: IncomingMessage,
  outgoing: OutgoingResponse,
  peer: Peer,
  { services, isTrustedProxy }: ListenerOptions,
): RequestMetadata {
  const { publicUrl } = services.shared.config.server;
  const sent = readForwarded(incoming.headers);
  const forwarded = sent !== null && isTrustedProxy(peer.address) ? sent : null;
  const secure = publicUrl === null ? forwarded?.isHttps === true : publicUrl.protocol === "https:";
  const address =
    forwarded === null ? peer.address : clientIp(peer.address, forwarded.hops, isTrustedProxy);
  return {
    requestId: randomUUID(),
    clientIp: address,
    clientKey: address === peer.address ? peer.key : clientKey(address),
    secure,
    origin:
      publicUrl?.origin ?? `${secure ? "https" : "http"}://${incoming.headers.host ?? "localhost"}`,
    isDataRequest: pathOf(incoming.url ?? "").endsWith(".data"),
    clientSignal: () => outgoing.clientSignal,
  };
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}

/** A 400, not a 404. */
function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(pathOf(url));
    return true;
  } catch {
    return false;
  }
}

function badRequest(pathname = ""): Response {
  const message = "The request is malformed.";
  return errorShapeOf(pathname) === "nested"
    ? jsonResponse({ error: { message, type: "validation", statusCode: 400 } }, { status: 400 })
    : jsonResponse({ error: message, status: 400 }, { status: 400 });
}

/** The adapter throws `RequestError`. */
function toErrorResponse(error: unknown, log: Log): Response {
  if (error instanceof Error && error.name === "RequestError") return badRequest();
  logError(log, error, {});
  return errorResponse(error);
}

async function sendResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(await response.text());
}
