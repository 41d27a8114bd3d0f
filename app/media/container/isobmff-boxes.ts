import { UnreadableMedia } from "./unreadable-media";

/**
 * The boxes that follow each other in `parent` (ISO 14496-12, section 4.2); the last may lack its
 * end. Throws `UnreadableMedia` for a box that is smaller than its head.
 */
export function* boxesIn(parent: Buffer): Generator<{ type: string; content: Buffer }> {
  for (let offset = 0; offset + 8 <= parent.length;) {
    const short = parent.readUInt32BE(offset);
    const isLong = short === 1 && offset + 16 <= parent.length;
    const head = isLong ? 16 : 8;
    const size = isLong ? Number(parent.readBigUInt64BE(offset + 8)) : short;
    // No size means up to the end of the parent.
    const end = size === 0 ? parent.length : Math.min(offset + size, parent.length);
    if (end < offset + head) throw new UnreadableMedia("media.liesAboutStructure");
    const type = parent.toString("latin1", offset + 4, offset + 8);
    yield { type, content: parent.subarray(offset + head, end) };
    offset = end;
  }
}
