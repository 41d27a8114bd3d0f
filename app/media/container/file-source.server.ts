import { Source } from "mediabunny";
import type { FileBytes } from "./file-bytes.server";
import { UnreadableMedia } from "./unreadable-media";

/** A part of the file that holds what the library asked for, and where that part starts. */
interface HeldBytes {
  bytes: Uint8Array;
  view: DataView;
  offset: number;
}

/**
 * Gives the library what is in memory without a promise or an object of its own: it asks for each
 * of the 188 bytes of a transport stream's packets. Its own sources look for those in a cache of
 * many small reads, which takes longer than all else.
 */
export class FileSource extends Source {
  #held: HeldBytes | null = null;
  readonly #maxReadBytes: number;

  /** Reads of more than `maxReadBytes` at once throw `UnreadableMedia`. */
  constructor(
    private readonly file: FileBytes,
    { maxReadBytes }: { maxReadBytes: number },
  ) {
    super();
    this.#maxReadBytes = maxReadBytes;
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
    const { bytes, offset } = this.file.windowAt(from, end - from) ?? { bytes: read, offset: from };
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return (this.#held = { bytes, view, offset });
  }

  _dispose(): void {
    this.#held = null;
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
