export function toTenPoints(score: number | null): number | null {
  return score === null ? null : Math.min(10, Math.max(1, Math.round(score / 10)));
}
