import { PassThrough } from "node:stream";
import { streamResponse } from "./streamed-response.server";

interface EventStream {
  send(event: string, data: unknown): void;
  /** A comment, which clients ignore. */
  beat(): void;
  end(): void;
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  // Proxies must not compress it, since they would collect it first.
  "cache-control": "private, no-store, no-transform",
  "x-accel-buffering": "no",
};
const RECONNECT_MS = 1_000;
/** A client that reads nothing is disconnected before events fill the memory. */
const MAX_PENDING_BYTES = 256 * 1024;

/** Server-sent events, until either side ends. `open` returns what to do then. */
export function eventStreamResponse(open: (stream: EventStream) => () => void): Response {
  const body = new PassThrough();
  const write = (text: string): void => {
    if (body.destroyed || body.writableEnded) return;
    if (body.writableLength + body.readableLength > MAX_PENDING_BYTES) body.destroy();
    else body.write(text);
  };
  write(`retry: ${RECONNECT_MS}\n\n`);
  const close = open({
    // JSON has no line breaks.
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(": beat\n\n"),
    end: () => body.end(),
  });
  body.once("close", close);
  return streamResponse(body, { status: 200, headers: HEADERS }, true);
}

/** Responds to HEAD with the headers of a stream. */
export function eventStreamHead(): Response {
  return new Response(null, { headers: HEADERS });
}
