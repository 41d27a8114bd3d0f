import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  createContext,
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleDataRequestFunction,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { createEventLoopTurns } from "~/concurrency/event-loop-turns";
import { Busy, DiskFull } from "~/errors/app-error";
import {
  nonceContext,
  requestContext,
  responseHeadersContext,
  servicesContext,
  accountsContext,
} from "~/http/context";
import type { PageHandle } from "./frame/page-handle";
import { toAppError, logError, STATUS_BY_CODE } from "~/http/response/error-response.server";
import { FailedRequestProvider } from "./frame/failed-request";
import { createMarkupCache } from "~/http/response/markup-cache.server";
import { NonceProvider } from "./frame/nonce";
import { pageHeaders } from "~/http/response/security-headers";
import { MarkupCacheProvider } from "~/ui/markup-cache";
import theme from "~/ui/theme/theme.css?url";

const RENDER_TIMEOUT_MS = 10_000;

/** A render blocks the event loop for milliseconds; health checks wait for one at most. */
const nextRender = createEventLoopTurns();

const markupCache = createMarkupCache();

/** What made a page fail that is well a moment later. */
const busyContext = createContext<Busy | null>(null);
const loggedContext = createContext<readonly unknown[]>([]);

/**
 * Responds with a string instead of a stream: loaders have awaited their data, so the response has
 * a length and is compressed at once.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { providers } = context.get(accountsContext);
  const nonce = context.get(nonceContext);
  const { requestId } = context.get(requestContext);
  const busy = context.get(busyContext);
  await nextRender();
  const { body, failed } = await renderDocument(
    <NonceProvider value={nonce}>
      <FailedRequestProvider
        value={status < 500 ? null : { id: requestId, isDiskFull: busy instanceof DiskFull }}
      >
        <MarkupCacheProvider value={markupCache}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </MarkupCacheProvider>
      </FailedRequestProvider>
    </NonceProvider>,
    nonce,
    (error) => {
      // Routes throw responses on purpose.
      if (!isRouteErrorResponse(error)) logFailure(error, request, context);
    },
  );
  const handles = routerContext.staticHandlerContext.matches.map(
    ({ route }) => route.handle as PageHandle | undefined,
  );
  const formTargets = handles.some((handle) => handle?.leadsToProvider)
    ? providers.flatMap((provider) => provider.formTargets())
    : [];
  for (const [name, value] of Object.entries(pageHeaders(nonce, formTargets)))
    headers.set(name, value);
  // The browser asks for it before it reads the head, which begins with pictures.
  headers.append("link", `<${theme}>; rel=preload; as=style`);
  const root = routerContext.staticHandlerContext.loaderData["root"] as
    | { user: { id: string } | null }
    | undefined;
  // The service worker deletes the offline copy of others. A failure does not tell whose it is.
  if (root !== undefined && status < 500) headers.set("x-akari-user", root.user?.id ?? "visitor");
  return new Response(body, {
    status: statusOf(context, failed && status < 500 ? 500 : status),
    headers,
  });
}

export const handleDataRequest: HandleDataRequestFunction = (response, { context }) => {
  const status = statusOf(context, response.status);
  const headers = new Headers(response.headers);
  // React Router drops a resource route's headers.
  if (status === STATUS_BY_CODE.busy && !headers.has("retry-after"))
    headers.set("retry-after", context.get(responseHeadersContext)["retry-after"] ?? "5");
  return new Response(response.body, { status, headers });
};

/** React Router makes it a 500. */
function statusOf(context: Readonly<RouterContextProvider>, status: number): number {
  return status === 500 && context.get(busyContext) !== null ? STATUS_BY_CODE.busy : status;
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const appError = toAppError(error);
  if (appError !== null && STATUS_BY_CODE[appError.code] < 500) return;
  if (appError instanceof Busy) {
    context.set(busyContext, appError);
    context.get(responseHeadersContext)["retry-after"] = String(appError.retryAfterSeconds);
  }
  logFailure(error, request, context);
};

/** Boundaries rethrow a copy without message and stack, and React Router reports both. */
function logFailure(
  error: unknown,
  request: Request,
  context: Readonly<RouterContextProvider>,
): void {
  const logged = context.get(loggedContext);
  const isCopy = error instanceof Error && !error.stack;
  if (logged.includes(error) || (logged.length > 0 && isCopy)) return;
  context.set(loggedContext, [...logged, error]);
  const { log } = context.get(servicesContext);
  const { requestId } = context.get(requestContext);
  logError(log, error, { requestId, path: new URL(request.url).pathname });
}

function renderDocument(
  page: React.ReactNode,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<{ body: Uint8Array<ArrayBuffer>; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const collector = new Collector((body) => {
      clearTimeout(timer);
      resolve({ body, failed });
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Avoids an inline script for large lazy parts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => void pipe(collector),
      onShellError: reject,
      onError(error) {
        failed = true;
        onError(error);
      },
    });
    const timer = setTimeout(
      () => abort(new Error("The page took too long to render.")),
      RENDER_TIMEOUT_MS,
    );
  });
}

/**
 * Collects what is written. Nothing waits for a drain, since a stream's bookkeeping takes a
 * twentieth of a render.
 */
class Collector extends Writable {
  readonly #chunks: Uint8Array[] = [];

  constructor(private readonly onEnd: (body: Uint8Array<ArrayBuffer>) => void) {
    super();
  }

  override write(chunk: Uint8Array | string): boolean {
    this.#chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    return true;
  }

  override end(): this {
    this.onEnd(new Uint8Array(Buffer.concat(this.#chunks)));
    return this;
  }
}
