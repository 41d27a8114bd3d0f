import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Config } from "~/config/config.server";
import { unmapIpv4 } from "~/http/request/client-ip.server";
import type { Metrics } from "~/observability/metrics.server";

const FORWARDING_HEADERS = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/** The bearer of `METRICS_TOKEN`, or direct connections from this machine. */
export function mayReadMetrics(incoming: IncomingMessage, config: Config): boolean {
  const { metricsToken } = config.server;
  if (metricsToken !== null) return hasToken(incoming.headers.authorization ?? "", metricsToken);
  const peer = unmapIpv4(incoming.socket.remoteAddress ?? "");
  return (
    (peer === "::1" || peer.startsWith("127.")) &&
    FORWARDING_HEADERS.every((name) => incoming.headers[name] === undefined)
  );
}

export async function metricsResponse(metrics: Metrics): Promise<Response> {
  return new Response(await metrics.render(), {
    headers: { "content-type": metrics.contentType, "cache-control": "private, no-store" },
  });
}

function hasToken(authorization: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}
