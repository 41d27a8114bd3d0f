interface Sample {
  position: number;
  /** When the primary had reached no more than that. */
  at: number;
}

/** Milliseconds. Longer than any lag that is allowed. */
const KEPT_MS = 2 * 3_600_000;

/** Where the primary's log was, and when. Positions are bytes, times milliseconds of one clock. */
export class WalHistory {
  #samples: Sample[] = [];

  /** True when the primary is behind what it was: another one took over and lacks the end. */
  record(position: number, at: number): boolean {
    const last = this.#samples.at(-1);
    const isShorter = last !== undefined && position < last.position;
    if (isShorter) this.#samples = [];
    if (last?.position === position) last.at = at;
    else this.#samples.push({ position, at });
    while ((this.#samples[1]?.at ?? at) < at - KEPT_MS) this.#samples.shift();
    return isShorter;
  }

  /**
   * The time until which a replica at `position` has everything, as far as is known: `now` when it
   * has all. Null when it is behind the whole history.
   */
  freshUntil(position: number, now: number): number | null {
    const last = this.#samples.at(-1);
    if (last === undefined) return null;
    if (position >= last.position) return now;
    return this.#samples.findLast((sample) => sample.position <= position)?.at ?? null;
  }
}
