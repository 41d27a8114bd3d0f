/** One of several renditions, audio tracks or subtitles. */
export interface Choice {
  index: number;
  label: string;
  language: string | null;
}

/**
 * Why playing failed: no connection of the viewer's, a source that does not answer, is gone, answers with an error, refuses for now, or sends
 * something else than a stream; bytes that cannot be decoded; a browser that cannot play such streams at all.
 */
export type Problem =
  "offline" | "silent" | "gone" | "error" | "busy" | "garbage" | "damaged" | "unsupported";

/** What the player's parts show, as it is at one moment. Times in seconds, volume from 0 to 1; index -1 is automatic or none. */
export interface PlayerState {
  phase: "idle" | "loading" | "ready" | "failed";
  /** Null unless the phase is `failed`. */
  problem: Problem | null;
  paused: boolean;
  waiting: boolean;
  ended: boolean;
  /** Whether this source has been played at all. */
  started: boolean;
  time: number;
  /** 0 while nobody knows, and of a live stream. */
  duration: number;
  buffered: number;
  volume: number;
  muted: boolean;
  speed: number;
  inPicture: boolean;
  qualities: readonly Choice[];
  quality: number;
  /** The rendition that is playing, by its label. */
  playingQuality: string | null;
  audios: readonly Choice[];
  audio: number;
  subtitles: readonly Choice[];
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
  inPicture: false,
  qualities: [],
  quality: -1,
  playingQuality: null,
  audios: [],
  audio: -1,
  subtitles: [],
  subtitle: -1,
  cues: [],
};
