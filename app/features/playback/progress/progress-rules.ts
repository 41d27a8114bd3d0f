import { isHalfWatched } from "~/features/catalog/episodes/half-watched";

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

/** Seconds; 0 for a barely started and for a finished episode. */
export function resumePosition(progress: Progress | null): number {
  if (progress === null) return 0;
  const { position, duration } = progress;
  return isHalfWatched(position, duration) ? position : 0;
}

export function watchedFraction({ position, duration, watched }: Progress): number {
  if (watched) return 1;
  return duration === null || duration <= 0 ? 0 : Math.min(1, Math.max(0, position / duration));
}
