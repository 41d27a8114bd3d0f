import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { Packet } from "./packets";

/** Times of the segment's index, and of video, are counted in this fraction of a second. */
export const VIDEO_TIMESCALE = 57_600;

const BRANDS = ["iso5", "iso6", "mp41", "cmfc", "dash"];
const KEY_FLAGS = 0x02000000;
const DELTA_FLAGS = 0x01010000;
/** What all boxes take before the table of samples ends, and each row of that table. */
const MAX_HEAD_BYTES = 256;
const MAX_ROW_BYTES = 16;

/** A frame as MP4 has it, in one part or in several that follow each other. */
export interface Sample extends Omit<Packet, "data"> {
  parts: readonly Uint8Array[];
}

/** What the table of samples says of each (ISO 14496-12, section 8.8.8). */
interface SampleTable {
  durations: Float64Array;
  sizes: Float64Array;
  /** Presentation after decoding, in units of the timescale. */
  offsets: Float64Array;
  flags: Float64Array;
}

/**
 * Packs frames in decoding order into a CMAF segment of one fragment. Times start at 0; those of
 * decoding are the sorted ones of presentation. Throws `UnreadableMedia` for frames without a key
 * frame before them, and for those that are before a key frame but are shown after it.
 */
export function writeFragment(samples: readonly Sample[], timescale: number): Buffer {
  requireOrder(samples);
  const table = describeSamples(samples, timescale);
  const head = new BoxWriter(MAX_HEAD_BYTES + samples.length * MAX_ROW_BYTES);
  head.box("styp", () => {
    const [major = ""] = BRANDS;
    head.text(major).u32(0);
    for (const brand of BRANDS) head.text(brand);
  });
  const size = table.sizes.reduce((sum, one) => sum + one, 0);
  const referencedSize = writeIndex(head, samples);
  const content = head.length;
  if (samples.length > 0) {
    writeMovieFragment(head, samples, { table, timescale });
    head.u32(size + 8).text("mdat");
  }
  head.patch(referencedSize, samples.length === 0 ? 0 : head.length - content + size);
  return Buffer.concat(
    [head.toBytes(), ...samples.flatMap(({ parts }) => parts)],
    head.length + size,
  );
}

/** Checks what players need and a file may not keep. */
function requireOrder(samples: readonly Sample[]): void {
  let latest = -Infinity;
  let latestBeforeKey = -Infinity;
  for (const [index, { time, duration, isKey }] of samples.entries()) {
    if (isKey) latestBeforeKey = latest;
    const isTimed = Number.isFinite(time) && Number.isFinite(duration) && duration >= 0;
    if (!isTimed || time < latestBeforeKey || (index === 0 && !isKey))
      throw new UnreadableMedia("media.notCopied");
    latest = Math.max(latest, time);
  }
}

function sizeOf({ parts }: Sample): number {
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function describeSamples(samples: readonly Sample[], timescale: number): SampleTable {
  const durations = Float64Array.from(samples, ({ duration }) => Math.round(duration * timescale));
  const decoding = Float64Array.from(samples, ({ time }) => time).sort();
  let end = (decoding[0] ?? 0) * timescale;
  for (let index = 1; index < samples.length; index += 1) {
    const duration = Math.round((decoding[index] ?? 0) * timescale - end);
    durations[index - 1] = duration;
    end += duration;
  }
  return {
    durations,
    sizes: Float64Array.from(samples, sizeOf),
    offsets: Float64Array.from(samples, ({ time }, index) =>
      Math.round((time - (decoding[index] ?? 0)) * timescale),
    ),
    flags: Float64Array.from(samples, ({ isKey }) => (isKey ? KEY_FLAGS : DELTA_FLAGS)),
  };
}

/** Section 8.16.3. Returns where the size of what follows belongs. */
function writeIndex(head: BoxWriter, samples: readonly Sample[]): number {
  let start = Infinity;
  let end = 0;
  for (const { time, duration } of samples) {
    start = Math.min(start, time);
    end = Math.max(end, time + duration);
  }
  if (samples.length === 0) start = 0;
  head.fullBox("sidx", [1, 0], () => {
    head.u32(1).u32(VIDEO_TIMESCALE);
    head
      .u64(Math.round(start * VIDEO_TIMESCALE))
      .u64(0)
      .u32(1)
      .u32(0);
    head.u32(Math.round((end - start) * VIDEO_TIMESCALE)).u32(0);
  });
  return head.length - 12;
}

/** Section 8.8.4. The second sample tells the defaults, as the first is the only key frame. */
function writeMovieFragment(
  head: BoxWriter,
  samples: readonly Sample[],
  { table, timescale }: { table: SampleTable; timescale: number },
): void {
  const { durations, sizes, offsets, flags } = table;
  const usual = Math.min(1, samples.length - 1);
  const differ = (values: Float64Array) => values.some((value) => value !== values[0]);
  const hasFirstFlags = flags.length > 1 && flags[0] !== flags[1];
  const columns = [
    { flag: 0x100, values: durations, isWritten: differ(durations) },
    { flag: 0x200, values: sizes, isWritten: differ(sizes) },
    { flag: 0x400, values: flags, isWritten: !hasFirstFlags && differ(flags) },
    { flag: 0x800, values: offsets, isWritten: offsets.some((offset) => offset !== 0) },
  ].filter(({ isWritten }) => isWritten);
  const from = head.length;
  let dataOffset = 0;
  head.box("moof", () => {
    head.fullBox("mfhd", [0, 0], () => head.u32(1));
    head.box("traf", () => {
      head.fullBox("tfhd", [0, 0x020038], () => {
        for (const values of [[1], durations, sizes, flags])
          head.u32(values[values.length > 1 ? usual : 0] ?? 0);
      });
      const start = samples.reduce((least, { time }) => Math.min(least, time), Infinity);
      head.fullBox("tfdt", [1, 0], () => head.u64(Math.round(start * timescale)));
      const present = columns.reduce((all, { flag }) => all | flag, hasFirstFlags ? 5 : 1);
      head.fullBox("trun", [1, present], () => {
        head.u32(samples.length);
        dataOffset = head.length;
        head.u32(0);
        if (hasFirstFlags) head.u32(flags[0] ?? 0);
        for (let index = 0; index < samples.length; index += 1)
          for (const { values } of columns) head.u32(values[index] ?? 0);
      });
    });
  });
  // The data starts after the head of its own box.
  head.patch(dataOffset, head.length - from + 8);
}

/** Writes numbers one after the other, and boxes around them. */
class BoxWriter {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  length = 0;

  constructor(maxBytes: number) {
    this.#bytes = Buffer.alloc(maxBytes);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, maxBytes);
  }

  /** Takes negative numbers, too. */
  u32(value: number): this {
    this.patch(this.length, value);
    this.length += 4;
    return this;
  }

  u64(value: number): this {
    return this.u32(Math.floor(value / 2 ** 32)).u32(value);
  }

  text(value: string): this {
    this.length += this.#bytes.write(value, this.length, "latin1");
    return this;
  }

  box(type: string, write: () => void): void {
    const start = this.length;
    this.u32(0).text(type);
    write();
    this.patch(start, this.length - start);
  }

  fullBox(type: string, [version, flags]: readonly [number, number], write: () => void): void {
    this.box(type, () => {
      this.u32(version * 2 ** 24 + flags);
      write();
    });
  }

  patch(position: number, value: number): void {
    this.#view.setUint32(position, value);
  }

  toBytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}
