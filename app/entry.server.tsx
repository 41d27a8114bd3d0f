import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from "react-router";
import { scopeContext } from "~/http/context";
import { asAppError, logError, STATUS_OF } from "~/http/response/error-response.server";
import { FailedRequestProvider } from "~/http/response/failed-request";
import { NonceProvider } from "~/http/response/nonce";
import { pagePolicy } from "~/http/response/security-headers";

/** A page whose parts hang longer than this is answered as an error, so that no connection waits for ever. */
const RENDER_TIMEOUT_MS = 10_000;

/** The pages whose form leads to the identity provider. */
const PROVIDER_PAGES = new Set(["/signin", "/signup"]);

/**
 * Renders a page in one piece. Loaders have awaited their data before this runs, so streaming would win nothing, and a whole page can
 * say its length and be compressed at once.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const scope = context.get(scopeContext);
  const { body, failed } = await renderDocument(
    <NonceProvider value={scope.nonce}>
      <FailedRequestProvider value={status < 500 ? null : scope.requestId}>
        <ServerRouter context={routerContext} url={request.url} nonce={scope.nonce} />
      </FailedRequestProvider>
    </NonceProvider>,
    scope.nonce,
    (error) => {
      // What a page answers on purpose, such as 405 where it has no action, comes by here again when its error page is drawn.
      if (!isRouteErrorResponse(error))
        logError(scope.services.log, error, { requestId: scope.requestId });
    },
  );
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set(
    "content-security-policy",
    pagePolicy(
      scope.nonce,
      PROVIDER_PAGES.has(new URL(request.url).pathname)
        ? scope.services.provider?.formTargets()
        : [],
    ),
  );
  return new Response(body, { status: failed && status < 500 ? 500 : status, headers });
}

/** Surprises go to the log with their request. Pages that throw a 4xx on purpose, and visitors who left, are none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  const known = asAppError(error);
  if (known !== null && STATUS_OF[known.code] < 500) return;
  const scope = context.get(scopeContext);
  logError(scope.services.log, error, {
    requestId: scope.requestId,
    path: new URL(request.url).pathname,
  });
};

function renderDocument(
  page: React.ReactNode,
  nonce: string,
  onError: (error: unknown) => void,
): Promise<{ body: Uint8Array<ArrayBuffer>; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false;
    const chunks: Buffer[] = [];
    const collector = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        resolve({ body: new Uint8Array(Buffer.concat(chunks)), failed });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
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
