import type { SubtitleKind } from "~/media/playback/subtitles/subtitle-kind";
import type { SubtitleFile } from "~/features/playback/player/subtitles/subtitle-file";

export interface TrackOption {
  index: number;
  label: string;
  language: string | null;
}

export interface SubtitleOption extends TrackOption {
  kind: SubtitleKind;
  isDefault: boolean;
}

/**
 * `silent`: no response; `refused`: 401 or 403; `busy`: rate limited; `garbage`: not a stream;
 * `codec`: the browser lacks a decoder; `protected`: encrypted with DRM; `damaged`: cannot be
 * decoded; `unsupported`: the browser cannot play HLS.
 */
export type Problem =
  | "offline"
  | "silent"
  | "gone"
  | "refused"
  | "error"
  | "busy"
  | "garbage"
  | "codec"
  | "protected"
  | "damaged"
  | "unsupported";

/** What is wrong with a source, as the site tells before it is loaded. */
export interface SourceProblem {
  /** A failure of kind `audio` plays without sound. */
  kind: "video" | "audio" | "unreadable" | "missing";
  /** The name of the codec that this device lacks. */
  codec: string | null;
}

/** Times in seconds, volume from 0 to 1; index -1 is automatic or none. */
export interface PlayerState {
  phase: "idle" | "loading" | "ready" | "failed";
  problem: Problem | null;
  /** Codecs without a decoder: of a failed source, or of silent audio. */
  missingCodecs: readonly string[];
  paused: boolean;
  waiting: boolean;
  ended: boolean;
  started: boolean;
  /** The displayed time; while a source loads, its start. */
  time: number;
  place: number;
  /** Whether `place` follows the video, so that it may be saved. */
  settled: boolean;
  live: boolean;
  /** Seconds; 0 while unknown and for live streams. */
  duration: number;
  buffered: number;
  volume: number;
  muted: boolean;
  speed: number;
  inPictureInPicture: boolean;
  qualities: readonly TrackOption[];
  quality: number;
  playingQuality: string | null;
  audios: readonly TrackOption[];
  audio: number;
  subtitles: readonly SubtitleOption[];
  subtitle: number;
  /** The selected subtitle, if it is a file; files come after the stream's tracks. */
  subtitleFile: SubtitleFile | null;
  cues: readonly VTTCue[];
}

export const IDLE: PlayerState = {
  phase: "idle",
  problem: null,
  missingCodecs: [],
  paused: true,
  waiting: false,
  ended: false,
  started: false,
  time: 0,
  place: 0,
  settled: true,
  live: false,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  speed: 1,
  inPictureInPicture: false,
  qualities: [],
  quality: -1,
  playingQuality: null,
  audios: [],
  audio: -1,
  subtitles: [],
  subtitle: -1,
  subtitleFile: null,
  cues: [],
};
