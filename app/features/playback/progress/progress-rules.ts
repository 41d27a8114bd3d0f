/** The part of an episode after which it counts as watched: what follows are credits. */
export const WATCHED_FRACTION = 0.9;
/** A position this close to the start is a glance, not a place to come back to. Seconds. */
const GLANCE_SECONDS = 5;

/** How far somebody has come in an episode. Times in seconds; `duration` is null where no player has told it yet. */
export interface Progress {
  position: number;
  duration: number | null;
  watched: boolean;
  /** How many seconds ago this was true when the server said so. An age, because a device's clock may be wrong. */
  age?: number;
}

/** Whether news of this device, of `at`, is younger than what the server knew when its answer came; both in milliseconds of the device's clock. */
export function isYounger(
  at: number,
  known: Progress | null | undefined,
  receivedAt: number,
): boolean {
  return known?.age === undefined || at >= receivedAt - known.age * 1000;
}

/** Whether a position is far enough for the episode to count as watched. */
export function isCompleted(position: number, duration: number | null): boolean {
  return duration !== null && duration > 0 && position >= duration * WATCHED_FRACTION;
}

/** Where playing goes on, in seconds: where it stopped, or the start after a glance and after a finished episode. */
export function resumePoint(progress: Progress | null): number {
  if (progress === null || progress.position < GLANCE_SECONDS) return 0;
  return isCompleted(progress.position, progress.duration) ? 0 : progress.position;
}

/** The episode to watch now, of those that can be played: the one under way, the next after the last that is watched, or the first. Null when there is none. */
export function episodeToPlay(
  playable: readonly number[],
  progress: Readonly<Record<number, Progress>>,
): number | null {
  const isWatched = (number: number) => progress[number]?.watched === true;
  const underWay = playable.findLast(
    (number) => !isWatched(number) && resumePoint(progress[number] ?? null) > 0,
  );
  const lastWatched = playable.findLast(isWatched) ?? -Infinity;
  return (
    underWay ??
    playable.find((number) => number > lastWatched) ??
    playable.find((number) => !isWatched(number)) ??
    playable[0] ??
    null
  );
}

/** How much of an episode is behind its viewer, from 0 to 1: 1 when it is watched. */
export function watchedPart({ position, duration, watched }: Progress): number {
  if (watched) return 1;
  return duration === null || duration <= 0 ? 0 : Math.min(1, Math.max(0, position / duration));
}
