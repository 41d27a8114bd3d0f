/** A tap of a finger: when (milliseconds) and where, as a part of the picture's width from 0 to 1. */
export interface Tap {
  at: number;
  part: number;
}

/** Two taps further apart than this are two single ones. */
const DOUBLE_TAP_MS = 350;

/** What a second tap does: seconds to jump by, on the outer thirds of the picture; null for a tap that stands alone. */
export function doubleTapSeconds(before: Tap | null, tap: Tap): number | null {
  if (before === null || tap.at - before.at > DOUBLE_TAP_MS || side(before) !== side(tap))
    return null;
  return side(tap) === "left" ? -10 : side(tap) === "right" ? 10 : null;
}

function side({ part }: Tap): "left" | "middle" | "right" {
  return part < 1 / 3 ? "left" : part > 2 / 3 ? "right" : "middle";
}
