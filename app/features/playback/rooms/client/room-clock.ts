/** A request for the server's time. Milliseconds; `serverAt` of the server's clock. */
interface ClockSample {
  sentAt: number;
  serverAt: number;
  receivedAt: number;
}

/** Bounds of the server's clock minus ours. */
export interface ClockOffset {
  low: number;
  high: number;
}

/** The server rounds to milliseconds. */
const ROUNDING_MS = 1;

/**
 * Each sample proves bounds, whatever the delays of its way there and back were. Bounds that
 * contradict each other mean that a clock has drifted or was asleep, so the newest count.
 */
export function narrowOffset(offset: ClockOffset | null, sample: ClockSample): ClockOffset {
  const proven = {
    low: sample.serverAt - sample.receivedAt - ROUNDING_MS,
    high: sample.serverAt - sample.sentAt + ROUNDING_MS,
  };
  if (offset === null) return proven;
  const low = Math.max(offset.low, proven.low);
  const high = Math.min(offset.high, proven.high);
  return low <= high ? { low, high } : proven;
}

export function toServerTime({ low, high }: ClockOffset, time: number): number {
  return time + (low + high) / 2;
}
