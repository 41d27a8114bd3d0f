import type { OnReadOpts, Socket } from "node:net";

export interface ConnectionReader {
  /** Valid during the call only, unless `keepBuffer` is called. */
  bytes(view: Buffer): void;
  finished(): void;
  lost(error: Error | null): void;
}

/** Node would allocate 64 kB per read and copy it (app/outbound/relay/README.md). */
const READ_BYTES = 128 * 1024;
const MAX_POOLED_BUFFERS = 32;
const bufferPool: Buffer[] = [];

export class ReadConnection {
  readonly socket: Socket;
  /** Reads the exchange; null while the connection waits for the next one. */
  reader: ConnectionReader | null = null;
  /** Milliseconds after which an idle connection is closed. */
  idleMs = 0;
  #buffer = bufferPool.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES);
  #isKept = false;
  #error: Error | null = null;

  constructor(dial: (onread: OnReadOpts) => Socket) {
    this.socket = dial({
      buffer: () => {
        if (this.#isKept) this.#buffer = bufferPool.pop() ?? Buffer.allocUnsafeSlow(READ_BYTES);
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
      if (!this.#isKept) returnBuffer(this.#buffer);
    });
  }

  /** Keeps the bytes in `bytes` until the returned function is called. */
  keepBuffer(): () => void {
    this.#isKept = true;
    const buffer = this.#buffer;
    return () => returnBuffer(buffer);
  }
}

function returnBuffer(buffer: Buffer): void {
  if (bufferPool.length < MAX_POOLED_BUFFERS) bufferPool.push(buffer);
}
