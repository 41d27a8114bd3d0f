/** The rest is credits. */
export const WATCHED_FRACTION = 0.9;
/** Positions below this are not worth resuming. */
export const MIN_RESUME_SECONDS = 5;

/** Times in seconds; `duration` is null while unknown. */
export function isCompleted(position: number, duration: number | null): boolean {
  return duration !== null && duration > 0 && position >= duration * WATCHED_FRACTION;
}

/** Whether a position in an episode is worth resuming; times in seconds. */
export function isHalfWatched(position: number, duration: number | null): boolean {
  return position >= MIN_RESUME_SECONDS && !isCompleted(position, duration);
}
