import type { ServerResponse } from "node:http";
import { Readable, type Writable } from "node:stream";
import { connectionReset } from "~/outbound/outbound-error";
import { createChunkedDecoder, type ChunkedDecoder } from "./chunked-decoder";
import type { ConnectionReader, ReadConnection } from "./read-connection.server";
import type { ResponseHead } from "./response-head";

const HIGH_WATER_MARK_BYTES = 64 * 1024;

/** A message that is sent to a client from the read buffers without copies, or read as a stream. */
export class RelayedMessage extends Readable implements ConnectionReader {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  bytesRead = 0;
  readonly #connection: ReadConnection;
  readonly #head: ResponseHead;
  readonly #release: (isReusable: boolean) => void;
  readonly #chunks: ChunkedDecoder | null;
  #left: number;
  #isComplete = false;
  #isPaused = false;
  #send: ((part: Buffer) => void) | null = null;
  #sent: (() => void) | null = null;

  /** `release` is called once, at the end or on failure. */
  constructor(
    connection: ReadConnection,
    head: ResponseHead,
    release: (isReusable: boolean) => void,
  ) {
    super({ highWaterMark: HIGH_WATER_MARK_BYTES });
    // Would end the process if unhandled; readers still get it.
    this.on("error", () => undefined);
    this.statusCode = head.status;
    this.headers = head.headers;
    this.#connection = connection;
    this.#head = head;
    this.#release = release;
    this.#chunks = head.framing.kind === "chunked" ? createChunkedDecoder() : null;
    this.#left =
      head.framing.kind === "length"
        ? head.framing.length
        : head.framing.kind === "none"
          ? 0
          : Infinity;
    if (this.#left === 0) this.#complete(true);
  }

  get isWaiting(): boolean {
    return !this.#isPaused;
  }

  bytes(view: Buffer): void {
    if (this.#isComplete) return void this.#connection.socket.destroy();
    this.bytesRead += view.length;
    if (this.#chunks === null) {
      const part = view.subarray(0, this.#left);
      this.#left -= part.length;
      this.#deliver(part);
      if (this.#left === 0) this.#complete(part.length === view.length);
      return;
    }
    try {
      const used = this.#chunks.write(view, (part) => this.#deliver(part));
      if (this.#chunks.isDone()) this.#complete(used === view.length);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  finished(): void {
    if (this.#head.framing.kind === "close") this.#complete(false);
    else this.lost(null);
  }

  lost(error: Error | null): void {
    if (!this.#isComplete) this.destroy(error ?? connectionReset());
  }

  /**
   * Sends the message. If `isExact`, writes to the socket directly: Node's writer buffers until the
   * next tick.
   */
  sendTo(outgoing: ServerResponse, isExact: boolean): void {
    if (this.destroyed) return void outgoing.destroy();
    for (let part: unknown = this.read(); part !== null; part = this.read()) outgoing.write(part);
    outgoing.once("close", () => void this.destroy());
    if (this.#isComplete) return void outgoing.end();
    this.once("close", () => {
      if (!this.#isComplete) outgoing.destroy();
    });
    outgoing.flushHeaders();
    const target: Writable = isExact && outgoing.socket !== null ? outgoing.socket : outgoing;
    const resume = () => this.#resume();
    target.on("drain", resume);
    this.#sent = () => {
      target.off("drain", resume);
      outgoing.end();
      this.destroy();
    };
    this.#send = (part) => {
      // A read may hold several chunks but has one buffer.
      const wantsMore =
        this.#chunks === null
          ? target.write(part, this.#connection.keepBuffer())
          : target.write(Buffer.from(part));
      if (!wantsMore && target.writableLength > 0) this.#pause();
    };
    this.#resume();
  }

  override _read(): void {
    this.#resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#isComplete) {
      this.#connection.reader = null;
      this.#release(false);
    }
    // An error in the head's packet precedes the caller's listeners.
    if (error === null) done();
    else setImmediate(done, error);
  }

  #deliver(part: Buffer): void {
    if (part.length === 0 || this.destroyed) return;
    if (this.#send !== null) this.#send(part);
    else if (!this.push(Buffer.from(part))) this.#pause();
  }

  #complete(isReusable: boolean): void {
    if (this.#isComplete) return;
    // The connection's next reader never paused it.
    this.#resume();
    this.#isComplete = true;
    this.#connection.reader = null;
    this.#release(isReusable && this.#head.keepAlive);
    if (this.#sent === null) this.push(null);
    else this.#sent();
  }

  #pause(): void {
    this.#isPaused = true;
    this.#connection.socket.pause();
  }

  #resume(): void {
    if (!this.#isPaused || this.#isComplete) return;
    this.#isPaused = false;
    this.#connection.socket.resume();
  }
}
