/** A subtitle track in its own file, rather than in the stream. */
export interface SubtitleFile {
  label: string;
  language: string | null;
  /** SRT is served as `vtt`; `pgs` consists of images. */
  format: "ass" | "vtt" | "pgs";
  url: string;
  /** The same as WebVTT; null where there is none. */
  plainUrl: string | null;
}
