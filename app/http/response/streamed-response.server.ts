import { pipeline, type Readable } from "node:stream";
import { isDirectBody } from "~/outbound/direct-body";
import type { OutgoingResponse } from "./outgoing-response.server";

interface Streamed {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

/** A `WeakMap` would keep the body until a full collection. */
const STREAMED = Symbol("streamed");

interface Marked extends Response {
  [STREAMED]?: Streamed;
}

/**
 * `sendStream` pipes the body without copies or web streams. Others get the same bytes, unless
 * `onlySent`.
 */
export function streamResponse(
  body: Readable,
  { status, headers }: { status: number; headers: Record<string, string> },
  isSentOnly = false,
): Response {
  const response: Marked = new Response(isSentOnly ? null : toWebStream(body), { status, headers });
  response[STREAMED] = { status, headers, body };
  return response;
}

/** Sends a response that is streamed. Returns false for any other response. */
export function sendStream(response: Response, outgoing: OutgoingResponse): boolean {
  const parts = (response as Marked)[STREAMED];
  if (parts === undefined) return false;
  outgoing.writeHead(parts.status, parts.headers);
  if (isDirectBody(parts.body)) {
    parts.body.sendTo(outgoing, parts.headers["content-length"] !== undefined);
    return true;
  }
  // `pipeline` destroys both sides on failure: a truncated body must not look complete.
  outgoing.source = parts.body;
  pipeline(parts.body, outgoing, () => undefined);
  return true;
}

function toWebStream(body: Readable): ReadableStream<Uint8Array> {
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
