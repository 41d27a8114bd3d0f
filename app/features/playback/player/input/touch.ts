/** `at` in milliseconds, `part` of the video's width from 0 to 1. */
export interface Tap {
  at: number;
  part: number;
}

const DOUBLE_TAP_MS = 350;

/** Seconds to seek by after a double tap on the left or right third, or null. */
export function doubleTapSeconds(previous: Tap | null, tap: Tap): number | null {
  if (previous === null || tap.at - previous.at > DOUBLE_TAP_MS || side(previous) !== side(tap))
    return null;
  return side(tap) === "left" ? -10 : side(tap) === "right" ? 10 : null;
}

function side({ part }: Tap): "left" | "middle" | "right" {
  return part < 1 / 3 ? "left" : part > 2 / 3 ? "right" : "middle";
}
