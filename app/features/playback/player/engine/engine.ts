import { followElement } from "./element-events";
import { loadSource, unloadSource } from "./load-source";
import { trackPlace } from "./place-tracker";
import type { LoadOptions, PlayerSource } from "./player-source";
import type { PlayerState } from "./player-state";
import { createStore } from "./player-store";
import type { CountingVideo, Session } from "./session";
import { createSubtitleChoice } from "./subtitle-choice";

/** Controls a video element and exposes its state for `useSyncExternalStore`. */
export interface PlayerEngine {
  video: HTMLVideoElement;
  subscribe: (listener: () => void) => () => void;
  snapshot: () => PlayerState;
  load(source: PlayerSource, options?: LoadOptions): void;
  /** Loads the source again, even one with a known problem. */
  retry(): void;
  togglePlay(): void;
  /** Seconds, clamped to the duration. */
  seek(time: number): void;
  /** Takes 0 to 1; 0 mutes. */
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  setSpeed(speed: number): void;
  setQuality(index: number): void;
  setAudio(index: number): void;
  setSubtitle(index: number): void;
  destroy(): void;
}

/** The caller owns the video element. */
export function createEngine(video: CountingVideo): PlayerEngine {
  const store = createStore();
  const place = trackPlace(video, store);
  const subtitles = createSubtitleChoice(video, store);
  const session: Session = {
    video,
    store,
    place,
    subtitles,
    loaded: null,
    shouldPlay: false,
    chosenHeight: null,
  };
  const stopFollowing = followElement(session);
  return {
    video,
    subscribe: store.subscribe,
    snapshot: store.state,
    load: (source, options) => loadSource(session, source, options),
    retry() {
      session.shouldPlay = true;
      if (session.loaded === null) return;
      const { source, hasAlternative } = session.loaded;
      loadSource(session, { ...source, sourceProblem: null }, { hasAlternative });
    },
    togglePlay() {
      session.shouldPlay = video.paused;
      if (video.paused) video.play().catch(() => undefined);
      else video.pause();
    },
    seek: place.seek,
    ...soundAndSpeed(video),
    ...trackSelection(session),
    destroy() {
      stopFollowing();
      subtitles.close();
      unloadSource(session);
      store.close();
    },
  };
}

function soundAndSpeed(
  video: HTMLVideoElement,
): Pick<PlayerEngine, "setVolume" | "setMuted" | "setSpeed"> {
  return {
    setVolume(volume) {
      video.volume = volume;
      video.muted = volume === 0;
    },
    setMuted(muted) {
      video.muted = muted;
    },
    setSpeed(speed) {
      // Loading a source resets the rate to the default.
      video.defaultPlaybackRate = speed;
      video.playbackRate = speed;
    },
  };
}

function trackSelection(
  session: Session,
): Pick<PlayerEngine, "setQuality" | "setAudio" | "setSubtitle"> {
  const { store, subtitles } = session;
  const stream = () => session.loaded?.stream ?? null;
  return {
    setQuality(index) {
      const hls = stream();
      if (hls === null) return;
      session.chosenHeight = hls.levels[index]?.height ?? null;
      hls.nextLevel = index;
      store.update({ quality: index });
    },
    setAudio(index) {
      const hls = stream();
      if (hls !== null) hls.audioTrack = index;
    },
    setSubtitle(index) {
      const streamTrack = subtitles.select(index);
      const hls = stream();
      if (hls !== null) hls.subtitleTrack = streamTrack;
      subtitles.show();
    },
  };
}
