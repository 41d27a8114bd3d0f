import type { FileChapter } from "./chapters";
import { boxesIn } from "./isobmff-boxes";
import { toPlainText } from "./plain-text";

/** Times are in units of 100 ns. */
const TICKS_PER_SECOND = 10_000_000;
/** A chapter's start and the length of its title. */
const HEAD_BYTES = 9;

/**
 * The chapters of a `moov` box, from the list in its `udta` that Nero introduced and ffmpeg, MP4Box
 * and HandBrake write: a count of one byte, then for each its start and its title with a length.
 */
export function readMovieChapters(moov: Buffer): FileChapter[] {
  for (const { type, content } of boxesIn(moov))
    if (type === "udta")
      for (const { type: name, content: list } of boxesIn(content))
        if (name === "chpl") return readList(list);
  return [];
}

function readList(list: Buffer): FileChapter[] {
  // The first version has no reserved bytes.
  let offset = list[0] === 0 ? 5 : 9;
  const count = list[offset - 1] ?? 0;
  const chapters: FileChapter[] = [];
  while (chapters.length < count && offset + HEAD_BYTES <= list.length) {
    const start = Number(list.readBigUInt64BE(offset)) / TICKS_PER_SECOND;
    const end = offset + HEAD_BYTES + list.readUInt8(offset + 8);
    if (end > list.length) break;
    const title = toPlainText(list.toString("utf8", offset + HEAD_BYTES, end)) || null;
    chapters.push({ title, start, end: null });
    offset = end;
  }
  return chapters;
}
