import { parseUrl } from "~/parsing/parse-url";
import { currentScope } from "./request-scope.server";

export interface OutboundSpan {
  responded(status: number): void;
  failed(code: string): void;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

/** Starts a span; undefined where nothing is traced. */
export function startOutboundSpan(method: string, url: string | URL): OutboundSpan | undefined {
  const parent = currentScope()?.span ?? null;
  const parsed = parent === null ? null : parseUrl(url);
  if (parent === null || parsed === null) return undefined;
  const { hostname, port, protocol } = parsed;
  const span = parent.child(method, {
    "http.request.method": method,
    "server.address": hostname,
    "server.port": port === "" ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port),
  });
  return {
    responded: (status) =>
      span.end({
        attributes: { "http.response.status_code": status },
        error: status >= 400 ? String(status) : undefined,
      }),
    failed: (code) => span.end({ error: code }),
  };
}
