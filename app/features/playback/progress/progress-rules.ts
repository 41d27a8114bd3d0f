/** The rest is credits. */
export const WATCHED_FRACTION = 0.9;
/** Positions below this are not worth resuming. */
const MIN_RESUME_SECONDS = 5;

/** Times in seconds; `duration` is null while unknown. */
export interface Progress {
  position: number;
  duration: number | null;
  watched: boolean;
  /** Seconds between the event and the response, because clocks differ between devices. */
  age?: number;
}

/**
 * Whether a local entry is newer than the server's; times in milliseconds of the device's clock.
 */
export function isNewer(
  at: number,
  serverProgress: Progress | null | undefined,
  receivedAt: number,
): boolean {
  return serverProgress?.age === undefined || at >= receivedAt - serverProgress.age * 1000;
}

export function isCompleted(position: number, duration: number | null): boolean {
  return duration !== null && duration > 0 && position >= duration * WATCHED_FRACTION;
}

/** Seconds; 0 for a barely started and for a finished episode. */
export function resumePosition(progress: Progress | null): number {
  if (progress === null || progress.position < MIN_RESUME_SECONDS) return 0;
  return isCompleted(progress.position, progress.duration) ? 0 : progress.position;
}

/** What a title's page offers to play. */
export interface EpisodeToPlay {
  number: number;
  /** The kind is `again` once all playable episodes were watched. */
  kind: "begin" | "continue" | "again";
}

/**
 * The episode in progress, else the first that was not watched, else the first again; null without
 * playable episodes.
 */
export function nextEpisodeToPlay(
  playable: readonly number[],
  progress: Readonly<Record<number, Progress>>,
): EpisodeToPlay | null {
  const [first] = playable;
  if (first === undefined) return null;
  const unwatched = playable.filter((number) => progress[number]?.watched !== true);
  const begun = unwatched.findLast((number) => resumePosition(progress[number] ?? null) > 0);
  const number = begun ?? unwatched[0];
  if (number === undefined) return { number: first, kind: "again" };
  return { number, kind: begun === undefined && number === first ? "begin" : "continue" };
}

export function watchedFraction({ position, duration, watched }: Progress): number {
  if (watched) return 1;
  return duration === null || duration <= 0 ? 0 : Math.min(1, Math.max(0, position / duration));
}
