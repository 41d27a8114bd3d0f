import { startMediaOrigin, type MediaOrigin } from "./media-origin";

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** Kind of the span: 2 is a server's, 3 a client's. */
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: Record<string, string | number>;
  service: string;
}

interface KeyValue {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, "attributes"> & { attributes: KeyValue[] })[] }[];
  }[];
}

/** Receives traces as JSON (OTLP/HTTP). */
export async function startFakeOtlp(): Promise<MediaOrigin & { spans: ReceivedSpan[] }> {
  const spans: ReceivedSpan[] = [];
  const origin = await startMediaOrigin({
    "/otel/v1/traces": (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as ExportRequest;
        for (const { resource, scopeSpans } of resourceSpans)
          for (const span of scopeSpans.flatMap((scope) => scope.spans))
            spans.push({
              ...span,
              attributes: toRecord(span.attributes),
              service: String(toRecord(resource.attributes)["service.name"]),
            });
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
    },
  });
  return Object.assign(origin, { spans });
}

function toRecord(attributes: readonly KeyValue[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
