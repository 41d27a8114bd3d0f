import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { OutgoingResponse } from "~/http/response/outgoing-response.server";
import { logRequest, type Log } from "~/observability/log.server";
import { requestKind, type Metrics } from "~/observability/metrics.server";

const MAX_PATH_LENGTH = 300;
/** Balancers ask every few seconds. A failure is logged where it is found. */
const PROBES = ["/healthz", "/readyz"];

/** A listener for the `close` of every response: one function, not a closure per request. */
export function createRequestLog(log: Log, metrics: Metrics): (this: OutgoingResponse) => void {
  return function logClosed() {
    const { method = "", url = "", socket } = this.req;
    // Queries may hold searches.
    const end = url.indexOf("?");
    const path = url.slice(0, Math.min(end === -1 ? url.length : end, MAX_PATH_LENGTH));
    const ms = performance.now() - this.startedAt;
    const { requestId, statusCode: status } = this;
    metrics.observeRequest(requestKind(path), status, ms / 1000);
    if (PROBES.includes(path)) return;
    const isComplete =
      this.writableFinished || (this.source !== null && hasSentWhole(this.source, this, socket));
    logRequest(log, { requestId, method, path, status, ms, isComplete });
  };
}

/** Clients may disconnect after the last byte, before the stream ends. */
function hasSentWhole(
  source: Readable & { bytesRead?: number },
  outgoing: OutgoingResponse,
  { writableLength }: IncomingMessage["socket"],
): boolean {
  const waiting = source.readableLength + outgoing.writableLength + writableLength;
  return waiting === 0 && source.bytesRead === Number(outgoing.getHeader("content-length"));
}
