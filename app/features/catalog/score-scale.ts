export const SCORE_SCALES = ["100", "10.0", "10", "5", "3"] as const;
export type ScoreScale = (typeof SCORE_SCALES)[number];

const DEFAULT_SCORE_SCALE: ScoreScale = "10";

export function parseScoreScale(text: unknown): ScoreScale {
  return SCORE_SCALES.find((scale) => scale === text) ?? DEFAULT_SCORE_SCALE;
}

/** AniList's values of a sad, a neutral and a happy face. */
const FACES = [35, 60, 85] as const;

/** Stored scores are 0 to 100. */
export function toScale(score: number, scale: ScoreScale): number {
  switch (scale) {
    case "100":
      return score;
    case "10.0":
      return score / 10;
    case "10":
      return Math.round(score / 10);
    case "5":
      return Math.round(score / 20);
    case "3":
      return score < 48 ? 1 : score < 73 ? 2 : 3;
  }
}

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

/** Highest first; null where the user enters a number. */
export function scaleSteps(scale: ScoreScale): readonly number[] | null {
  if (scale === "10") return [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
  if (scale === "5") return [5, 4, 3, 2, 1];
  return scale === "3" ? [3, 2, 1] : null;
}
