import { fourCcCodec } from "./codec-string";
import { emptyTrack, type MediaInfo, type MediaTrack } from "./container-info";
import type { FileBytes } from "./file-bytes.server";
import { UnreadableMedia } from "./unreadable-media";

const MAX_HEADER_BYTES = 1024 * 1024;
const MAX_CHUNKS = 1_000;

const AUDIO_TAGS: Readonly<Record<number, string>> = {
  0x0001: "PCM",
  0x0050: "MP2",
  0x0055: "MP3",
  0x00ff: "AAC",
  0x0161: "WMA",
  0x2000: "AC-3",
  0x2001: "DTS",
};

/** Reads the header list. Browsers cannot play AVI; this is for the error message. */
export async function describeAvi(bytes: FileBytes): Promise<MediaInfo> {
  const list = await bytes.read(12, 12);
  if (list.toString("latin1", 0, 4) !== "LIST" || list.toString("latin1", 8, 12) !== "hdrl")
    throw new UnreadableMedia("media.liesAboutStructure");
  const size = list.readUInt32LE(4);
  if (size < 4 || size > MAX_HEADER_BYTES) throw new UnreadableMedia("media.liesAboutStructure");
  const header = await bytes.read(24, size - 4);
  const tracks: MediaTrack[] = [];
  let duration: number | null = null;
  let count = 0;

  function walk(content: Buffer, depth: number): void {
    let current: { type: string; handler: string } | null = null;
    for (let offset = 0; offset + 8 <= content.length;) {
      if ((count += 1) > MAX_CHUNKS) throw new UnreadableMedia("media.liesAboutStructure");
      const id = content.toString("latin1", offset, offset + 4);
      const length = content.readUInt32LE(offset + 4);
      const chunk = content.subarray(offset + 8, offset + 8 + length);
      if (chunk.length < length) throw new UnreadableMedia("media.liesAboutStructure");
      if (id === "LIST" && depth > 0) walk(chunk.subarray(4), depth - 1);
      if (id === "avih" && length >= 20) {
        const seconds = (chunk.readUInt32LE(0) / 1e6) * chunk.readUInt32LE(16);
        duration = seconds > 0 ? seconds : null;
      }
      if (id === "strh" && length >= 8)
        current = { type: chunk.toString("latin1", 0, 4), handler: chunk.toString("latin1", 4, 8) };
      if (id === "strf" && current !== null) addTrack(current, chunk);
      offset += 8 + length + (length % 2);
    }
  }

  function addTrack({ type, handler }: { type: string; handler: string }, format: Buffer): void {
    const number = tracks.length + 1;
    if (type === "vids" && format.length >= 20) {
      const letters = format.toString("latin1", 16, 20);
      tracks.push({
        ...emptyTrack({
          number,
          kind: "video",
          ...fourCcCodec(letters.trim() === "" ? handler : letters),
        }),
        width: format.readInt32LE(4),
        height: Math.abs(format.readInt32LE(8)),
      });
    }
    if (type === "auds" && format.length >= 8)
      tracks.push({
        ...emptyTrack({
          number,
          kind: "audio",
          codec: null,
          codecName: AUDIO_TAGS[format.readUInt16LE(0)] ?? "?",
        }),
        channels: format.readUInt16LE(2),
        sampleRate: format.readUInt32LE(4),
      });
  }

  walk(header, 2);
  if (tracks.length === 0) throw new UnreadableMedia("media.noTracks");
  return {
    container: "avi",
    duration,
    startTime: 0,
    title: null,
    tracks,
    chapters: [],
    fonts: [],
    hasIndex: false,
    isCutOff: 8 + (await bytes.read(4, 4)).readUInt32LE(0) > bytes.size,
  };
}
