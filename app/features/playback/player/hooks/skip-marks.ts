/** Seconds; an `end` of null is the end of the episode. */
export interface SkipMark {
  kind: "intro" | "outro";
  start: number;
  end: number | null;
  /** Whether the site has found it, so that it is less reliable. */
  detected?: boolean;
}

interface SourceChapter {
  kind: string;
  start: number;
  end: number | null;
  detected: boolean;
}

export function toSkipMarks(chapters: readonly SourceChapter[]): SkipMark[] {
  return chapters.flatMap(({ kind, start, end, detected }): SkipMark[] =>
    kind === "intro" || kind === "outro"
      ? [{ kind, start, end, ...(detected ? { detected } : {}) }]
      : [],
  );
}

/**
 * A larger step between two time updates is a seek. Seconds of video, so generous for double speed.
 */
const MAX_STEP_SECONDS = 3;

/** The mark at `time`, or null. Its last second is not worth skipping. */
export function markAt(marks: readonly SkipMark[], time: number): SkipMark | null {
  return marks.find(({ start, end }) => time >= start && time < (end ?? Infinity) - 1) ?? null;
}

/**
 * The mark whose start was just played over, or null. Seeking into a mark does not count.
 * `previousTime` is null at the first update.
 */
export function enteredMark(
  marks: readonly SkipMark[],
  previousTime: number | null,
  time: number,
): SkipMark | null {
  const mark = markAt(marks, time);
  if (mark === null) return null;
  if (previousTime === null) return mark.start === 0 && time < MAX_STEP_SECONDS ? mark : null;
  return previousTime < mark.start && time - previousTime <= MAX_STEP_SECONDS ? mark : null;
}
