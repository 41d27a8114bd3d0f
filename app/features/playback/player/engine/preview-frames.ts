import type Hls from "hls.js";
import type { PlayerSource } from "./engine";

/** Draws what is seen at a time of the film, for whoever looks for a place in it. */
export interface PreviewFrames {
  /**
   * Calls `onFrame` with the picture at about this time, in seconds, as soon as there is one; a newer wish takes an older one's place. Answers whether
   * it is (or was) there at once.
   */
  show(time: number, duration: number): boolean;
  destroy(): void;
}

const WIDTH = 192;
/** A long film has more moments than anybody looks at; pictures of this many parts of it are told apart. */
const PARTS = 200;
/** A pointer that rests this long has stopped passing by. */
const RESTS_MS = 90;
/** Each picture costs a request or two, and a viewer's requests are limited (100 a minute); playing comes first. */
const MOST_A_MINUTE = 25;

/**
 * Looks into the film with a second, silent video element at the smallest quality, made when the first picture is wanted. Pictures are kept, so the
 * same place costs nothing the second time.
 */
export function createPreviewFrames(
  { url, isFile }: PlayerSource,
  onFrame: (frame: ImageBitmap) => void,
): PreviewFrames {
  const frames = new Map<number, ImageBitmap>();
  const drawn: number[] = [];
  let video: HTMLVideoElement | null = null;
  let stream: Hls | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wanted: number | null = null;
  let isGone = false;

  async function open(): Promise<HTMLVideoElement> {
    const looker = document.createElement("video");
    looker.muted = true;
    looker.preload = "auto";
    looker.addEventListener("seeked", () => void take(looker));
    looker.addEventListener("loadeddata", () => void take(looker));
    if (isFile) {
      looker.src = url;
      return looker;
    }
    const { default: HlsClass } = await import("hls.js");
    if (isGone || !HlsClass.isSupported()) return looker;
    // A second of buffer is one segment at a time.
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
    stream.attachMedia(looker);
    return looker;
  }

  async function take(looker: HTMLVideoElement): Promise<void> {
    if (
      isGone ||
      wanted === null ||
      looker.readyState < looker.HAVE_CURRENT_DATA ||
      looker.videoWidth === 0 ||
      looker.seeking
    )
      return;
    const part = wanted;
    if (Math.abs(looker.currentTime - timeOf(part, looker.duration)) > 0.5)
      return goTo(looker, part);
    const frame = await createImageBitmap(looker, {
      resizeWidth: WIDTH,
      resizeHeight: Math.round((WIDTH * looker.videoHeight) / looker.videoWidth),
    }).catch(() => null);
    if (frame === null || isGone) return;
    frames.set(part, frame);
    if (part === wanted) onFrame(frame);
  }

  function goTo(looker: HTMLVideoElement, part: number): void {
    if (looker.duration > 0) looker.currentTime = timeOf(part, looker.duration);
  }

  async function look(part: number): Promise<void> {
    const now = performance.now();
    while (drawn[0] !== undefined && now - drawn[0] > 60_000) drawn.shift();
    if (drawn.length >= MOST_A_MINUTE) return;
    drawn.push(now);
    if (video === null) video = await open();
    else goTo(video, part);
  }

  return {
    show(time, duration) {
      const part = Math.floor((time / duration) * PARTS);
      const known = frames.get(part);
      if (part === wanted) return known !== undefined;
      wanted = part;
      clearTimeout(timer);
      if (known !== undefined) onFrame(known);
      else timer = setTimeout(() => void look(part), RESTS_MS);
      return known !== undefined;
    },
    destroy() {
      isGone = true;
      clearTimeout(timer);
      stream?.destroy();
      video?.removeAttribute("src");
      video?.load();
      for (const frame of frames.values()) frame.close();
    },
  };
}

function timeOf(part: number, duration: number): number {
  return ((part + 0.5) / PARTS) * duration;
}
