/** A rendition, audio track or subtitle track. */
export interface TrackOption {
  index: number;
  label: string;
  language: string | null;
}

/**
 * Why playback failed. `silent`: no response; `busy`: rate limited; `garbage`: not a stream;
 * `damaged`: cannot be decoded; `unsupported`: the browser cannot play HLS.
 */
export type Problem =
  "offline" | "silent" | "gone" | "error" | "busy" | "garbage" | "damaged" | "unsupported";

/** Times in seconds, volume from 0 to 1; index -1 is automatic or none. */
export interface PlayerState {
  phase: "idle" | "loading" | "ready" | "failed";
  /** Null unless the phase is `failed`. */
  problem: Problem | null;
  paused: boolean;
  waiting: boolean;
  ended: boolean;
  /** Whether this source has been played. */
  started: boolean;
  time: number;
  /** 0 while unknown and for live streams. */
  duration: number;
  buffered: number;
  volume: number;
  muted: boolean;
  speed: number;
  inPictureInPicture: boolean;
  qualities: readonly TrackOption[];
  quality: number;
  /** The label of the current rendition. */
  playingQuality: string | null;
  audios: readonly TrackOption[];
  audio: number;
  subtitles: readonly TrackOption[];
  subtitle: number;
  cues: readonly VTTCue[];
}

export const IDLE: PlayerState = {
  phase: "idle",
  problem: null,
  paused: true,
  waiting: false,
  ended: false,
  started: false,
  time: 0,
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
  cues: [],
};
