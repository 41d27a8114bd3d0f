import type Hls from "hls.js";
import { playFile, type NativeFile } from "./native-file";
import { follow, leave, missingSeek, moveTo, START, type ElementTimes, type Place } from "./place";
import {
  IDLE,
  type KnownProblem,
  type PlayerState,
  type Problem,
  type TrackOption,
} from "./player-state";
import { listMissingCodecs, PROBLEM_OF_KIND, toProblem } from "./problem";
import { openStream } from "./stream";
import { isOwnFile } from "~/features/playback/player/own-files/own-file-url";
import type { SubtitleFile } from "~/features/playback/player/subtitles/subtitle-file";

export interface PlayerSource {
  url: string;
  isFile: boolean;
  subtitleFiles?: readonly SubtitleFile[];
  /** Null for a source that should play. */
  knownProblem?: KnownProblem | null;
}

export interface Opening {
  at: number;
  playing: boolean;
}

interface LoadOptions {
  /** By default the position and the paused state are kept. */
  opening?: Opening | undefined;
  /** Whether another source can replace this one when it fails. */
  hasAlternative?: boolean;
}

/** Controls a video element and exposes its state for `useSyncExternalStore`. */
export interface PlayerEngine {
  video: HTMLVideoElement;
  subscribe: (listener: () => void) => () => void;
  snapshot: () => PlayerState;
  load(source: PlayerSource, options?: LoadOptions): void;
  /** Also loads a source with a known problem. */
  retry(): void;
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

const NO_SUBTITLES = { tracks: [], selected: -1 };
const LOADING = { ...IDLE, phase: "loading" } as const;
/** After playing this long without decoded audio, the file's codecs are read. */
const SILENCE_SECONDS = 1.5;

/** Counted by Chromium and Safari only. */
interface CountingVideo extends HTMLVideoElement {
  webkitAudioDecodedByteCount?: number;
}

/** The caller owns the video element. */
export function createEngine(video: CountingVideo): PlayerEngine {
  let state: PlayerState = IDLE;
  let hls: Hls | null = null;
  let file: NativeFile | null = null;
  let generation = 0;
  let place: Place = START;
  let shouldPlay = false;
  let chosenHeight: number | null = null;
  let loaded: { source: PlayerSource; hasAlternative: boolean } | null = null;
  let isSoundChecked = false;
  let streamSubtitles: { tracks: readonly TrackOption[]; selected: number } = NO_SUBTITLES;
  let selectedFile = -1;
  const listeners = new Set<() => void>();
  const update = (changes: Partial<PlayerState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };

  const fail = (problem: Problem, missingCodecs: readonly string[] = []) =>
    update({ phase: "failed", problem, missingCodecs });
  const times = (): ElementTimes => ({
    time: video.currentTime,
    duration: video.duration,
    hasMetadata: video.readyState >= video.HAVE_METADATA,
    isLive: state.live || video.duration === Infinity,
  });
  /** Before the element loses its time: a source is unloaded or recovers. */
  const leavePlace = () => {
    place = leave(place);
    update({ settled: false, time: place.at });
  };
  const readTimes = () => {
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
  const arrive = () => {
    const target = missingSeek(place, times());
    if (target !== null) video.currentTime = target;
    readTimes();
  };
  const checkDecoding = () => {
    const source = loaded?.source;
    if (isSoundChecked || source === undefined || !source.isFile) return;
    const isBlack = video.videoWidth === 0;
    const isSilent =
      video.webkitAudioDecodedByteCount === 0 && video.played.length > 0 && !video.seeking;
    if (!isBlack && !(isSilent && playedSeconds(video) > SILENCE_SECONDS)) return;
    isSoundChecked = true;
    const loadGeneration = generation;
    void listMissingCodecs(source.url).then((missingCodecs) => {
      if (missingCodecs.length === 0 || loadGeneration !== generation) return;
      if (!isBlack) return update({ missingCodecs });
      video.pause();
      fail("codec", missingCodecs);
    });
  };
  const updateSubtitles = () => {
    const { tracks, selected } = streamSubtitles;
    const files = loaded?.source.subtitleFiles ?? [];
    update({
      subtitles: [
        ...tracks,
        ...files.map(({ label, language }, index) => ({
          index: tracks.length + index,
          label,
          language,
        })),
      ],
      subtitle: selectedFile === -1 ? selected : tracks.length + selectedFile,
      subtitleFile: files[selectedFile] ?? null,
    });
    readCues();
  };
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
  const onReady = () => {
    arrive();
    if (state.phase !== "failed") update({ waiting: false, phase: "ready" });
  };
  const handlers: Partial<Record<keyof HTMLVideoElementEventMap, () => void>> = {
    loadedmetadata: () => {
      // hls.js seeks to its start by itself, unless the viewer has seeked since.
      if (hls === null || place.at !== hls.config.startPosition) arrive();
      else readTimes();
    },
    timeupdate: () => {
      readTimes();
      checkDecoding();
    },
    durationchange: readTimes,
    seeking: () => {
      readTimes();
      update({ ended: false });
    },
    seeked: readTimes,
    progress: readTimes,
    play: () => {
      shouldPlay = true;
      update({ paused: false, ended: false, started: true });
    },
    pause: () => {
      if (video.error === null && !video.ended) shouldPlay = false;
      update({ paused: true });
    },
    ended: () => update({ ended: true, paused: true }),
    waiting: () => update({ waiting: true }),
    playing: () => {
      onReady();
      file?.played();
    },
    canplay: onReady,
    loadeddata: checkDecoding,
    volumechange: () => update({ volume: video.volume, muted: video.muted }),
    ratechange: () => update({ speed: video.playbackRate }),
    enterpictureinpicture: () => update({ inPictureInPicture: true }),
    leavepictureinpicture: () => update({ inPictureInPicture: false }),
    error: () => {
      if (video.error !== null && video.hasAttribute("src")) file?.recover(video.error);
    },
  };
  for (const [name, handler] of Object.entries(handlers)) video.addEventListener(name, handler);
  const onAddTrack = ({ track }: TrackEvent) => track?.addEventListener("cuechange", readCues);
  video.textTracks.addEventListener("addtrack", onAddTrack);
  video.textTracks.addEventListener("removetrack", readCues);

  const unload = () => {
    place = leave(place);
    file?.stop();
    hls?.destroy();
    [file, hls] = [null, null];
    video.removeAttribute("src");
    video.load();
  };

  const playNatively = (url: string, hasAlternative: boolean) => {
    file = playFile(video, url, {
      hasAlternative,
      onReset: () => {
        leavePlace();
        update({ waiting: true });
      },
      onFailure: ({ problem, codecs }) => fail(problem, codecs),
    });
  };

  async function playStream(
    url: string,
    hasAlternative: boolean,
    isCurrent: () => boolean,
  ): Promise<void> {
    const { default: HlsClass } = await import("hls.js");
    if (!isCurrent()) return;
    // Preferred, since native HLS cannot select qualities and tracks.
    if (!HlsClass.isSupported()) {
      if (video.canPlayType("application/vnd.apple.mpegurl") !== "")
        playNatively(url, hasAlternative);
      else fail("unsupported");
      return;
    }
    hls = openStream(
      HlsClass,
      { startAt: place.at, height: chosenHeight, hasAlternative, isSigned: isOwnFile(url) },
      {
        state: () => state,
        update,
        fail,
        onSubtitles: (tracks, selected) => {
          streamSubtitles = { tracks, selected };
          updateSubtitles();
        },
        onReset: leavePlace,
      },
    );
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  /** Shows a problem that the site knows. Returns whether the source plays all the same. */
  function reportKnownProblem({ kind, codec }: KnownProblem): boolean {
    const loadGeneration = generation;
    const missingCodecs = codec === null ? [] : [codec];
    if (kind === "audio") update({ missingCodecs });
    // Later, so that listeners see that the failure of the source before it is over.
    else
      setTimeout(() => {
        if (loadGeneration === generation) fail(PROBLEM_OF_KIND[kind], missingCodecs);
      });
    return kind === "audio";
  }

  function load(source: PlayerSource, { opening, hasAlternative = false }: LoadOptions = {}): void {
    generation += 1;
    const loadGeneration = generation;
    loaded = { source, hasAlternative };
    isSoundChecked = false;
    [streamSubtitles, selectedFile] = [NO_SUBTITLES, -1];
    if (opening !== undefined)
      [place, shouldPlay] = [{ at: opening.at, phase: "arriving" }, opening.playing];
    unload();
    update({
      ...LOADING,
      volume: video.volume,
      muted: video.muted,
      speed: video.playbackRate,
      time: place.at,
      place: place.at,
      settled: false,
    });
    updateSubtitles();
    if (source.knownProblem && !reportKnownProblem(source.knownProblem)) return;
    if (source.isFile) playNatively(source.url, hasAlternative);
    else
      playStream(source.url, hasAlternative, () => loadGeneration === generation).catch(() =>
        loadGeneration === generation ? fail(toProblem(undefined)) : undefined,
      );
    if (shouldPlay) video.play().catch(() => undefined);
  }

  return {
    video,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => state,
    load,
    retry() {
      shouldPlay = true;
      if (loaded === null) return;
      const { source, hasAlternative } = loaded;
      load({ ...source, knownProblem: null }, { hasAlternative });
    },
    togglePlay() {
      shouldPlay = video.paused;
      if (video.paused) video.play().catch(() => undefined);
      else video.pause();
    },
    seek(time) {
      const now = times();
      const target = Math.max(0, now.duration > 0 ? Math.min(time, now.duration) : time);
      place = moveTo(place, target, now);
      if (now.hasMetadata) video.currentTime = target;
      readTimes();
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
      chosenHeight = hls.levels[index]?.height ?? null;
      hls.nextLevel = index;
      update({ quality: index });
    },
    setAudio(index) {
      if (hls !== null) hls.audioTrack = index;
    },
    setSubtitle(index) {
      const count = streamSubtitles.tracks.length;
      selectedFile = index < count ? -1 : index - count;
      if (hls !== null) hls.subtitleTrack = selectedFile === -1 ? index : -1;
      updateSubtitles();
    },
    destroy() {
      generation += 1;
      for (const [name, handler] of Object.entries(handlers))
        video.removeEventListener(name, handler);
      video.textTracks.removeEventListener("addtrack", onAddTrack);
      video.textTracks.removeEventListener("removetrack", readCues);
      unload();
      listeners.clear();
    },
  };
}

function playedSeconds({ played }: HTMLVideoElement): number {
  let seconds = 0;
  for (let index = 0; index < played.length; index += 1)
    seconds += played.end(index) - played.start(index);
  return seconds;
}

function bufferedEnd(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime)
      return buffered.end(index);
  }
  return currentTime;
}
