import { constants } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { errorCode } from "~/errors/error-code";
import { toLanguageTag, type SubtitleFormat } from "~/media/container/container-info";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { parseAss, parseSrt, toWebVtt } from "./subtitle-text";

export interface SubtitleFile {
  name: string;
  format: SubtitleFormat;
  language: string | null;
  isForced: boolean;
  isHearingImpaired: boolean;
}

const FORMATS: Readonly<Record<string, SubtitleFormat>> = {
  ".ass": "ass",
  ".ssa": "ass",
  ".srt": "srt",
  ".vtt": "vtt",
  ".sup": "pgs",
};
const MAX_FILES = 50;
const MAX_ENTRIES = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Files in the video's folder with the same stem, by name: `Show - 01.en.forced.ass` for `Show -
 * 01.mkv`.
 */
export async function listSubtitleFiles(videoPath: string): Promise<SubtitleFile[]> {
  const stem = basename(videoPath, extname(videoPath));
  const entries = await readdir(dirname(videoPath), { withFileTypes: true }).catch(() => []);
  return entries
    .slice(0, MAX_ENTRIES)
    .filter((entry) => entry.isFile() && entry.name.startsWith(stem))
    .flatMap(({ name }) => describeFile(name, stem) ?? [])
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, MAX_FILES);
}

function describeFile(name: string, stem: string): SubtitleFile | null {
  const format = FORMATS[extname(name).toLowerCase()];
  const suffix = name.slice(stem.length, name.length - extname(name).length);
  // `Show - 1` must not match the subtitles of `Show - 10`.
  if (format === undefined || (suffix !== "" && !/^[.\s_[(-]/.test(suffix))) return null;
  const words = suffix
    .toLowerCase()
    .split(/[.\s_[\]()]+/)
    .filter((word) => word !== "");
  const language = words.map((word) => languageOf(word)).find((tag) => tag !== null) ?? null;
  return {
    name,
    format,
    language,
    isForced: words.includes("forced"),
    isHearingImpaired: words.includes("sdh") || words.includes("cc"),
  };
}

const ENGLISH_NAMES = new Intl.DisplayNames("en", { type: "language" });

function languageOf(word: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(word) || word === "cc") return null;
  const tag = toLanguageTag(word);
  return tag !== null && ENGLISH_NAMES.of(tag) !== tag ? tag : null;
}

/** Throws `UnreadableMedia` when it is too large. */
export async function readSubtitleFile(
  videoPath: string,
  { name, format: source }: SubtitleFile,
  format: SubtitleFormat,
): Promise<Buffer> {
  const bytes = await readSmallFile(join(dirname(videoPath), name));
  if (source === "pgs" || source === format) return bytes;
  const text = decodeText(bytes);
  if (source === "srt") return Buffer.from(toWebVtt(parseSrt(text)));
  return source === "ass" ? Buffer.from(toWebVtt(parseAss(text))) : bytes;
}

async function readSmallFile(path: string): Promise<Buffer> {
  // The file may have been replaced by a link or a pipe.
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > MAX_BYTES)
      throw new UnreadableMedia("media.subtitlesTooLarge");
    return await handle.readFile();
  } catch (error) {
    if (errorCode(error) === "EISDIR") throw new UnreadableMedia("media.unknownFormat", error);
    throw error;
  } finally {
    await handle.close();
  }
}

/** UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
