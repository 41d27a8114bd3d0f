import { PassThrough } from "node:stream";
import { Cancelled, Forbidden } from "~/errors/app-error";
import { requestContext, type RouterContext } from "~/http/context";
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

/**
 * Server-sent events, until either side ends. `open` returns what to do then. Throws `Cancelled` if
 * the client has left: React Router drops the response then, and nothing would end the stream.
 */
export function eventStreamResponse(
  request: Request,
  open: (stream: EventStream) => () => void,
): Response {
  if (request.signal.aborted) throw new Cancelled();
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

/**
 * Returns the headers alone to a request that reads no events: HEAD, or one of React Router for
 * data; null to all others. Throws `Forbidden` for another site's, since a stream holds a share of
 * the user's.
 */
export function eventStreamHead(request: Request, context: RouterContext): Response | null {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin") throw new Forbidden("http.crossSite");
  const hasNoReader = request.method === "HEAD" || context.get(requestContext).isDataRequest;
  return hasNoReader ? new Response(null, { headers: HEADERS }) : null;
}
