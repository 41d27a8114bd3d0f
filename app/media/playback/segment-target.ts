import { Target } from "mediabunny";

/**
 * Writes from this size are frames, which nothing changes any more. Smaller ones may reuse their
 * bytes.
 */
const MIN_FRAME_BYTES = 1024;

/**
 * Collects what is written and joins it once. The library's own target for memory reserves 4 GiB of
 * addresses for each segment and copies its bytes twice.
 */
export class SegmentTarget extends Target {
  #parts: { data: Uint8Array; position: number }[] = [];
  #end = 0;

  /** What was written, at its positions; what was not is 0. */
  join(): Buffer {
    const bytes = Buffer.allocUnsafe(this.#end);
    let written = 0;
    for (const { data, position } of this.#parts) {
      if (position > written) bytes.fill(0, written, position);
      bytes.set(data, position);
      written = Math.max(written, position + data.byteLength);
    }
    this.#parts = [];
    return bytes;
  }

  _write(data: Uint8Array, position: number): void {
    this.#parts.push({
      data: data.byteLength < MIN_FRAME_BYTES ? data.slice() : data,
      position,
    });
    this.#end = Math.max(this.#end, position + data.byteLength);
  }

  _start(): void {
    // Nothing to open.
  }

  _flush(): Promise<void> {
    return Promise.resolve();
  }

  _finalize(): Promise<void> {
    return Promise.resolve();
  }

  _close(): Promise<void> {
    return Promise.resolve();
  }
}
