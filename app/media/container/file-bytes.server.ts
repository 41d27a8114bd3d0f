import type { FileHandle } from "node:fs/promises";
import { UnreadableMedia } from "./unreadable-media";

const WINDOW_BYTES = 64 * 1024;

export interface ReadBudget {
  maxBytes?: number;
  /** Aborting throws its reason at the next read. */
  signal?: AbortSignal | undefined;
  /** Bytes per second on average; reads are delayed to meet it. */
  maxRate?: number;
  /** Reads of up to half of this are served from one window; larger for reading in sequence. */
  windowBytes?: number;
}

export class FileBytes {
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;
  #bytesRead = 0;
  readonly #started = performance.now();

  constructor(
    private readonly handle: Pick<FileHandle, "read">,
    readonly size: number,
    private readonly budget: ReadBudget = {},
  ) {}

  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** Reads that are far apart need no window: a smaller `windowBytes` reads less ahead. */
  async read(
    offset: number,
    length: number,
    windowBytes = this.budget.windowBytes ?? WINDOW_BYTES,
  ): Promise<Buffer> {
    const clipped = Math.max(0, Math.min(length, this.size - offset));
    if (clipped === 0) return Buffer.alloc(0);
    const held = this.peek(offset, clipped);
    if (held !== null) return held;
    if (clipped > windowBytes / 2) return this.#load(offset, clipped);
    this.#window = await this.#load(offset, Math.min(windowBytes, this.size - offset));
    this.#windowStart = offset;
    return this.#window.subarray(0, clipped);
  }

  peek(offset: number, length: number): Buffer | null {
    const start = offset - this.#windowStart;
    return start >= 0 && start + length <= this.#window.length
      ? this.#window.subarray(start, start + length)
      : null;
  }

  async #load(offset: number, length: number): Promise<Buffer> {
    const { signal, maxBytes = Infinity, maxRate = Infinity } = this.budget;
    signal?.throwIfAborted();
    this.#bytesRead += length;
    if (this.#bytesRead > maxBytes) throw new UnreadableMedia("media.tooMuchToRead");
    const aheadMs = (this.#bytesRead / maxRate) * 1000 - (performance.now() - this.#started);
    if (aheadMs > 20) await new Promise((resolve) => setTimeout(resolve, aheadMs));
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.handle.read(
        buffer,
        filled,
        length - filled,
        offset + filled,
      );
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }
}
