import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import type { Log } from "~/observability/log.server";

export function logOnClose(
  log: Log,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestId: string,
): void {
  const started = performance.now();
  const { socket } = incoming;
  let source: Readable | null = null;
  outgoing.once("pipe", (piped: Readable) => (source = piped));
  outgoing.once("close", () => {
    // Query strings hold searches.
    const fields = {
      requestId,
      method: incoming.method,
      path: (incoming.url ?? "").split("?", 1)[0]?.slice(0, 300),
      status: outgoing.statusCode,
      ms: Math.round((performance.now() - started) * 10) / 10,
    };
    const isComplete =
      outgoing.writableFinished || (source !== null && hasSentWhole(source, outgoing, socket));
    log.info(fields, isComplete ? "request" : "request aborted");
  });
}

/**
 * A client may close its connection after the last byte of a file, before the file's stream has
 * ended and with it the response.
 */
function hasSentWhole(
  source: Readable & { bytesRead?: number },
  outgoing: ServerResponse,
  { writableLength }: IncomingMessage["socket"],
): boolean {
  const waiting = source.readableLength + outgoing.writableLength + writableLength;
  return waiting === 0 && source.bytesRead === Number(outgoing.getHeader("content-length"));
}
