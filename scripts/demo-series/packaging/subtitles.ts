export type Cue = { from: number; to: number; en: string; es: string };

/** Code, menu name, and the field of a cue. */
export const LANGUAGES = [
  { code: "en", name: "English" },
  { code: "es", name: "Español" },
] as const;
export type Language = (typeof LANGUAGES)[number]["code"];

/** 65.5 becomes 00:01:05.500. */
export function vttTime(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, digits: number) => String(value).padStart(digits, "0");
  return `${part(Math.floor(milliseconds / 3_600_000), 2)}:${part(Math.floor(milliseconds / 60_000) % 60, 2)}:${part(Math.floor(milliseconds / 1000) % 60, 2)}.${part(milliseconds % 1000, 3)}`;
}

/**
 * Times count from the start of the episode, and a cue that crosses a boundary is in both segments
 * with the same identifier and times (RFC 8216, section 3.5).
 */
export function vttSegment(
  cues: readonly Cue[],
  language: Language,
  start: number,
  end: number,
): string {
  const blocks = cues.flatMap((cue, index) =>
    cue.from < end && cue.to > start
      ? [`${index + 1}\n${vttTime(cue.from)} --> ${vttTime(cue.to)}\n${cue[language]}\n`]
      : [],
  );
  return ["WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n", ...blocks].join("\n");
}
