import type { SubtitleKind } from "~/media/playback/subtitles/subtitle-kind";

/** A subtitle track in its own file, rather than in the stream. */
export interface SubtitleFile {
  label: string;
  language: string | null;
  kind: SubtitleKind;
  /** Whether the file's authors want it shown rather than others of its language. */
  isDefault: boolean;
  /** SRT is served as `vtt`; `pgs` consists of images. */
  format: "ass" | "vtt" | "pgs";
  url: string;
  /** The same as WebVTT; null where there is none. */
  plainUrl: string | null;
}
