/** Picks some candidates, evenly spread. The choice changes each UTC day. */
export function pickForDay<Kind>(candidates: readonly Kind[], count: number, now: Date): Kind[] {
  const day = Math.floor(now.getTime() / 86_400_000);
  const stride = Math.max(1, Math.floor(candidates.length / count));
  return Array.from(
    { length: Math.min(count, candidates.length) },
    (_, index) => candidates[(day + index * stride) % candidates.length],
  ).filter((candidate) => candidate !== undefined);
}
