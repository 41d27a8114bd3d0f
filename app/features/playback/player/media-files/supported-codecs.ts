/** RFC 6381 strings of codecs that devices differ in. */
const VIDEO_CODECS = [
  "avc1.640028",
  "avc1.6e0028",
  "hvc1.1.6.L120.90",
  "hvc1.2.4.L120.90",
  "av01.0.08M.08",
  "av01.0.08M.10",
  "vp09.00.40.08",
  "vp09.02.40.10",
] as const;
const AUDIO_CODECS = ["mp4a.40.2", "mp4a.40.34", "flac", "opus", "ac-3", "ec-3", "dtsc"] as const;
const VIDEO_SIZE = { width: 1920, height: 1080, bitrate: 8_000_000, framerate: 24 };

let supported: Promise<string[]> | null = null;

export function getSupportedCodecs(): Promise<string[]> {
  supported ??= probeDevice();
  return supported;
}

async function probeDevice(): Promise<string[]> {
  const video = await Promise.all(
    VIDEO_CODECS.map(async (codec) => ((await decodesVideo(codec)) ? [codec] : [])),
  );
  return [
    ...video.flat(),
    ...AUDIO_CODECS.filter((codec) => isTypeSupported(`audio/mp4; codecs="${codec}"`)),
  ];
}

async function decodesVideo(codec: string): Promise<boolean> {
  const contentType = `video/mp4; codecs="${codec}"`;
  if (!isTypeSupported(contentType)) return false;
  try {
    const { supported } = await navigator.mediaCapabilities.decodingInfo({
      type: "media-source",
      video: { contentType, ...VIDEO_SIZE },
    });
    return supported;
  } catch {
    return true;
  }
}

function isTypeSupported(type: string): boolean {
  return typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(type);
}
