/** The rest is credits. */
export const WATCHED_FRACTION = 0.9;
/** Positions below this are not worth resuming. */
export const MIN_RESUME_SECONDS = 5;

/** Whether a position in an episode is worth resuming; times in seconds. */
export function isHalfWatched(progress: { position: number; duration: number | null } | null) {
  if (progress === null || progress.position < MIN_RESUME_SECONDS) return false;
  const { position, duration } = progress;
  return duration === null || duration <= 0 || position < duration * WATCHED_FRACTION;
}
