import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import type { PlayerSource } from "~/features/playback/player/engine/player-source";

/** A video element with Safari's AirPlay, which TypeScript's types lack. */
export interface RemoteVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
  webkitCurrentPlaybackTargetIsWireless?: boolean;
}

const AIRPLAY_FOUND = "webkitplaybacktargetavailabilitychanged";
const AIRPLAY_CHANGED = "webkitcurrentplaybacktargetiswirelesschanged";
/** Browsers let a page prompt for about five seconds after a click. */
const MAX_LOAD_MS = 4_000;

/** Reports whether there is a device. Returns how to stop. */
export function watchRemotes(
  video: RemoteVideo,
  deviceUrl: string | null,
  onChange: (isAvailable: boolean) => void,
): () => void {
  if (video.webkitShowPlaybackTargetPicker !== undefined) {
    const onFound = (event: Event) =>
      onChange((event as Event & { availability?: string }).availability === "available");
    video.addEventListener(AIRPLAY_FOUND, onFound);
    return () => video.removeEventListener(AIRPLAY_FOUND, onFound);
  }
  // Streams that the page feeds to the element play on no device, so another element is asked.
  const asked = deviceUrl !== null && playsStreams(video) ? document.createElement("video") : video;
  if (!("remote" in asked)) return () => undefined;
  if (asked !== video && deviceUrl !== null) {
    asked.preload = "none";
    asked.src = deviceUrl;
  }
  const watching = asked.remote.watchAvailability(onChange).catch(() => null);
  return () =>
    void watching.then((id) =>
      id === null ? undefined : asked.remote.cancelWatchAvailability(id).catch(() => undefined),
    );
}

/**
 * Plays the device's stream in the page and lets the viewer choose a device. Returns to the source,
 * in place, when none is chosen and when the device is left. Returns how to stop listening.
 */
export function openRemote(
  engine: PlayerEngine,
  { source, deviceUrl }: { source: PlayerSource; deviceUrl: string | null },
): () => void {
  const video: RemoteVideo = engine.video;
  const swaps = deviceUrl !== null && playsStreams(video);
  const stopping = new AbortController();
  const { signal } = stopping;
  const goBack = () => {
    if (signal.aborted) return;
    stopping.abort();
    if (swaps) engine.load(source);
  };
  const prompt = async () => {
    if (swaps) await isLoaded(video, signal);
    if (signal.aborted) return;
    if (video.webkitShowPlaybackTargetPicker !== undefined) video.webkitShowPlaybackTargetPicker();
    else await video.remote.prompt();
  };
  if (swaps) engine.load({ url: deviceUrl, isFile: true });
  video.addEventListener(
    AIRPLAY_CHANGED,
    () => {
      if (video.webkitCurrentPlaybackTargetIsWireless !== true) goBack();
    },
    { signal },
  );
  if ("remote" in video) video.remote.addEventListener("disconnect", goBack, { signal });
  prompt().catch(goBack);
  return () => stopping.abort();
}

function playsStreams(video: HTMLVideoElement): boolean {
  return video.canPlayType("application/vnd.apple.mpegurl") !== "";
}

function isLoaded(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("not loaded in time")), MAX_LOAD_MS);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    video.addEventListener("loadedmetadata", done, { once: true, signal });
    signal.addEventListener("abort", done, { once: true });
  });
}
