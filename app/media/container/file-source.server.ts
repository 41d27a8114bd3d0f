import { Source } from "mediabunny";
import type { FileBytes } from "./file-bytes.server";
import { UnreadableMedia } from "./unreadable-media";

/** A part of the file that holds what the library asked for, and where that part starts. */
interface HeldBytes {
  bytes: Uint8Array;
  view: DataView;
  offset: number;
}

/** The name of a box that holds nothing (ISO 14496-12, section 8.1.2). */
const SKIPPED = Buffer.from("free");

/**
 * Gives the library what is in memory without a promise or an object of its own: it asks for each
 * of the 188 bytes of a transport stream's packets. Its own sources look for those in a cache of
 * many small reads, which takes longer than all else.
 */
export class FileSource extends Source {
  #held: HeldBytes | null = null;
  readonly #maxReadBytes: number;
  readonly #hidden: readonly number[];

  /**
   * Reads of more than `maxReadBytes` at once throw `UnreadableMedia`. `hidden` is where boxes of
   * MP4 have their names that the library is to skip.
   */
  constructor(
    private readonly file: FileBytes,
    { maxReadBytes, hidden = [] }: { maxReadBytes: number; hidden?: readonly number[] },
  ) {
    super();
    this.#maxReadBytes = maxReadBytes;
    this.#hidden = hidden;
  }

  _getFileSize(): number {
    return this.file.size;
  }

  _read(start: number, end: number): HeldBytes | Promise<HeldBytes> {
    const held = this.#held;
    return held !== null && start >= held.offset && end <= held.offset + held.bytes.length
      ? held
      : this.#load(start, end);
  }

  async #load(start: number, end: number): Promise<HeldBytes> {
    if (end - start > this.#maxReadBytes) throw new UnreadableMedia("media.headTooLarge");
    // A search for a key frame goes backwards.
    const isBefore = start < (this.#held?.offset ?? 0);
    const from = isBefore ? clamp(end - this.file.windowBytes / 2, 0, start) : start;
    const read = await this.file.read(from, end - from);
    if (read.length < end - from) throw new UnreadableMedia("media.cutOff");
    const window = this.file.windowAt(from, end - from) ?? { bytes: read, offset: from };
    const { offset } = window;
    const bytes = this.#withoutHidden(window.bytes, offset);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return (this.#held = { bytes, view, offset });
  }

  /** The window is not changed, since others read it too. */
  #withoutHidden(window: Uint8Array, offset: number): Uint8Array {
    const isIn = (at: number) => at + SKIPPED.length > offset && at < offset + window.length;
    const hidden = this.#hidden.filter(isIn);
    if (hidden.length === 0) return window;
    const bytes = Uint8Array.from(window);
    for (const at of hidden)
      for (const [index, byte] of SKIPPED.entries())
        // Writes beyond the end are ignored; a name may begin before the window.
        if (at + index >= offset) bytes[at + index - offset] = byte;
    return bytes;
  }

  _dispose(): void {
    this.#held = null;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
