import type { FileChapter } from "~/media/container/chapters";
import type { MediaAttachment, MediaTrack } from "~/media/container/container-info";

/** Offsets are from the start of the file, times in seconds. */
export interface MatroskaFile {
  docType: "matroska" | "webm";
  /** Positions in the file are relative to this. */
  segmentStart: number;
  /** The end of the segment, or of the file if that comes first. */
  segmentEnd: number;
  isCutOff: boolean;
  /** Seconds per tick of clusters and cues. */
  tick: number;
  duration: number | null;
  title: string | null;
  tracks: MatroskaTrack[];
  chapters: FileChapter[];
  attachments: MediaAttachment[];
  cues: Cue[];
  firstCluster: number | null;
}

export interface Cue {
  track: number;
  time: number;
  cluster: number;
}

export interface MatroskaTrack {
  number: number;
  kind: "video" | "audio" | "subtitles" | "other";
  codecId: string;
  codecPrivate: Buffer;
  language: string | null;
  name: string | null;
  isDefault: boolean;
  isForced: boolean;
  isHearingImpaired: boolean;
  isCommentary: boolean;
  frameSeconds: number | null;
  width: number | null;
  height: number | null;
  hdr: MediaTrack["hdr"];
  channels: number;
  sampleRate: number;
  bitDepth: number | null;
  /** `unsupported` for encryption and rare compressions. */
  packing: { kind: "none" | "zlib" | "unsupported" } | { kind: "header"; header: Buffer };
}
