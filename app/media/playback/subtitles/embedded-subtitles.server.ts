import type { SubtitleFormat } from "~/media/container/container-info";
import type { FileBytes } from "~/media/container/file-bytes.server";
import type { MatroskaFile, MatroskaTrack } from "~/media/container/matroska/matroska-file";
import { readFrames, scanBlocks, type Block } from "~/media/container/matroska/scan-blocks.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { MAX_IMAGE_BYTES, MAX_TEXT_BYTES, requireFewLines } from "./limits";
import {
  assText,
  assTime,
  splitFields,
  srtText,
  toWebVtt,
  type SubtitleLine,
} from "./subtitle-text";

/** Some lines have no duration. */
const DEFAULT_SECONDS = 4;

interface ExtractOptions {
  file: MatroskaFile;
  bytes: FileBytes;
  track: MatroskaTrack;
  zero: number;
}

/**
 * ASS unchanged, SRT and WebVTT as WebVTT, PGS as `.sup`; `vtt` of ASS is its plain text. Reads by
 * the track's Cues if it has any, else the whole file.
 */
export async function extractSubtitles(
  format: SubtitleFormat,
  source: SubtitleFormat,
  options: ExtractOptions,
): Promise<Buffer> {
  if (source === "pgs") return extractPgs(options);
  const lines = await readLines(options);
  if (source === "ass")
    return Buffer.from(
      format === "ass"
        ? assFile(options.track, lines)
        : toWebVtt(lines.map((line) => ({ ...line, text: assText(assFields(line.text).text) }))),
    );
  return Buffer.from(
    toWebVtt(
      lines.map((line) => ({
        ...line,
        text: source === "srt" ? srtText(line.text) : line.text.replaceAll("-->", "--&gt;"),
      })),
    ),
  );
}

/** Skips clusters that are not in the track's Cues. */
async function* blocksOf({ file, bytes, track }: ExtractOptions): AsyncGenerator<Block> {
  const wants = (number: number) => number === track.number;
  const cued = [
    ...new Set(file.cues.filter((cue) => cue.track === track.number).map(({ cluster }) => cluster)),
  ].sort((one, other) => one - other);
  if (cued.length === 0) {
    if (file.firstCluster !== null)
      yield* scanBlocks(file, bytes, { from: file.firstCluster, wants });
    return;
  }
  for (const from of cued)
    yield* scanBlocks(file, bytes, { from, wants, endsAt: ({ offset }) => offset !== from });
}

async function readLines(options: ExtractOptions): Promise<SubtitleLine[]> {
  const lines: SubtitleLine[] = [];
  let size = 0;
  let count = 0;
  for await (const block of blocksOf(options)) {
    requireFewLines((count += 1));
    const [frame] = await readFrames(options.bytes, block, options.track);
    size += frame?.length ?? 0;
    if (size > MAX_TEXT_BYTES) throw new UnreadableMedia("media.subtitlesTooLarge");
    const start = block.time - options.zero;
    if (frame !== undefined && start + (block.duration ?? DEFAULT_SECONDS) > 0)
      lines.push({
        start,
        end: start + (block.duration ?? DEFAULT_SECONDS),
        text: frame.toString("utf8").replaceAll("\0", ""),
      });
  }
  return lines;
}

/** Splits `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`. */
function assFields(line: string): { order: number; layer: string; rest: string; text: string } {
  const [order = "0", layer = "0", rest = ""] = splitFields(line, 3);
  return { order: Number(order) || 0, layer, rest, text: splitFields(rest, 7)[6] ?? "" };
}

function assFile({ codecPrivate }: MatroskaTrack, lines: readonly SubtitleLine[]): string {
  const header = codecPrivate.toString("utf8").replaceAll("\0", "").trimEnd();
  const events = header.includes("[Events]")
    ? ""
    : "\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text";
  const dialogue = lines
    .map((line) => ({ ...line, ...assFields(line.text) }))
    .sort((one, other) => one.order - other.order)
    .map(
      ({ layer, start, end, rest }) =>
        `Dialogue: ${layer},${assTime(start)},${assTime(end)},${rest.replaceAll(/[\r\n]+/g, "\\N")}`,
    );
  return `${header}${events}\n${dialogue.join("\n")}\n`;
}

/** Blocks hold segments; in a `.sup` file each starts with `PG` and its time at 90 kHz. */
async function extractPgs(options: ExtractOptions): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const block of blocksOf(options)) {
    const time = block.time - options.zero;
    if (time < 0) continue;
    const [frame] = await readFrames(options.bytes, block, options.track);
    if (frame === undefined) continue;
    size += frame.length;
    if (size > MAX_IMAGE_BYTES) throw new UnreadableMedia("media.subtitlesTooLarge");
    for (let offset = 0; offset + 3 <= frame.length;) {
      const end = offset + 3 + frame.readUInt16BE(offset + 1);
      const head = Buffer.alloc(10);
      head.write("PG", "latin1");
      head.writeUInt32BE(Math.round(time * 90_000) >>> 0, 2);
      parts.push(head, frame.subarray(offset, end));
      offset = end;
    }
  }
  return Buffer.concat(parts);
}
