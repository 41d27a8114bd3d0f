import type { MediaAttachment, MediaChapter } from "~/media/container/container-info";

/** The head of a Matroska file. Offsets are bytes from the start of the file, times seconds. */
export interface MatroskaFile {
  docType: "matroska" | "webm";
  /** The start of the segment's content, which positions in the file count from. */
  segmentStart: number;
  /** The end of the segment, at most that of the file. */
  segmentEnd: number;
  isCutOff: boolean;
  /** Seconds per tick of clusters and cues. */
  tick: number;
  duration: number | null;
  title: string | null;
  tracks: MatroskaTrack[];
  chapters: MediaChapter[];
  attachments: MediaAttachment[];
  /** Of all tracks, ascending. */
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
  /** Of a frame; null if undeclared. */
  frameSeconds: number | null;
  width: number | null;
  height: number | null;
  channels: number;
  sampleRate: number;
  bitDepth: number | null;
  /** How the blocks are packed; `unsupported` for encryption and rare compressions. */
  packing: { kind: "none" | "zlib" | "unsupported" } | { kind: "header"; header: Buffer };
}
