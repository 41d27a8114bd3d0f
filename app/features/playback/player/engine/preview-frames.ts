import type Hls from "hls.js";
import type { PlayerSource } from "./player-source";

export interface PreviewFrames {
  /**
   * Calls `onFrame` with the frame at about `time` seconds; only the latest request counts. Returns
   * whether the frame was cached.
   */
  show(time: number, duration: number): boolean;
  destroy(): void;
}

const WIDTH = 192;
const FRAME_COUNT = 200;
const HOVER_DELAY_MS = 90;
/** A frame takes one or two of the 100 requests per minute that playback shares. */
const MAX_FRAMES_PER_MINUTE = 25;

/** Reads frames from a second, muted video element at the lowest quality, created on first use. */
export function createPreviewFrames(
  { url, isFile }: PlayerSource,
  onFrame: (frame: ImageBitmap) => void,
): PreviewFrames {
  const frames = new Map<number, ImageBitmap>();
  const requestTimes: number[] = [];
  let video: HTMLVideoElement | null = null;
  let stream: Hls | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let requested: number | null = null;
  let isDestroyed = false;

  async function createVideo(): Promise<HTMLVideoElement> {
    const element = document.createElement("video");
    element.muted = true;
    element.preload = "auto";
    // A stream may have dropped the frame again when `seeked` is handled; then `canplay` follows.
    for (const name of ["seeked", "loadeddata", "canplay"])
      element.addEventListener(name, () => void captureFrame(element));
    if (isFile) {
      element.src = url;
      return element;
    }
    const { default: HlsClass } = await import("hls.js");
    if (isDestroyed || !HlsClass.isSupported()) return element;
    stream = new HlsClass({
      maxBufferLength: 1,
      maxMaxBufferLength: 1,
      backBufferLength: 0,
      startLevel: 0,
      enableWebVTT: false,
      enableWorker: false,
    });
    stream.on(HlsClass.Events.MANIFEST_PARSED, () => {
      if (stream !== null) [stream.subtitleTrack, stream.loadLevel] = [-1, 0];
    });
    stream.loadSource(url);
    stream.attachMedia(element);
    return element;
  }

  async function captureFrame(element: HTMLVideoElement): Promise<void> {
    if (
      isDestroyed ||
      requested === null ||
      frames.has(requested) ||
      element.readyState < element.HAVE_CURRENT_DATA ||
      element.videoWidth === 0 ||
      element.seeking
    )
      return;
    const index = requested;
    if (Math.abs(element.currentTime - toTime(index, element.duration)) > 0.5)
      return seekToFrame(element, index);
    const frame = await createImageBitmap(element, {
      resizeWidth: WIDTH,
      resizeHeight: Math.round((WIDTH * element.videoHeight) / element.videoWidth),
    }).catch(() => null);
    if (frame === null || isDestroyed) return;
    frames.set(index, frame);
    if (index === requested) onFrame(frame);
  }

  function seekToFrame(element: HTMLVideoElement, index: number): void {
    if (element.duration > 0) element.currentTime = toTime(index, element.duration);
  }

  async function requestFrame(index: number): Promise<void> {
    const now = performance.now();
    while (requestTimes[0] !== undefined && now - requestTimes[0] > 60_000) requestTimes.shift();
    if (requestTimes.length >= MAX_FRAMES_PER_MINUTE) return;
    requestTimes.push(now);
    if (video === null) video = await createVideo();
    else seekToFrame(video, index);
  }

  return {
    show(time, duration) {
      const index = Math.floor((time / duration) * FRAME_COUNT);
      const cached = frames.get(index);
      if (index === requested) return cached !== undefined;
      requested = index;
      clearTimeout(timer);
      if (cached !== undefined) onFrame(cached);
      else timer = setTimeout(() => void requestFrame(index), HOVER_DELAY_MS);
      return cached !== undefined;
    },
    destroy() {
      isDestroyed = true;
      clearTimeout(timer);
      stream?.destroy();
      video?.removeAttribute("src");
      video?.load();
      for (const frame of frames.values()) frame.close();
    },
  };
}

function toTime(index: number, duration: number): number {
  return ((index + 0.5) / FRAME_COUNT) * duration;
}
