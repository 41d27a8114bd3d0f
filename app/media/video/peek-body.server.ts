import type { Readable } from "node:stream";

/**
 * A body and its first bytes. When `ended`, the stream is consumed; else the bytes are still in it.
 */
export interface PeekedBody {
  first: Buffer<ArrayBuffer>;
  ended: boolean;
}

export async function peekBody(body: Readable, minBytes: number): Promise<PeekedBody> {
  const chunks: Buffer<ArrayBuffer>[] = [];
  let size = 0;
  while (size < minBytes) {
    const chunk = body.read() as Buffer<ArrayBuffer> | null;
    if (chunk !== null) {
      chunks.push(chunk);
      size += chunk.length;
    } else if (body.readableEnded) {
      return { first: Buffer.concat(chunks), ended: true };
    } else {
      await nextEvent(body);
    }
  }
  if (size === 0) return { first: Buffer.alloc(0), ended: false };
  const first = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  body.unshift(first);
  return { first, ended: false };
}

function nextEvent(body: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    if (body.errored) return reject(body.errored);
    const done = () => {
      for (const event of ["readable", "end"]) body.off(event, live);
      body.off("error", failed);
      body.off("close", closed);
    };
    const live = () => (done(), resolve());
    const failed = (error: Error) => (done(), reject(error));
    const closed = () => (
      done(),
      body.readableEnded
        ? resolve()
        : reject(body.errored ?? new Error("The body was closed before its end."))
    );
    for (const event of ["readable", "end"]) body.once(event, live);
    body.once("error", failed);
    body.once("close", closed);
    if (body.destroyed) closed();
  });
}
