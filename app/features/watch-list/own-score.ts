/** A stored score of 0 to 100 on MyAnimeList's scale of 1 to 10. */
export function toTenPoints(score: number | null): number | null {
  return score === null ? null : Math.min(10, Math.max(1, Math.round(score / 10)));
}
