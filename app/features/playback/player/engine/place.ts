/**
 * The viewer's position in an episode, which can differ from the video element's: times that it
 * reports while a source loads, fails or recovers are ignored.
 */
export interface Place {
  at: number;
  /**
   * `arriving`: a source is loading; `settled`: the element's time is the position; `elsewhere`:
   * the source is live or ends before the position, so its times are unrelated to the episode.
   */
  phase: "arriving" | "settled" | "elsewhere";
}

export interface ElementTimes {
  time: number;
  /** NaN while unknown, Infinity for live streams. */
  duration: number;
  hasMetadata: boolean;
  isLive: boolean;
}

/** Elements round seek targets, and sources start at a frame. */
const ARRIVAL_TOLERANCE_SECONDS = 0.5;
/** Sources of one episode may differ by their credits; a larger difference means a missing part. */
const LENGTH_TOLERANCE_SECONDS = 5;

export const START: Place = { at: 0, phase: "settled" };

export function leave({ at }: Place): Place {
  return { at, phase: "arriving" };
}

export function moveTo(place: Place, at: number, { hasMetadata, isLive }: ElementTimes): Place {
  if (isLive) return place;
  return { at: Math.max(0, at), phase: hasMetadata ? "settled" : "arriving" };
}

export function follow(place: Place, times: ElementTimes): Place {
  const { time, duration, hasMetadata, isLive } = times;
  if (!hasMetadata || !Number.isFinite(time)) return place;
  if (isLive) return place.phase === "elsewhere" ? place : { at: place.at, phase: "elsewhere" };
  if (place.phase === "settled") return { at: time, phase: "settled" };
  if (place.phase === "elsewhere") return place;
  if (place.at > duration + LENGTH_TOLERANCE_SECONDS) return { at: place.at, phase: "elsewhere" };
  return time >= arrivalTime(place, duration) - ARRIVAL_TOLERANCE_SECONDS
    ? { at: time, phase: "settled" }
    : place;
}

/** The time that the element has to seek to; null when it is there. */
export function missingSeek(place: Place, times: ElementTimes): number | null {
  if (place.phase !== "arriving" || !times.hasMetadata || times.isLive) return null;
  if (place.at > times.duration + LENGTH_TOLERANCE_SECONDS) return null;
  const target = arrivalTime(place, times.duration);
  return times.time < target - ARRIVAL_TOLERANCE_SECONDS ? target : null;
}

function arrivalTime({ at }: Place, duration: number): number {
  return duration > 0 ? Math.min(at, duration) : at;
}
