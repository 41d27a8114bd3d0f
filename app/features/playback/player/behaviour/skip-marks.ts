/** A part of an episode that may be skipped. Seconds; an `end` of null is the end of the episode. */
export interface SkipMark {
  kind: "intro" | "outro";
  start: number;
  end: number | null;
}

/** Two looks at the time that lie further apart than this are a jump, not playing. Seconds of the film, so generous for double speed. */
const LONGEST_STEP = 3;

/** The mark that the time lies in, or null. Its last second does not count: skipping would be pointless. */
export function markAt(marks: readonly SkipMark[], time: number): SkipMark | null {
  return marks.find(({ start, end }) => time >= start && time < (end ?? Infinity) - 1) ?? null;
}

/**
 * The mark that playing has just run into, or null. Someone who has jumped into it wants to see it, so only playing over its start counts;
 * `before` is null at the very beginning.
 */
export function enteredMark(
  marks: readonly SkipMark[],
  before: number | null,
  time: number,
): SkipMark | null {
  const mark = markAt(marks, time);
  if (mark === null) return null;
  if (before === null) return mark.start === 0 && time < LONGEST_STEP ? mark : null;
  return before < mark.start && time - before <= LONGEST_STEP ? mark : null;
}
