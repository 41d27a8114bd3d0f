interface FileCoverage {
  s: Record<string, number>;
  f: Record<string, number>;
  b: Record<string, number[]>;
}

export interface Coverage {
  reset(): void;
  /** Counters that have reached a new power of two since the start; resets the hits. */
  takeNew(): number;
  readonly hit: number;
  readonly total: number;
}

export function createCoverage(): Coverage {
  const files = Object.values(
    (globalThis as { __coverage__?: Record<string, FileCoverage> }).__coverage__ ?? {},
  );
  const counters = files.flatMap(({ s, f, b }) => [
    ...[s, f].map((counts) => ({ counts, size: Object.keys(counts).length })),
    ...Object.values(b).map((counts) => ({ counts, size: counts.length })),
  ]) as { counts: Record<number, number>; size: number }[];
  const total = counters.reduce((sum, { size }) => sum + size, 0);
  const seen = new Uint8Array(total);
  let hit = 0;

  return {
    reset() {
      for (const { counts, size } of counters)
        for (let index = 0; index < size; index += 1) counts[index] = 0;
    },
    takeNew() {
      let found = 0;
      let at = 0;
      for (const { counts, size } of counters)
        for (let index = 0; index < size; index += 1, at += 1) {
          const count = counts[index] ?? 0;
          if (count === 0) continue;
          counts[index] = 0;
          const magnitude = 1 << Math.min(7, Math.floor(Math.log2(count)));
          const before = seen[at] ?? 0;
          if ((before & magnitude) !== 0) continue;
          if (before === 0) hit += 1;
          seen[at] = before | magnitude;
          found += 1;
        }
      return found;
    },
    get hit() {
      return hit;
    },
    total,
  };
}
