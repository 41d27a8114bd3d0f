import type Hls from "hls.js";
import workerPath from "hls.js/dist/hls.worker.js?url";

/** One of several renditions, audio tracks or subtitles. */
export interface Choice {
  index: number;
  label: string;
  language: string | null;
}

/** What the player's parts show, as it is at one moment. Times in seconds, volume from 0 to 1; index -1 is automatic or none. */
export interface PlayerState {
  phase: "idle" | "loading" | "ready" | "failed";
  /** Why it failed, in words for a person. */
  problem: string | null;
  paused: boolean;
  waiting: boolean;
  ended: boolean;
  /** Whether this source has been played at all. */
  started: boolean;
  time: number;
  duration: number;
  buffered: number;
  volume: number;
  muted: boolean;
  speed: number;
  inPicture: boolean;
  qualities: readonly Choice[];
  quality: number;
  /** The rendition that is playing, by its label. */
  playingQuality: string | null;
  audios: readonly Choice[];
  audio: number;
  subtitles: readonly Choice[];
  subtitle: number;
  cues: readonly VTTCue[];
}

export interface PlayerSource {
  url: string;
  isFile: boolean;
}

/** Drives one video element. What it knows is read as snapshots, so that React can follow it. */
export interface PlayerEngine {
  video: HTMLVideoElement;
  subscribe: (listener: () => void) => () => void;
  snapshot: () => PlayerState;
  /** Loads a source and goes to `startAt` seconds; whatever was loaded before is let go. */
  load(source: PlayerSource, startAt: number): void;
  togglePlay(): void;
  /** Goes to a time in seconds, within the film. */
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

export const IDLE: PlayerState = {
  phase: "idle",
  problem: null,
  paused: true,
  waiting: false,
  ended: false,
  started: false,
  time: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  speed: 1,
  inPicture: false,
  qualities: [],
  quality: -1,
  playingQuality: null,
  audios: [],
  audio: -1,
  subtitles: [],
  subtitle: -1,
  cues: [],
};

const NOTHING_LOADED = { ...IDLE, phase: "loading" } as const;
/** Attempts to go on after a failure before the viewer is asked. */
const MOST_RECOVERIES = 2;

const WORDS = {
  network: "The stream does not answer. The source may be away, or your connection is.",
  media: "The stream is damaged, or your browser cannot decode it.",
  unsupported: "Your browser cannot play this kind of stream.",
} as const;

/** An engine on a video element that belongs to the caller. */
export function createEngine(video: HTMLVideoElement): PlayerEngine {
  let state: PlayerState = IDLE;
  let hls: Hls | null = null;
  let generation = 0;
  const listeners = new Set<() => void>();
  const update = (part: Partial<PlayerState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };

  const readTimes = () => update({ time: video.currentTime, duration: Number.isFinite(video.duration) ? video.duration : 0, buffered: bufferedEnd(video) });
  const readCues = () => {
    const shown = [...video.textTracks].filter((track) => track.mode !== "disabled" && track.kind !== "metadata");
    update({ cues: state.subtitle === -1 ? [] : shown.flatMap((track) => [...(track.activeCues ?? [])] as VTTCue[]) });
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
    enterpictureinpicture: () => update({ inPicture: true }),
    leavepictureinpicture: () => update({ inPicture: false }),
    error: () => {
      if (hls === null && video.error !== null && video.hasAttribute("src")) update({ phase: "failed", problem: video.error.code === video.error.MEDIA_ERR_NETWORK ? WORDS.network : WORDS.media });
    },
  };
  for (const [name, handler] of Object.entries(handlers)) video.addEventListener(name, handler);
  const watchTrack = ({ track }: TrackEvent) => track?.addEventListener("cuechange", readCues);
  video.textTracks.addEventListener("addtrack", watchTrack);

  const unload = () => {
    hls?.destroy();
    hls = null;
    video.removeAttribute("src");
    video.load();
  };

  const playDirectly = (url: string, startAt: number) => {
    const goTo = () => {
      if (startAt > 0) video.currentTime = startAt;
    };
    video.addEventListener("loadedmetadata", goTo, { once: true });
    video.src = url;
  };

  async function playStream(url: string, startAt: number, isCurrent: () => boolean): Promise<void> {
    const { default: HlsClass } = await import("hls.js");
    if (!isCurrent()) return;
    // Browsers with HLS of their own lack parts of it, so theirs comes second.
    if (!HlsClass.isSupported()) {
      if (video.canPlayType("application/vnd.apple.mpegurl") !== "") playDirectly(url, startAt);
      else update({ phase: "failed", problem: WORDS.unsupported });
      return;
    }
    hls = new HlsClass({ startPosition: startAt > 0 ? startAt : -1, capLevelToPlayerSize: true, backBufferLength: 60, workerPath });
    follow(hls, HlsClass);
    hls.loadSource(url);
    hls.attachMedia(video);
  }

  function follow(stream: Hls, { Events, ErrorTypes }: typeof Hls): void {
    let recoveries = 0;
    // Subtitles are drawn by us, above the controls and in the viewer's size.
    stream.subtitleDisplay = false;
    stream.on(Events.MANIFEST_PARSED, () => update({ qualities: stream.levels.map((level, index) => ({ index, label: levelLabel(level, stream.levels), language: null })), quality: -1 }));
    stream.on(Events.LEVEL_SWITCHED, (_event, { level }) => update({ playingQuality: state.qualities[level]?.label ?? null }));
    stream.on(Events.AUDIO_TRACKS_UPDATED, () => update({ audios: stream.audioTracks.map(trackChoice), audio: stream.audioTrack }));
    stream.on(Events.AUDIO_TRACK_SWITCHED, () => update({ audio: stream.audioTrack }));
    stream.on(Events.SUBTITLE_TRACKS_UPDATED, () => update({ subtitles: stream.subtitleTracks.map(trackChoice), subtitle: stream.subtitleTrack }));
    stream.on(Events.SUBTITLE_TRACK_SWITCH, () => {
      update({ subtitle: stream.subtitleTrack });
      readCues();
    });
    stream.on(Events.FRAG_BUFFERED, () => (recoveries = 0));
    stream.on(Events.ERROR, (_event, { fatal, type }) => {
      if (!fatal) return;
      recoveries += 1;
      const isNetwork = type === ErrorTypes.NETWORK_ERROR;
      if (recoveries <= MOST_RECOVERIES && state.qualities.length > 0) {
        if (isNetwork) stream.startLoad();
        else stream.recoverMediaError();
        return;
      }
      stream.stopLoad();
      update({ phase: "failed", problem: isNetwork ? WORDS.network : WORDS.media });
    });
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
      const mine = generation;
      unload();
      update({ ...NOTHING_LOADED, volume: video.volume, muted: video.muted, speed: video.playbackRate, time: startAt });
      if (isFile) return playDirectly(url, startAt);
      playStream(url, startAt, () => mine === generation).catch(() => update({ phase: "failed", problem: WORDS.network }));
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
      // A new source takes the default.
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
      for (const [name, handler] of Object.entries(handlers)) video.removeEventListener(name, handler);
      video.textTracks.removeEventListener("addtrack", watchTrack);
      unload();
      listeners.clear();
    },
  };
}

function bufferedEnd(video: HTMLVideoElement): number {
  const { buffered, currentTime } = video;
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime) return buffered.end(index);
  }
  return currentTime;
}

interface Level {
  height: number;
  bitrate: number;
  name?: string;
}

/** `1080p`; where two renditions share a height their bit rate tells them apart. */
function levelLabel(level: Level, all: readonly Level[]): string {
  const rate = `${(level.bitrate / 1_000_000).toFixed(1)} Mbit/s`;
  if (!(level.height > 0)) return rate;
  return all.filter(({ height }) => height === level.height).length > 1 ? `${level.height}p, ${rate}` : `${level.height}p`;
}

function trackChoice({ name, lang }: { name: string; lang?: string }, index: number): Choice {
  return { index, label: name, language: lang ?? null };
}
