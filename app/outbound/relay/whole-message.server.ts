import { Readable } from "node:stream";
import type { ResponseHead } from "./response-head";

const SLAB_BYTES = 64 * 1024;
const MAX_SLAB_SHARE = 1 / 4;
let slab = Buffer.allocUnsafeSlow(0);
let used = 0;

/** A response whose body came in one read with its head: without the cost of a stream. */
export class WholeMessage {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly bytes: Buffer<ArrayBuffer>;

  /** Makes a message of a head and a copy of `view`. */
  constructor({ status, headers }: ResponseHead, view: Buffer) {
    this.statusCode = status;
    this.headers = headers;
    this.bytes = copyOf(view);
  }

  /** Lets code read any response as a stream. */
  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return streamOf(this)[Symbol.asyncIterator]();
  }
}

export function streamOf({ statusCode, headers, bytes }: WholeMessage): Readable & {
  statusCode: number;
  headers: Record<string, string>;
} {
  const stream = new Readable({
    read() {
      this.push(bytes);
      this.push(null);
    },
  });
  return Object.assign(stream, { statusCode, headers });
}

/** Small bodies share an allocation, which costs more than the copy. */
function copyOf(view: Buffer): Buffer<ArrayBuffer> {
  if (view.length > SLAB_BYTES * MAX_SLAB_SHARE) return Buffer.from(view);
  if (used + view.length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const copy = slab.subarray(used, used + view.length);
  copy.set(view);
  used += view.length;
  return copy;
}
