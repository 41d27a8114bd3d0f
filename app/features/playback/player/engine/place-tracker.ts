import { follow, leave, missingSeek, moveTo, START, type ElementTimes, type Place } from "./place";
import type { PlayerState } from "./player-state";
import type { PlayerStore } from "./player-store";

/** Keeps the viewer's place while the times of the element come and go. */
export interface PlaceTracker {
  at: () => number;
  /** Sets where the next source starts. */
  open: (at: number) => void;
  /**
   * Called before the element loses its time: a source is replaced or recovers. Returns what to
   * show.
   */
  leave: () => Pick<PlayerState, "time" | "place" | "settled">;
  /** Takes over the times of the element. */
  read: () => void;
  /** Seeks to the place if the element is not there yet. */
  arrive: () => void;
  /** Moves the place and the element to a time, clamped to the duration. */
  seek: (time: number) => void;
}

/** Shows the place and the element's times in the store. */
export function trackPlace(video: HTMLVideoElement, { state, update }: PlayerStore): PlaceTracker {
  let place: Place = START;
  const times = (): ElementTimes => ({
    time: video.currentTime,
    duration: video.duration,
    hasMetadata: video.readyState >= video.HAVE_METADATA,
    isLive: state().live || video.duration === Infinity,
  });
  const read = () => {
    const now = times();
    place = follow(place, now);
    update({
      time: place.phase === "elsewhere" ? now.time : place.at,
      place: place.at,
      settled: place.phase === "settled",
      live: now.isLive,
      duration: Number.isFinite(now.duration) ? now.duration : 0,
      buffered: bufferedEnd(video),
    });
  };
  return {
    at: () => place.at,
    open: (at) => (place = { at, phase: "arriving" }),
    leave() {
      place = leave(place);
      return { time: place.at, place: place.at, settled: false };
    },
    read,
    arrive() {
      const target = missingSeek(place, times());
      if (target !== null) video.currentTime = target;
      read();
    },
    seek(time) {
      const now = times();
      const target = Math.max(0, now.duration > 0 ? Math.min(time, now.duration) : time);
      place = moveTo(place, target, now);
      if (now.hasMetadata) video.currentTime = target;
      read();
    },
  };
}

function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime)
      return buffered.end(index);
  }
  return currentTime;
}
