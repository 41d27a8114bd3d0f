/** Yields the same numbers for the same seed, so that a title keeps its artwork. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number in [0, 1). Mulberry32 by Tommy Ettinger (public domain). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  range(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** An integer in [low, high]. */
  int(low: number, high: number): number {
    return Math.floor(this.range(low, high + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  sign(): -1 | 1 {
    return this.chance(0.5) ? -1 : 1;
  }

  pick<T>(first: T, ...others: T[]): T {
    const index = Math.floor(this.next() * (others.length + 1));
    return index === 0 ? first : (others[index - 1] ?? first);
  }

  /** Chooses a value by weight; undefined if no weight is positive. */
  weighted<K>(weights: Iterable<readonly [K, number]>): K | undefined {
    const entries = [...weights].filter(([, weight]) => weight > 0);
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries.at(-1)?.[0];
  }
}

/** FNV-1a over UTF-16 code units, with MurmurHash3's finalizer for similar texts. */
export function seedFrom(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
