import type { OnReadOpts, Socket } from "node:net";

/** What happens on a connection, told to whoever waits for an answer on it. */
export interface ConnectionReader {
  /** Bytes that are only there during the call, unless `keepBuffer` is called in it. */
  bytes(view: Buffer): void;
  /** The other side is done. */
  finished(): void;
  /** The connection is gone. */
  lost(error: Error | null): void;
}

/**
 * What one read takes at most. Node's own reads of 64 kB each get a new buffer, which the HTTP parser copies into another one; the collector
 * then has more work with them than everybody else has (docs/performance.md).
 */
const READ_BYTES = 128 * 1024;
/** Buffers kept for the next connection. */
const MOST_SPARE = 32;
const spare: Buffer[] = [];

/** A connection that is read into buffers which are used again, and whose bytes nobody looks at before its reader does. */
export class ReadConnection {
  readonly socket: Socket;
  reader: ConnectionReader | null = null;
  #buffer = spare.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES);
  #isKept = false;
  #error: Error | null = null;

  constructor(dial: (onread: OnReadOpts) => Socket) {
    this.socket = dial({
      buffer: () => {
        if (this.#isKept) this.#buffer = spare.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES);
        this.#isKept = false;
        return this.#buffer;
      },
      callback: (count) => {
        if (this.reader === null) this.socket.destroy();
        else this.reader.bytes(this.#buffer.subarray(0, count));
        return true;
      },
    });
    this.socket.on("error", (error) => (this.#error = error));
    this.socket.on("end", () => this.reader?.finished());
    this.socket.on("close", () => {
      this.reader?.lost(this.#error);
      if (!this.#isKept) giveBack(this.#buffer);
    });
  }

  /** Within `bytes`: what was read stays valid until the returned function is called, and the next read goes elsewhere. */
  keepBuffer(): () => void {
    this.#isKept = true;
    const buffer = this.#buffer;
    return () => giveBack(buffer);
  }
}

function giveBack(buffer: Buffer): void {
  if (spare.length < MOST_SPARE) spare.push(buffer);
}
