import type { FileChapter } from "./chapters";
import type { FileBytes } from "./file-bytes.server";
import { boxesIn } from "./isobmff-boxes";
import { toPlainText } from "./plain-text";

/** Later chapters are ignored; films of other containers may have as many. */
const MAX_CHAPTERS = 1_000;
/** A title is cut to what a page shows anyway. */
const MAX_TITLE_BYTES = 1_024;
/** Formats of text samples that begin with their length. */
const TEXT_FORMATS = new Set(["text", "tx3g"]);

interface TextSample {
  start: number;
  offset: number;
  size: number;
}

/**
 * The chapters of a `moov` box whose other tracks refer to a track of texts, as QuickTime and
 * Apple's programs write them: each sample is a title, from its time to that of the next one. Of an
 * edit list only what precedes the track counts. `moov` has passed `checkTables`.
 */
export async function readTrackChapters(moov: Buffer, bytes: FileBytes): Promise<FileChapter[]> {
  const tracks = [...boxesIn(moov)].filter(({ type }) => type === "trak");
  const wanted = new Set(tracks.flatMap(({ content }) => referredChapters(content)));
  const found = tracks.find(({ content }) => wanted.has(trackId(content)) && isText(content));
  if (found === undefined) return [];
  const chapters: FileChapter[] = [];
  const delay = delayOf(found.content, fieldAfterTimes(boxAt(moov, "mvhd")));
  for (const { start, offset, size } of textSamples(found.content)) {
    // Samples lie among those of picture and sound, so nothing is read ahead.
    const sample = await bytes.read(offset, Math.min(size, 2 + MAX_TITLE_BYTES), 0);
    const title = sample.subarray(2, 2 + (sample.length < 2 ? 0 : sample.readUInt16BE(0)));
    chapters.push({ title: toPlainText(decode(title)) || null, start: start + delay, end: null });
  }
  return chapters;
}

/** Decodes a title, which is UTF-8, or UTF-16 with a byte order mark. */
function decode(title: Buffer): string {
  const mark = title.length < 2 ? 0 : title.readUInt16BE(0);
  if (mark === 0xfeff) return new TextDecoder("utf-16be").decode(title);
  return new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-8").decode(title);
}

function boxAt(parent: Buffer, ...path: readonly string[]): Buffer {
  let box = parent;
  for (const name of path) {
    const next = [...boxesIn(box)].find(({ type }) => type === name);
    if (next === undefined) return Buffer.alloc(0);
    box = next.content;
  }
  return box;
}

/** The number at `offset`; 0 behind the end. */
function numberAt(box: Buffer, offset: number): number {
  return offset + 4 <= box.length ? box.readUInt32BE(offset) : 0;
}

/** Boxes of the second version have times of 8 bytes before the field. */
function fieldAfterTimes(box: Buffer): number {
  return numberAt(box, box[0] === 1 ? 20 : 12);
}

function trackId(track: Buffer): number {
  return fieldAfterTimes(boxAt(track, "tkhd"));
}

function referredChapters(track: Buffer): number[] {
  const ids = boxAt(track, "tref", "chap");
  return Array.from({ length: Math.floor(ids.length / 4) }, (_, index) => numberAt(ids, 4 * index));
}

function isText(track: Buffer): boolean {
  const formats = boxAt(track, "mdia", "minf", "stbl", "stsd");
  return TEXT_FORMATS.has(formats.toString("latin1", 12, 16));
}

/** The seconds of an empty edit before the track (section 8.6.6). */
function delayOf(track: Buffer, movieScale: number): number {
  const edits = boxAt(track, "edts", "elst");
  const isLong = edits[0] === 1;
  const isEmpty = numberAt(edits, 4) > 0 && numberAt(edits, isLong ? 16 : 12) === 0xffffffff;
  if (!isEmpty || movieScale === 0) return 0;
  return numberAt(edits, isLong ? 12 : 8) / movieScale;
}

/** The first samples in order, with their times in seconds of the film. */
function textSamples(track: Buffer): TextSample[] {
  const tables = boxAt(track, "mdia", "minf", "stbl");
  const scale = fieldAfterTimes(boxAt(track, "mdia", "mdhd"));
  const sizes = boxAt(tables, "stsz");
  const [equalSize, count] = [numberAt(sizes, 4), Math.min(numberAt(sizes, 8), MAX_CHAPTERS)];
  const times = sampleTimes(boxAt(tables, "stts"), count);
  if (scale === 0) return [];
  const samples: TextSample[] = [];
  for (const chunk of chunksOf(tables)) {
    let { offset } = chunk;
    for (let left = chunk.samples; left > 0; left -= 1) {
      const time = times[samples.length];
      if (time === undefined) return samples;
      const size = equalSize === 0 ? numberAt(sizes, 12 + 4 * samples.length) : equalSize;
      samples.push({ start: time / scale, offset, size });
      offset += size;
    }
  }
  return samples;
}

function sampleTimes(durations: Buffer, count: number): number[] {
  const times: number[] = [];
  let time = 0;
  for (let entry = 0; entry < numberAt(durations, 4) && times.length < count; entry += 1)
    for (
      let left = numberAt(durations, 8 + 8 * entry);
      left > 0 && times.length < count;
      left -= 1
    ) {
      times.push(time);
      time += numberAt(durations, 12 + 8 * entry);
    }
  return times;
}

/** The chunks with their number of samples (ISO 14496-12, section 8.7.4). */
function* chunksOf(tables: Buffer): Generator<{ offset: number; samples: number }> {
  const runs = boxAt(tables, "stsc");
  const long = boxAt(tables, "co64");
  const offsets = long.length > 0 ? long : boxAt(tables, "stco");
  let run = 0;
  for (let chunk = 0; chunk < numberAt(offsets, 4); chunk += 1) {
    if (run + 1 < numberAt(runs, 4) && numberAt(runs, 8 + 12 * (run + 1)) === chunk + 1) run += 1;
    const offset =
      long.length > 0
        ? numberAt(long, 8 + 8 * chunk) * 2 ** 32 + numberAt(long, 12 + 8 * chunk)
        : numberAt(offsets, 8 + 4 * chunk);
    yield { offset, samples: numberAt(runs, 12 + 12 * run) };
  }
}
