import pgsWorkerPath from "libpgs/dist/libpgs.worker.js?url";
import { fallbackFontFor } from "./fallback-font";
import type { SubtitleFile } from "./subtitle-file";

export interface ShownSubtitles {
  setDelay(seconds: number): void;
  destroy(): void;
}

interface RenderOptions {
  video: HTMLVideoElement;
  file: SubtitleFile;
  fonts: readonly string[];
  delay: number;
  onCues: (cues: readonly VTTCue[]) => void;
}

/** A module of one function that needs relaxed SIMD. */
const RELAXED_SIMD = [
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b, 0x03,
  0x02, 0x01, 0x00, 0x0a, 0x2b, 0x01, 0x29, 0x00, 0xfd, 0x0c, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xfd, 0x0c, 0x00, 0x00, 0x00, 0x00,
  0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xfd, 0x80, 0x02, 0x0b,
];

/** Draws an ASS script as its authors styled it. Rejects when the browser or the script cannot. */
export async function renderAss({
  video,
  file,
  fonts,
  delay,
}: RenderOptions): Promise<ShownSubtitles> {
  const script = await fetchText(file.url);
  const { default: Jassub } = await import("jassub");
  const fallback = fallbackFontFor(script);
  // Preset, since JASSUB's probe compiles WebAssembly in the page, where the policy forbids it;
  // only its worker may.
  Jassub._supportsSIMD = WebAssembly.validate(Uint8Array.from(RELAXED_SIMD));
  const renderer = new Jassub({
    video,
    subContent: script,
    fonts: [...fonts, fallback.url],
    defaultFont: fallback.name,
    queryFonts: false,
    timeOffset: -delay,
  });
  try {
    await Promise.race([renderer.ready, failureOf(renderer._worker)]);
  } catch (error) {
    void renderer.destroy().catch(() => undefined);
    throw error;
  }
  const drawNow = () =>
    void renderer
      .manualRender(
        {
          expectedDisplayTime: performance.now(),
          mediaTime: video.currentTime,
          width: video.videoWidth,
          height: video.videoHeight,
        },
        true,
      )
      .catch(() => undefined);
  // A paused video would otherwise show nothing until its next frame.
  if (video.readyState >= video.HAVE_CURRENT_DATA) drawNow();
  video.addEventListener("seeked", drawNow);
  return {
    setDelay(seconds) {
      renderer.timeOffset = -seconds;
      drawNow();
    },
    destroy() {
      video.removeEventListener("seeked", drawNow);
      void renderer.destroy().catch(() => undefined);
    },
  };
}

const READY_WITHIN_MS = 20_000;

/** Rejects when the worker fails or the renderer takes too long. */
function failureOf(worker: Worker): Promise<never> {
  return new Promise((_resolve, reject) => {
    worker.addEventListener("error", () => reject(new Error("The renderer failed.")));
    setTimeout(() => reject(new Error("The renderer is not ready.")), READY_WITHIN_MS);
  });
}

export async function renderPgs({ video, file, delay }: RenderOptions): Promise<ShownSubtitles> {
  const { PgsRenderer } = await import("libpgs");
  const renderer = new PgsRenderer({ workerUrl: pgsWorkerPath, video, timeOffset: -delay });
  // It takes the first picture for drawn until it has drawn another, or none.
  renderer.renderAtTimestamp(-1);
  try {
    const response = await fetchFile(file.url);
    await renderer.loadFromBuffer(await response.arrayBuffer());
  } catch (error) {
    renderer.dispose();
    throw error;
  }
  // It draws on time changes, which a paused video does not have.
  renderer.renderAtTimestamp(video.currentTime - delay);
  return {
    setDelay(seconds) {
      renderer.timeOffset = -seconds;
      renderer.renderAtTimestamp(video.currentTime - seconds);
    },
    destroy: () => renderer.dispose(),
  };
}

/** The player renders the cues, as it does those of streams. */
export async function showPlain({
  video,
  file,
  delay,
  onCues,
}: RenderOptions): Promise<ShownSubtitles> {
  const vtt = await fetchText(file.plainUrl ?? file.url);
  const url = URL.createObjectURL(new Blob([vtt], { type: "text/vtt" }));
  const track = document.createElement("track");
  // hls.js disables subtitles that are not its own.
  track.kind = "metadata";
  track.src = url;
  let currentDelay = delay;
  let shown: readonly VTTCue[] = [];
  // A paused video does not update `activeCues`.
  const updateCues = () => {
    const time = video.currentTime - currentDelay;
    const cues = [...(track.track.cues ?? [])] as VTTCue[];
    const current = cues.filter(({ startTime, endTime }) => startTime <= time && time < endTime);
    if (current.length === shown.length && current.every((cue, at) => cue === shown[at])) return;
    shown = current;
    onCues(current);
  };
  const events = ["timeupdate", "seeked"] as const;
  for (const name of events) video.addEventListener(name, updateCues);
  track.track.addEventListener("cuechange", updateCues);
  track.addEventListener("load", updateCues);
  video.append(track);
  track.track.mode = "hidden";
  return {
    setDelay(seconds) {
      currentDelay = seconds;
      updateCues();
    },
    destroy() {
      for (const name of events) video.removeEventListener(name, updateCues);
      track.track.removeEventListener("cuechange", updateCues);
      track.remove();
      onCues([]);
      URL.revokeObjectURL(url);
    },
  };
}

async function fetchText(url: string): Promise<string> {
  return (await fetchFile(url)).text();
}

async function fetchFile(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The subtitles responded with ${response.status}.`);
  return response;
}
