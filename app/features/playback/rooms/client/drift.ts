type Correction = { do: "seek" } | { do: "play"; rate: number };

/** Viewers neither see nor hear a drift below this. */
const TOLERANCE_SECONDS = 0.04;
/** Viewers may be half a second apart, so each stays within less. */
const MAX_GLIDE_SECONDS = 0.4;
/** Speech sounds the same up to here. */
const MAX_RATE_CHANGE = 0.05;
const SECONDS_TO_CORRECT = 4;

/**
 * Decides how to correct a video that is `drift` seconds ahead of the room (behind it if negative).
 */
export function correctDrift(drift: number): Correction {
  const distance = Math.abs(drift);
  if (distance <= TOLERANCE_SECONDS) return { do: "play", rate: 1 };
  if (distance > MAX_GLIDE_SECONDS) return { do: "seek" };
  const change = Math.min(MAX_RATE_CHANGE, distance / SECONDS_TO_CORRECT);
  return { do: "play", rate: 1 - Math.sign(drift) * change };
}

/** The time that seeks take here, learned from the drift after one. */
export function learnSeekTime(seekTime: number, driftAfterSeek: number): number {
  return Math.min(2, Math.max(0, seekTime - driftAfterSeek));
}
