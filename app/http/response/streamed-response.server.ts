import type { ServerResponse } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { RelayedMessage } from "~/outbound/relay/relayed-message.server";

interface Streamed {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

const streamed = new WeakMap<Response, Streamed>();

/**
 * How long a viewer may take nothing at all before the stream and the connection behind it are given up. A paused player asks again
 * with a range when it goes on; a slow line of 10 kB/s still empties the operating system's buffers in this time.
 */
const STALLED_VIEWER_MS = 300_000;

/**
 * An answer whose body is a node stream. The process pipes it to the connection as it is (`sendStream`): no copies, no web streams
 * in between, and when either side ends, so does the other. Whoever reads the `Response` itself gets the same bytes, unless it is `onlySent`.
 */
export function streamedResponse(
  body: Readable,
  { status, headers }: { status: number; headers: Record<string, string> },
  onlySent = false,
): Response {
  const response = new Response(onlySent ? null : asWebStream(body), { status, headers });
  streamed.set(response, { status, headers, body });
  return response;
}

/** Sends a streamed response over its connection. False when it is not one, and nothing has happened. */
export function sendStream(response: Response, outgoing: ServerResponse): boolean {
  const parts = streamed.get(response);
  if (parts === undefined) return false;
  outgoing.writeHead(parts.status, parts.headers);
  outgoing.setTimeout(STALLED_VIEWER_MS, () => outgoing.destroy());
  if (parts.body instanceof RelayedMessage) {
    parts.body.sendTo(outgoing, parts.headers["content-length"] !== undefined);
    return true;
  }
  // A failure on either side ends both. A source that breaks off must not look like one that is complete, so the connection breaks off too.
  pipeline(parts.body, outgoing, () => undefined);
  return true;
}

/** The stream for readers outside the process' own path. It takes nothing from the source before somebody reads. */
function asWebStream(body: Readable): ReadableStream<Uint8Array> {
  let chunks: AsyncIterator<Buffer> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  );
}
