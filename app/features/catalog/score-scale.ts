export const SCORE_SCALES = ["100", "10.0", "10", "5", "3"] as const;
export type ScoreScale = (typeof SCORE_SCALES)[number];

const DEFAULT_SCORE_SCALE: ScoreScale = "10";

export function parseScoreScale(text: unknown): ScoreScale {
  return SCORE_SCALES.find((scale) => scale === text) ?? DEFAULT_SCORE_SCALE;
}

/** What AniList stores for its sad, neutral and happy face, according to Taiga's list of them. */
const FACES = [35, 60, 85] as const;

/**
 * Converts a score from 0 to 100 to the nearest of the scale, which is at least its lowest. The
 * values that AniList stores for stars, 10, 30, 50, 70 and 90, are shown as the same stars.
 */
export function toScale(score: number, scale: ScoreScale): number {
  switch (scale) {
    case "100":
      return score;
    case "10.0":
      return score / 10;
    case "10":
      return Math.max(1, Math.round(score / 10));
    case "5":
      return Math.max(1, Math.round(score / 20));
    case "3":
      return score < 48 ? 1 : score < 73 ? 2 : 3;
  }
}

/**
 * Returns the score from 0 to 100 to store. Stars are steps of 20, so that five of them are the
 * highest score on every scale and the mean of equal stars is one of them.
 */
export function fromScale(value: number, scale: ScoreScale): number {
  switch (scale) {
    case "100":
      return Math.round(value);
    case "10.0":
    case "10":
      return Math.round(value * 10);
    case "5":
      return Math.round(value * 20);
    case "3":
      return FACES[Math.min(3, Math.max(1, Math.round(value))) - 1] ?? FACES[1];
  }
}

const BOUNDS: Record<ScoreScale, readonly [min: number, max: number]> = {
  "100": [0, 100],
  "10.0": [0, 10],
  "10": [1, 10],
  "5": [1, 5],
  "3": [1, 3],
};

export function scaleBounds(scale: ScoreScale): readonly [min: number, max: number] {
  return BOUNDS[scale];
}

/** A range whose both ends are included. */
export interface ScoreRange {
  /** The lower end where the range is a step. */
  value: number;
  from: number;
  to: number;
}

/** Lists ranges without gaps, lowest first. */
export function scoreRanges(scale: ScoreScale): ScoreRange[] {
  const ranges = new Map<number, ScoreRange>();
  for (let score = 0; score <= 100; score += 1) {
    const value = rangeValue(score, scale);
    const from = ranges.get(value)?.from ?? score;
    ranges.set(value, { value, from, to: score });
  }
  return [...ranges.values()];
}

function rangeValue(score: number, scale: ScoreScale): number {
  if (scale === "100") return Math.floor(score / 10) * 10;
  return scale === "10.0" ? Math.floor(score / 10) : toScale(score, scale);
}

/** Lists the scores to choose from, highest first; null where a number is entered. */
export function scaleSteps(scale: ScoreScale): readonly number[] | null {
  if (scale === "10") return [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
  if (scale === "5") return [5, 4, 3, 2, 1];
  return scale === "3" ? [3, 2, 1] : null;
}
