import type { SourceProblem } from "./player-state";
import type { SubtitleFile } from "~/features/playback/player/subtitles/subtitle-file";

export interface PlayerSource {
  url: string;
  isFile: boolean;
  subtitleFiles?: readonly SubtitleFile[];
  /** Why the source cannot play as it is; null for one that should play. */
  sourceProblem?: SourceProblem | null;
}

interface Opening {
  at: number;
  playing: boolean;
}

export interface LoadOptions {
  /** Position and state with which playback starts; by default, both stay as they are. */
  opening?: Opening | undefined;
  /** Whether another source can replace this one when it fails. */
  hasAlternative?: boolean;
}
