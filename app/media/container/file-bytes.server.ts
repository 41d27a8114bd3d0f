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

/** A request reads megabytes in sequence by windows of this size, which are used again. */
export const LARGE_WINDOW_BYTES = 1024 * 1024;
/** A segment of ten seconds at 13 Mbit/s takes that many. */
const MAX_SPARE_WINDOWS = 16;
/** New memory costs more than what is read into it. */
const spareWindows: Buffer[] = [];
/** A segment of ten seconds at 25 Mbit/s. */
const MAX_SPARE_BYTES = 32 * 1024 * 1024;
let spareMemory: Buffer | null = null;

export class FileBytes {
  #window: Buffer = Buffer.alloc(0);
  /** The memory of large windows that something may refer to. */
  #largeWindows: Buffer[] = [];
  #windowStart = 0;
  #borrowed: Buffer | null = null;
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

  get windowBytes(): number {
    return this.budget.windowBytes ?? WINDOW_BYTES;
  }

  /** Reads that are far apart need no window: a smaller `windowBytes` reads less ahead. */
  async read(offset: number, length: number, windowBytes = this.windowBytes): Promise<Buffer> {
    const clipped = Math.max(0, Math.min(length, this.size - offset));
    if (clipped === 0) return Buffer.alloc(0);
    const held = this.peek(offset, clipped);
    if (held !== null) return held;
    if (clipped > windowBytes / 2) return this.#load(Buffer.allocUnsafe(clipped), offset);
    const isLarge = windowBytes === LARGE_WINDOW_BYTES;
    const memory = (isLarge ? spareWindows.pop() : undefined) ?? Buffer.allocUnsafe(windowBytes);
    this.#window = await this.#load(memory.subarray(0, this.size - offset), offset);
    this.#windowStart = offset;
    // A window that is still being read into must not be given to another file.
    if (isLarge && this.#largeWindows.length < MAX_SPARE_WINDOWS) this.#largeWindows.push(memory);
    return this.#window.subarray(0, clipped);
  }

  /** Fills memory of the caller's as far as the file goes, and returns what it filled. */
  async readInto(memory: Buffer, offset: number): Promise<Buffer> {
    const clipped = Math.max(0, Math.min(memory.length, this.size - offset));
    return clipped === 0 ? Buffer.alloc(0) : this.#load(memory.subarray(0, clipped), offset);
  }

  /** Memory for parts of the file until all of it is recycled. One is borrowed at a time. */
  borrow(length: number): Buffer {
    const isSpare = spareMemory !== null && spareMemory.length >= length;
    const memory = isSpare && spareMemory !== null ? spareMemory : Buffer.allocUnsafeSlow(length);
    if (isSpare) spareMemory = null;
    this.#borrowed = memory;
    return memory;
  }

  /**
   * Says that nothing refers any more to what was read: to all of it, or to what was read before
   * the current window.
   */
  recycle(what: "all" | "before"): void {
    if (what === "all" && this.#borrowed !== null) {
      const spareBytes = spareMemory?.length ?? 0;
      const { length } = this.#borrowed;
      if (length > spareBytes && length <= MAX_SPARE_BYTES) spareMemory = this.#borrowed;
      this.#borrowed = null;
    }
    const count = this.#largeWindows.length - (what === "all" ? 0 : 1);
    if (count <= 0) return;
    const recycled = this.#largeWindows.splice(0, count);
    spareWindows.push(...recycled.slice(0, MAX_SPARE_WINDOWS - spareWindows.length));
    if (what === "all") this.#window = Buffer.alloc(0);
  }

  peek(offset: number, length: number): Buffer | null {
    const start = offset - this.#windowStart;
    return start >= 0 && start + length <= this.#window.length
      ? this.#window.subarray(start, start + length)
      : null;
  }

  /** The window in memory that holds these bytes. */
  windowAt(offset: number, length: number): { bytes: Buffer; offset: number } | null {
    const start = offset - this.#windowStart;
    return start >= 0 && start + length <= this.#window.length
      ? { bytes: this.#window, offset: this.#windowStart }
      : null;
  }

  async #load(buffer: Buffer, offset: number): Promise<Buffer> {
    const { length } = buffer;
    const { signal, maxBytes = Infinity, maxRate = Infinity } = this.budget;
    signal?.throwIfAborted();
    this.#bytesRead += length;
    if (this.#bytesRead > maxBytes) throw new UnreadableMedia("media.tooMuchToRead");
    const aheadMs = (this.#bytesRead / maxRate) * 1000 - (performance.now() - this.#started);
    if (aheadMs > 20) await new Promise((resolve) => setTimeout(resolve, aheadMs));
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
