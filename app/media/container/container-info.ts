/** Times are in seconds of the file's own clock. */
export interface MediaInfo {
  container: "matroska" | "webm" | "mp4" | "mov" | "mpeg-ts" | "avi";
  /**
   * How many seconds play from the first frame on, or null when the file does not declare it and
   * finding out means reading the whole file.
   */
  duration: number | null;
  /** The time of the first frame; not every file starts at 0. */
  startTime: number;
  title: string | null;
  tracks: MediaTrack[];
  chapters: MediaChapter[];
  fonts: MediaAttachment[];
  /** Whether key frames are found without reading the whole file. */
  hasIndex: boolean;
  /** Whether the file ends before its declared end. */
  isCutOff: boolean;
}

export interface MediaTrack {
  number: number;
  kind: "video" | "audio" | "subtitles";
  /** RFC 6381, as `avc1.640028`; null for codecs without such a string. */
  codec: string | null;
  codecName: string;
  language: string | null;
  name: string | null;
  isDefault: boolean;
  isForced: boolean;
  isHearingImpaired: boolean;
  isCommentary: boolean;
  width: number | null;
  height: number | null;
  frameRate: number | null;
  /** The transfer function of video with a high dynamic range. */
  hdr: "PQ" | "HLG" | null;
  channels: number | null;
  sampleRate: number | null;
  /** Subtitles only; null when they cannot be extracted. */
  format: SubtitleFormat | null;
}

export type SubtitleFormat = "ass" | "srt" | "vtt" | "pgs";

export interface MediaChapter {
  title: string | null;
  start: number;
  /** The end, after the start and within the film; null while the film's end is unknown. */
  end: number | null;
}

export interface MediaAttachment {
  name: string;
  mediaType: string;
  offset: number;
  size: number;
}

/** One each half second of a day is fewer. */
export const MAX_KEYFRAMES = 200_000;

export interface Keyframe {
  time: number;
  /** Byte of the file at which reading for it starts; null if unknown. */
  offset: number | null;
}

export function emptyTrack(
  track: Pick<MediaTrack, "number" | "kind" | "codec" | "codecName">,
): MediaTrack {
  return {
    language: null,
    name: null,
    isDefault: false,
    isForced: false,
    isHearingImpaired: false,
    isCommentary: false,
    width: null,
    height: null,
    frameRate: null,
    hdr: null,
    channels: null,
    sampleRate: null,
    format: null,
    ...track,
  };
}

/** Converts ISO 639-2 codes to BCP 47; null for none, `und` and malformed ones. */
export function toLanguageTag(code: string | null | undefined): string | null {
  if (code === null || code === undefined || /^(?:und|mis|mul|zxx|)$/i.test(code)) return null;
  try {
    return Intl.getCanonicalLocales(code.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}
