import type { SubtitleFormat } from "~/media/container/container-info";
import type { FileBytes } from "~/media/container/file-bytes.server";
import type { MatroskaFile, MatroskaTrack } from "~/media/container/matroska/matroska-file";
import { readFrames, scanBlocks, type Block } from "~/media/container/matroska/scan-blocks.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { MAX_IMAGE_BYTES, MAX_TEXT_BYTES, requireFewLines } from "./limits";
import {
  assLayout,
  assText,
  assTime,
  splitFields,
  srtText,
  toWebVtt,
  vttText,
  type PlacedText,
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
  if (source === "ass" && format === "ass") return Buffer.from(assFile(options.track, lines));
  const place = placeBy(source, options.track);
  return Buffer.from(toWebVtt(lines.map((line) => ({ ...line, ...place(line) }))));
}

/** Converts the lines of a track to WebVTT. */
function placeBy(source: SubtitleFormat, track: MatroskaTrack): (line: EmbeddedLine) => PlacedText {
  if (source === "srt") return ({ text }) => srtText(text);
  if (source === "ass") {
    const layout = assLayout(assHeader(track));
    return (line) => {
      const { style, text } = assFields(line.text);
      return assText(text, style, layout);
    };
  }
  if (track.codecId.startsWith("D_WEBVTT/"))
    return ({ text }) => {
      const [, settings = "", ...rows] = text.split(/\r\n|\r|\n/);
      return vttText(rows.join("\n"), settings);
    };
  return ({ text, addition }) => vttText(text, addition.split(/\r\n|\r|\n/, 1)[0] ?? "");
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

/** A line as in the file. Times are seconds of the stream. */
interface EmbeddedLine {
  start: number;
  end: number;
  text: string;
  /** What the block has beside its text: the settings of a cue of WebVTT. */
  addition: string;
}

async function readLines(options: ExtractOptions): Promise<EmbeddedLine[]> {
  const lines: EmbeddedLine[] = [];
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
        addition: block.addition?.toString("utf8") ?? "",
      });
  }
  return lines;
}

/** Splits `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`. */
function assFields(line: string) {
  const [order = "0", layer = "0", rest = ""] = splitFields(line, 3);
  const fields = splitFields(rest, 7);
  return {
    order: Number(order) || 0,
    layer,
    rest,
    style: fields[0] ?? "",
    text: fields[6] ?? "",
  };
}

function assHeader({ codecPrivate }: MatroskaTrack): string {
  return codecPrivate.toString("utf8").replaceAll("\0", "").trimEnd();
}

function assFile(track: MatroskaTrack, lines: readonly EmbeddedLine[]): string {
  const header = assHeader(track);
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
