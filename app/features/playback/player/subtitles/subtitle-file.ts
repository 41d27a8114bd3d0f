/** A subtitle track in a file of its own, rather than in the stream. */
export interface SubtitleFile {
  label: string;
  /** A language tag. */
  language: string | null;
  /** SRT is served as `vtt`; `pgs` consists of pictures. */
  format: "ass" | "vtt" | "pgs";
  url: string;
}
