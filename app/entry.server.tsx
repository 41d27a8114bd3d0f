import { Writable } from "node:stream";
import { renderToPipeableStream, renderToString } from "react-dom/server";
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
import { Busy } from "~/errors/app-error";
import {
  nonceContext,
  requestContext,
  responseHeadersContext,
  servicesContext,
} from "~/http/context";
import { toAppError, logError, STATUS_BY_CODE } from "~/http/response/error-response.server";
import { FailedRequestProvider } from "~/http/response/failed-request";
import { createMarkupCache } from "~/http/response/markup-cache.server";
import { NonceProvider } from "~/http/response/nonce";
import { pageHeaders } from "~/http/response/security-headers";
import { MarkupCacheProvider } from "~/ui/markup-cache";

const RENDER_TIMEOUT_MS = 10_000;

/** A render blocks the event loop for milliseconds; health checks wait for one at most. */
const nextRender = createEventLoopTurns();

const markupCache = createMarkupCache();

const busyContext = createContext(false);
const loggedContext = createContext<readonly unknown[]>([]);

const PROVIDER_PAGES = new Set(["/admin/confirm", "/settings", "/signin", "/signup"]);

/** Not a stream: loaders have awaited their data, so it has a length and is compressed at once. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { provider } = context.get(servicesContext);
  const nonce = context.get(nonceContext);
  const { requestId } = context.get(requestContext);
  await readHandoff(routerContext);
  await nextRender();
  const page = () => (
    <NonceProvider value={nonce}>
      <FailedRequestProvider value={status < 500 ? null : requestId}>
        <ServerRouter context={withHandoff(routerContext)} url={request.url} nonce={nonce} />
      </FailedRequestProvider>
    </NonceProvider>
  );
  const html = renderAtOnce(
    <MarkupCacheProvider value={markupCache}>{page()}</MarkupCacheProvider>,
  );
  const { body, failed } =
    html === null
      ? await renderDocument(page(), nonce, (error) => {
          // Not responses thrown on purpose.
          if (!isRouteErrorResponse(error)) logFailure(error, request, context);
        })
      : { body: new Uint8Array(Buffer.from(html)), failed: false };
  const formTargets = PROVIDER_PAGES.has(new URL(request.url).pathname)
    ? provider?.formTargets()
    : [];
  for (const [name, value] of Object.entries(pageHeaders(nonce, formTargets)))
    headers.set(name, value);
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
  return status === 500 && context.get(busyContext) ? STATUS_BY_CODE.busy : status;
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const appError = toAppError(error);
  if (appError !== null && STATUS_BY_CODE[appError.code] < 500) return;
  if (appError instanceof Busy) {
    context.set(busyContext, true);
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

/**
 * The data that the page's script gets, read before it is rendered: React would wait for the stream
 * in the middle of the render.
 */
async function readHandoff({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (serverHandoffStream === undefined || renderMeta === undefined) return;
  const decoder = new TextDecoder();
  let value = "";
  for await (const chunk of serverHandoffStream) value += decoder.decode(chunk, { stream: true });
  renderMeta.streamCache = {
    0: Object.assign(Promise.resolve(), { result: { done: true, value } }),
  };
}

/** A render locks the stream, which `readHandoff` has read. */
function withHandoff(context: EntryContext): EntryContext {
  return { ...context, serverHandoffStream: new ReadableStream() };
}

const CLIENT_RENDERED = "<!--$!-->";

/**
 * Null when a part failed or is not loaded yet. React's renderer of strings takes a seventh to a
 * fifth less time than the one of streams, which encodes every tag and attribute separately.
 */
function renderAtOnce(page: React.ReactNode): string | null {
  try {
    const html = renderToString(page);
    return html.includes(CLIENT_RENDERED) ? null : `<!DOCTYPE html>${html}`;
  } catch {
    return null;
  }
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

/** Without a stream's bookkeeping, a twentieth of a render: nothing waits for a drain. */
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
