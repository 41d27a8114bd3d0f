import type Hls from "hls.js";
import { IDLE, type PlayerState, type Problem } from "./player-state";
import { getFileProblem, toProblem } from "./problem";
import { openStream } from "./stream";

export interface PlayerSource {
  url: string;
  isFile: boolean;
}

/** Controls a video element and exposes its state for `useSyncExternalStore`. */
export interface PlayerEngine {
  video: HTMLVideoElement;
  subscribe: (listener: () => void) => () => void;
  snapshot: () => PlayerState;
  /** Replaces the loaded source and seeks to `startAt` seconds. */
  load(source: PlayerSource, startAt: number): void;
  togglePlay(): void;
  /** Seconds, clamped to the duration. */
  seek(time: number): void;
  /** From 0 to 1; 0 mutes. */
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  setSpeed(speed: number): void;
  setQuality(index: number): void;
  setAudio(index: number): void;
  setSubtitle(index: number): void;
  destroy(): void;
}

const LOADING = { ...IDLE, phase: "loading" } as const;

/** The caller owns the video element. */
export function createEngine(video: HTMLVideoElement): PlayerEngine {
  let state: PlayerState = IDLE;
  let hls: Hls | null = null;
  let generation = 0;
  const listeners = new Set<() => void>();
  const update = (changes: Partial<PlayerState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };

  const fail = (problem: Problem) => update({ phase: "failed", problem });
  const readTimes = () =>
    update({
      time: video.currentTime,
      duration: Number.isFinite(video.duration) ? video.duration : 0,
      buffered: bufferedEnd(video),
    });
  const readCues = () => {
    const shown = [...video.textTracks].filter(
      (track) => track.mode !== "disabled" && track.kind !== "metadata",
    );
    update({
      cues:
        state.subtitle === -1
          ? []
          : shown.flatMap((track) => [...(track.activeCues ?? [])] as VTTCue[]),
    });
  };
  const handlers: Partial<Record<keyof HTMLVideoElementEventMap, () => void>> = {
    timeupdate: readTimes,
    durationchange: readTimes,
    seeking: () => update({ time: video.currentTime, ended: false }),
    seeked: readTimes,
    progress: readTimes,
    play: () => update({ paused: false, ended: false, started: true }),
    pause: () => update({ paused: true }),
    ended: () => update({ ended: true, paused: true }),
    waiting: () => update({ waiting: true }),
    playing: () => update({ waiting: false, phase: "ready" }),
    canplay: () => update({ waiting: false, phase: "ready" }),
    volumechange: () => update({ volume: video.volume, muted: video.muted }),
    ratechange: () => update({ speed: video.playbackRate }),
    enterpictureinpicture: () => update({ inPictureInPicture: true }),
    leavepictureinpicture: () => update({ inPictureInPicture: false }),
    error: () => {
      const { error } = video;
      const loadGeneration = generation;
      if (hls === null && error !== null && video.hasAttribute("src"))
        void getFileProblem(video.src, error).then((problem) =>
          loadGeneration === generation ? fail(problem) : undefined,
        );
    },
  };
  for (const [name, handler] of Object.entries(handlers)) video.addEventListener(name, handler);
  const onAddTrack = ({ track }: TrackEvent) => track?.addEventListener("cuechange", readCues);
  video.textTracks.addEventListener("addtrack", onAddTrack);

  const unload = () => {
    hls?.destroy();
    hls = null;
    video.removeAttribute("src");
    video.load();
  };

  const playNatively = (url: string, startAt: number) => {
    const loadGeneration = generation;
    const seekToStart = () => {
      if (startAt > 0 && loadGeneration === generation) video.currentTime = startAt;
    };
    video.addEventListener("loadedmetadata", seekToStart, { once: true });
    video.src = url;
  };

  async function playStream(url: string, startAt: number, isCurrent: () => boolean): Promise<void> {
    const { default: HlsClass } = await import("hls.js");
    if (!isCurrent()) return;
    // hls.js is preferred, since native HLS lacks the choice of qualities and tracks.
    if (!HlsClass.isSupported()) {
      if (video.canPlayType("application/vnd.apple.mpegurl") !== "") playNatively(url, startAt);
      else fail("unsupported");
      return;
    }
    hls = openStream(HlsClass, startAt, { state: () => state, update, onSubtitle: readCues });
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  return {
    video,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => state,
    load({ url, isFile }, startAt) {
      generation += 1;
      const loadGeneration = generation;
      unload();
      update({
        ...LOADING,
        volume: video.volume,
        muted: video.muted,
        speed: video.playbackRate,
        time: startAt,
      });
      if (isFile) return playNatively(url, startAt);
      playStream(url, startAt, () => loadGeneration === generation).catch(() =>
        loadGeneration === generation ? fail(toProblem(undefined)) : undefined,
      );
    },
    togglePlay() {
      if (video.paused) video.play().catch(() => undefined);
      else video.pause();
    },
    seek(time) {
      if (video.duration > 0) video.currentTime = Math.min(Math.max(0, time), video.duration);
    },
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
    setQuality(index) {
      if (hls === null) return;
      hls.nextLevel = index;
      update({ quality: index });
    },
    setAudio(index) {
      if (hls !== null) hls.audioTrack = index;
    },
    setSubtitle(index) {
      if (hls !== null) hls.subtitleTrack = index;
    },
    destroy() {
      generation += 1;
      for (const [name, handler] of Object.entries(handlers))
        video.removeEventListener(name, handler);
      video.textTracks.removeEventListener("addtrack", onAddTrack);
      unload();
      listeners.clear();
    },
  };
}

function bufferedEnd(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime)
      return buffered.end(index);
  }
  return currentTime;
}
