/** What a media file contains, as JSON. Times are in seconds of the file's own clock. */
export interface MediaInfo {
  container: "matroska" | "webm" | "mp4" | "mov" | "mpeg-ts" | "avi";
  /** Null when the file does not tell and finding out means reading it to its end. */
  duration: number | null;
  /** The time of the first picture; not every file starts at 0. */
  startTime: number;
  title: string | null;
  tracks: MediaTrack[];
  chapters: MediaChapter[];
  /** Attached fonts by their place in the file. */
  fonts: MediaAttachment[];
  /** Whether key frames are found without reading the whole file. */
  hasIndex: boolean;
  /** Whether the file ends before the end that it declares. */
  isCutOff: boolean;
}

export interface MediaTrack {
  /** Unique in the file. */
  number: number;
  kind: "video" | "audio" | "subtitles";
  /** RFC 6381, as `avc1.640028`; null for codecs without such a string. */
  codec: string | null;
  /** As people know it: `H.264`, `FLAC`, `PGS`. */
  codecName: string;
  /** BCP 47; null if unknown. */
  language: string | null;
  name: string | null;
  isDefault: boolean;
  isForced: boolean;
  isHearingImpaired: boolean;
  isCommentary: boolean;
  /** Video only. */
  width: number | null;
  height: number | null;
  /** Pictures per second, if declared. */
  frameRate: number | null;
  /** Audio only. */
  channels: number | null;
  sampleRate: number | null;
  /** Subtitles only; null when they cannot be extracted. */
  format: SubtitleFormat | null;
}

export type SubtitleFormat = "ass" | "srt" | "vtt" | "pgs";

export interface MediaChapter {
  title: string | null;
  start: number;
  end: number | null;
}

export interface MediaAttachment {
  name: string;
  mediaType: string;
  /** Bytes from the start of the file. */
  offset: number;
  size: number;
}

/** A picture that decoding can start at. */
export interface Keyframe {
  /** Seconds of the file's clock. */
  time: number;
  /** Bytes from the start of the file to where reading for it starts; null where it is unknown. */
  offset: number | null;
}

/** A track without any property beyond its number, kind and codec. */
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
    channels: null,
    sampleRate: null,
    format: null,
    ...track,
  };
}

/** A BCP 47 tag of an ISO 639-2 code or a tag; null for none, `und` and malformed ones. */
export function toLanguageTag(code: string | null | undefined): string | null {
  if (code === null || code === undefined || /^(?:und|mis|mul|zxx|)$/i.test(code)) return null;
  try {
    return Intl.getCanonicalLocales(code.replaceAll("_", "-"))[0] ?? null;
  } catch {
    return null;
  }
}
