import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestMetadata } from "~/http/context";
import { runInScope, type RequestScope } from "~/observability/request-scope.server";
import type { Tracing } from "~/observability/tracing.server";

interface TracedRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  metadata: RequestMetadata;
  /** Whether a trusted proxy sent the request: its `traceparent` counts then. */
  isFromProxy: boolean;
}

/** The response ends the span. */
export function traceRequest(
  tracing: Tracing | null,
  { incoming, outgoing, metadata, isFromProxy }: TracedRequest,
  work: () => void,
): void {
  const method = incoming.method ?? "";
  const { traceparent } = incoming.headers;
  const attributes = {
    "http.request.method": method,
    "url.scheme": metadata.secure ? "https" : "http",
    "akari.request_id": metadata.requestId,
  };
  const span =
    tracing?.startRequest(
      method,
      attributes,
      isFromProxy && typeof traceparent === "string" ? traceparent : undefined,
    ) ?? null;
  const scope: RequestScope = { requestId: metadata.requestId, span, route: null };
  if (span !== null)
    outgoing.once("close", () => {
      const { statusCode } = outgoing;
      span.end({
        // Paths hold tokens and names.
        name: scope.route === null ? undefined : `${method} ${scope.route}`,
        attributes: {
          "http.response.status_code": statusCode,
          ...(scope.route === null ? {} : { "http.route": scope.route }),
        },
        error: statusCode >= 500 ? String(statusCode) : undefined,
      });
    });
  runInScope(scope, work);
}
