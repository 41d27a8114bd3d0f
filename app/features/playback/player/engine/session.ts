import type Hls from "hls.js";
import type { NativeFile } from "./native-file";
import type { PlaceTracker } from "./place-tracker";
import type { PlayerSource } from "./player-source";
import type { PlayerStore } from "./player-store";
import type { SubtitleChoice } from "./subtitle-choice";

/** Counts of decoded bytes, which only Chromium and Safari have. */
export interface CountingVideo extends HTMLVideoElement {
  webkitAudioDecodedByteCount?: number;
}

/** A source since it was loaded; every load has its own. */
export interface LoadedSource {
  readonly source: PlayerSource;
  readonly hasAlternative: boolean;
  /** Set while hls.js plays the source. */
  stream: Hls | null;
  /** Set while the element itself plays the source. */
  file: NativeFile | null;
  isDecodingChecked: boolean;
}

/** What the parts of an engine share. */
export interface Session {
  readonly video: CountingVideo;
  readonly store: PlayerStore;
  readonly place: PlaceTracker;
  readonly subtitles: SubtitleChoice;
  loaded: LoadedSource | null;
  /** Whether the viewer wants playback, which a source that is replaced passes on. */
  shouldPlay: boolean;
  /** The height of the chosen quality, which the next sources keep; null for automatic. */
  chosenHeight: number | null;
}
