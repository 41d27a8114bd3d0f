import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Services } from "~/http/context";
import { requestKind } from "~/observability/metrics.server";

export function logOnClose(
  { log, metrics }: Pick<Services, "log" | "metrics">,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestId: string,
): void {
  const started = performance.now();
  const { socket } = incoming;
  let source: Readable | null = null;
  outgoing.once("pipe", (piped: Readable) => (source = piped));
  outgoing.once("close", () => {
    // Queries may hold searches.
    const path = (incoming.url ?? "").split("?", 1)[0]?.slice(0, 300) ?? "";
    const ms = performance.now() - started;
    const fields = {
      requestId,
      method: incoming.method,
      path,
      status: outgoing.statusCode,
      ms: Math.round(ms * 10) / 10,
    };
    metrics.observeRequest(requestKind(path), outgoing.statusCode, ms / 1000);
    const isComplete =
      outgoing.writableFinished || (source !== null && hasSentWhole(source, outgoing, socket));
    log.info(fields, isComplete ? "request" : "request aborted");
  });
}

/** Clients may disconnect after the last byte, before the stream ends. */
function hasSentWhole(
  source: Readable & { bytesRead?: number },
  outgoing: ServerResponse,
  { writableLength }: IncomingMessage["socket"],
): boolean {
  const waiting = source.readableLength + outgoing.writableLength + writableLength;
  return waiting === 0 && source.bytesRead === Number(outgoing.getHeader("content-length"));
}
