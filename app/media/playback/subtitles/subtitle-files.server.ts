import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { toLanguageTag, type SubtitleFormat } from "~/media/container/container-info";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { openRegularFile } from "~/media/files/open-regular-file.server";
import { decodeText } from "./decode-text";
import { MAX_IMAGE_BYTES, MAX_TEXT_BYTES, requireFewLines } from "./limits";
import { subtitleKind, type SubtitleKind } from "./subtitle-kind";
import { isWebVtt, parseAss, parseSrt, toWebVtt } from "./subtitle-text";

export interface SubtitleFile {
  name: string;
  format: SubtitleFormat;
  language: string | null;
  /** What the name says beside the language, as `Signs & Songs`; null for nothing. */
  title: string | null;
  kind: SubtitleKind;
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

/**
 * Files in the video's folder with the same stem in either form of Unicode, by name: `Show -
 * 01.en.forced.ass` for `Show - 01.mkv`.
 */
export async function listSubtitleFiles(videoPath: string): Promise<SubtitleFile[]> {
  const stem = basename(videoPath, extname(videoPath)).normalize("NFC");
  const entries = await readdir(dirname(videoPath), { withFileTypes: true }).catch(() => []);
  return entries
    .slice(0, MAX_ENTRIES)
    .filter((entry) => entry.isFile() && entry.name.normalize("NFC").startsWith(stem))
    .flatMap(({ name }) => describeFile(name, stem) ?? [])
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, MAX_FILES);
}

function describeFile(name: string, stem: string): SubtitleFile | null {
  const format = FORMATS[extname(name).toLowerCase()];
  const suffix = basename(name, extname(name)).normalize("NFC").slice(stem.length);
  // `Show - 1` must not match the subtitles of `Show - 10`.
  if (format === undefined || (suffix !== "" && !/^[.\s_[(-]/.test(suffix))) return null;
  const words = suffix.split(/[.\s_[\]()]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const at = words.findIndex((word) => languageOf(word.toLowerCase()) !== null);
  const language = at === -1 ? null : languageOf(words[at]?.toLowerCase() ?? "");
  const others = words.filter((_word, index) => index !== at);
  const title = titleOf(suffix, words[at]) || null;
  return {
    name,
    format,
    language,
    title,
    kind: subtitleKind(title, {
      isHearingImpaired: others.some(isForDeaf),
    }),
  };
}

/** Whether a second word for a language is the mark of Bazarr, and does not mean Hindi. */
function isForDeaf(word: string): boolean {
  return word.toLowerCase() === "hi";
}

/** The suffix of a name as words, without that of the language. */
function titleOf(suffix: string, language: string | undefined): string {
  return suffix
    .split(/[.\s_[\]()]+/)
    .filter((word) => word !== "" && word !== "-" && word !== language && !isForDeaf(word))
    .join(" ");
}

const ENGLISH_NAMES = new Intl.DisplayNames("en", { type: "language" });

function languageOf(word: string): string | null {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/.test(word) || ["cc", "sdh"].includes(word)) return null;
  const tag = toLanguageTag(word);
  return tag !== null && ENGLISH_NAMES.of(tag) !== tag ? tag : null;
}

export interface SubtitleTask {
  videoPath: string;
  file: SubtitleFile;
  format: SubtitleFormat;
}

/** Throws `UnreadableMedia` when it is too large. Converting the largest takes seconds. */
export async function readSubtitleFile({
  videoPath,
  file: { name, format: source, language },
  format,
}: SubtitleTask): Promise<Uint8Array> {
  const path = join(dirname(videoPath), name);
  if (source === "pgs") return readSmallFile(path, MAX_IMAGE_BYTES);
  const text = decodeText(await readSmallFile(path, MAX_TEXT_BYTES), language);
  if (source !== "ass") return Buffer.from(isWebVtt(text) ? text : toWebVtt(parseSrt(text)));
  if (format !== "ass") return Buffer.from(toWebVtt(parseAss(text)));
  requireFewLines(text.match(/^Dialogue:/gim)?.length ?? 0);
  return Buffer.from(text);
}

/** Refuses links and pipes, also where the name was that of a file a moment ago. */
async function readSmallFile(path: string, maxBytes: number): Promise<Buffer> {
  const { handle, stat } = await openRegularFile(path);
  try {
    if (stat.size > maxBytes) throw new UnreadableMedia("media.subtitlesTooLarge");
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
