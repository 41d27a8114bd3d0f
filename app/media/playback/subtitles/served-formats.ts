import type { SubtitleFormat } from "~/media/container/container-info";

/** SRT is served as WebVTT. */
export type ServedFormat = Exclude<SubtitleFormat, "srt">;

/** Styled subtitles are also offered as plain text. */
export function formatsOf(source: SubtitleFormat): [ServedFormat, ...ServedFormat[]] {
  if (source === "ass") return ["ass", "vtt"];
  return source === "pgs" ? ["pgs"] : ["vtt"];
}

export function besideName({ name }: { name: string }, format: SubtitleFormat): string {
  return `${name}.${format === "pgs" ? "sup" : format}`;
}

export function embeddedName(track: number, format: SubtitleFormat): string {
  return `${track}.${format === "pgs" ? "sup" : format}`;
}
