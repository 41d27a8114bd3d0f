/**
 * Where the viewer is in an episode, which is not always where the video element is. While a source
 * loads, fails or recovers the element reports times of its own, and those never count.
 */
export interface Place {
  /** Seconds. */
  at: number;
  /**
   * `arriving`: a source is loading; `settled`: the element's time is the place; `elsewhere`: the
   * source ends before the place or is live, so its times say nothing about the episode.
   */
  phase: "arriving" | "settled" | "elsewhere";
}

/** What the video element reports. Times in seconds. */
export interface ElementTimes {
  time: number;
  /** NaN while unknown, Infinity for live streams. */
  duration: number;
  hasMetadata: boolean;
  isLive: boolean;
}

/** Elements round the time that they are asked to seek to, and sources start at a frame. */
const ARRIVAL_TOLERANCE_SECONDS = 0.5;
/** Sources of one episode differ by their credits; one that is shorter by more lacks a part. */
const LENGTH_TOLERANCE_SECONDS = 5;

export const START: Place = { at: 0, phase: "settled" };

/** The place in the time before a source has loaded, or has recovered. */
export function leave({ at }: Place): Place {
  return { at, phase: "arriving" };
}

/** The place that the viewer chose. */
export function moveTo(place: Place, at: number, { hasMetadata, isLive }: ElementTimes): Place {
  if (isLive) return place;
  return { at: Math.max(0, at), phase: hasMetadata ? "settled" : "arriving" };
}

/** The place after the element has reported its times. */
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

/** Where the element has to seek to, or null when it is there. */
export function missingSeek(place: Place, times: ElementTimes): number | null {
  if (place.phase !== "arriving" || !times.hasMetadata || times.isLive) return null;
  if (place.at > times.duration + LENGTH_TOLERANCE_SECONDS) return null;
  const target = arrivalTime(place, times.duration);
  return times.time < target - ARRIVAL_TOLERANCE_SECONDS ? target : null;
}

function arrivalTime({ at }: Place, duration: number): number {
  return duration > 0 ? Math.min(at, duration) : at;
}
