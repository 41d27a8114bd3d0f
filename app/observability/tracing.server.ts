import type { Context, Span, SpanContext } from "@opentelemetry/api";
import type { Log } from "./log.server";
import type { SpanAttributes, TraceSpan } from "./request-scope.server";

export interface Tracing {
  /**
   * Begins the span of a request, as a child of a trusted proxy's `traceparent` (W3C Trace
   * Context).
   */
  startRequest(method: string, attributes: SpanAttributes, traceparent?: string): TraceSpan;
  /** Sends what is left, for two seconds at most. */
  shutdown(): Promise<void>;
}

interface TracingOptions {
  endpoint: URL;
  log: Log;
}

const SHUTDOWN_MS = 2_000;
const MIN_WARNING_INTERVAL_MS = 60_000;
const MAX_WARNING_LENGTH = 300;

/**
 * Sends spans to an OTLP/HTTP receiver. The SDK is loaded here only; it reads the other `OTEL_…`
 * variables.
 */
export async function startTracing({ endpoint, log }: TracingOptions): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const warn = throttle((message) => log.warn({ err: message }, "traces could not be sent"));
  const ignore = () => undefined;
  api.diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ "service.name": "akari" })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [
      new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url: tracesUrl(endpoint).href })),
    ],
  });
  const tracer = provider.getTracer("akari");

  const start = (
    name: string,
    kind: (typeof SpanKind)["SERVER" | "CLIENT"],
    attributes: SpanAttributes,
    parent: Context,
  ): TraceSpan => toTraceSpan(tracer.startSpan(name, { kind, attributes }, parent));
  const toTraceSpan = (span: Span): TraceSpan => ({
    child: (name, attributes) =>
      start(name, SpanKind.CLIENT, attributes, trace.setSpan(ROOT_CONTEXT, span)),
    end({ name, attributes, error } = {}) {
      if (name !== undefined) span.updateName(name);
      if (attributes !== undefined) span.setAttributes(attributes);
      if (error !== undefined)
        span.setAttribute("error.type", error).setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  });
  return {
    startRequest(method, attributes, traceparent) {
      const remote = traceparent === undefined ? null : parseTraceparent(traceparent);
      const parent =
        remote !== null && api.isSpanContextValid(remote)
          ? trace.setSpanContext(ROOT_CONTEXT, remote)
          : ROOT_CONTEXT;
      return start(method, SpanKind.SERVER, attributes, parent);
    },
    async shutdown() {
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, SHUTDOWN_MS)));
      await Promise.race([provider.shutdown().catch(ignore), deadline]);
      clearTimeout(timer);
    },
  };
}

/** Completes the endpoint's path (OTLP specification, "Endpoint URLs for OTLP/HTTP"). */
function tracesUrl(endpoint: URL): URL {
  const url = new URL(endpoint);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/v1/traces`;
  return url;
}

/** Parses the header `traceparent` (W3C Trace Context, section 3.2); null if invalid. */
export function parseTraceparent(header: string): (SpanContext & { isRemote: true }) | null {
  const [, version, traceId = "", spanId = "", flags = ""] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(header) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && header.length !== 55))
    return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

/** Reports at intervals only, since an absent receiver fails every few seconds. */
function throttle(report: (message: string) => void): (message: string) => void {
  let reportedAt = -Infinity;
  return (message) => {
    const now = performance.now();
    if (now - reportedAt < MIN_WARNING_INTERVAL_MS) return;
    reportedAt = now;
    report(message.slice(0, MAX_WARNING_LENGTH));
  };
}
