import type { MediaInfo, MediaTrack } from "~/media/container/container-info";
import type { Segment } from "./cuts";
import { mainTrack, type AudioDelivery, type VideoDelivery } from "./delivery-plan";

interface MasterOptions {
  info: MediaInfo;
  video: VideoDelivery;
  audio: readonly { track: MediaTrack; as: AudioDelivery }[];
  size: number;
}

const ENCODED_VIDEO_CODEC = "avc1.640028";
const ENCODED_AUDIO_CODEC = "mp4a.40.2";

export function masterPlaylist({ info, video, audio, size }: MasterOptions): string {
  const picture = mainTrack(info.tracks, "video");
  const codecs = new Set([
    ...(picture === undefined
      ? []
      : [video === "h264" ? ENCODED_VIDEO_CODEC : (picture.codec ?? ENCODED_VIDEO_CODEC)]),
    ...audio.map(({ track, as }) =>
      as === "aac" ? ENCODED_AUDIO_CODEC : playlistCodec(track.codec ?? ENCODED_AUDIO_CODEC),
    ),
  ]);
  const bandwidth = Math.max(64_000, Math.ceil((size * 8) / Math.max(info.duration ?? 1, 1)));
  const chosen = audio.find(({ track }) => track.isDefault) ?? audio[0];
  const variant = [
    `BANDWIDTH=${bandwidth}`,
    `CODECS="${[...codecs].join(",")}"`,
    ...(picture === undefined || picture.width === null || picture.height === null
      ? []
      : [`RESOLUTION=${picture.width}x${picture.height}`]),
    ...(picture === undefined || picture.frameRate === null
      ? []
      : [`FRAME-RATE=${picture.frameRate.toFixed(3)}`]),
    ...(audio.length === 0 ? [] : ['AUDIO="audio"']),
  ];
  const names = uniqueNames(audio.map(({ track }) => trackLabel(track)));
  return lines([
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...audio.map(({ track, as }, index) =>
      [
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="${attribute(names[index] ?? "")}"`,
        ...(track.language === null ? [] : [`LANGUAGE="${attribute(track.language)}"`]),
        `DEFAULT=${track === chosen?.track ? "YES" : "NO"}`,
        `AUTOSELECT=${track.isCommentary ? "NO" : "YES"}`,
        ...(track.channels === null
          ? []
          : [`CHANNELS="${as === "aac" ? Math.min(2, track.channels) : track.channels}"`]),
        `URI="audio/${track.number}/${as}/index.m3u8"`,
      ].join(","),
    ),
    `#EXT-X-STREAM-INF:${variant.join(",")}`,
    picture === undefined && chosen !== undefined
      ? `audio/${chosen.track.number}/${chosen.as}/index.m3u8`
      : `video/${video}/index.m3u8`,
  ]);
}

export function mediaPlaylist(segments: readonly Segment[]): string {
  const longest = Math.max(1, ...segments.map(({ start, end }) => end - start));
  return lines([
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-MEDIA-SEQUENCE:0",
    '#EXT-X-MAP:URI="init.mp4"',
    ...segments.flatMap(({ start, end }, index) => [
      `#EXTINF:${(end - start).toFixed(6)},`,
      `${index}.m4s`,
    ]),
    "#EXT-X-ENDLIST",
  ]);
}

/** Its name, or its language and channels: `Japanese 5.1`. */
export function trackLabel(track: MediaTrack): string {
  const language = languageName(track.language);
  const channels =
    track.channels === null || track.channels <= 2
      ? ""
      : track.channels === 6
        ? " 5.1"
        : track.channels === 8
          ? " 7.1"
          : ` ${track.channels} channels`;
  if (track.name === null) return language === null ? `Track ${track.number}` : language + channels;
  return language === null || track.name.toLowerCase().includes(language.toLowerCase())
    ? track.name
    : `${language} – ${track.name}`;
}

export function languageName(tag: string | null): string | null {
  if (tag === null) return null;
  try {
    return new Intl.DisplayNames("en", { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Apple's players distinguish these two by case. */
function playlistCodec(codec: string): string {
  if (codec === "flac") return "fLaC";
  return codec === "opus" ? "Opus" : codec;
}

function uniqueNames(names: readonly string[]): string[] {
  return names.map((name, index) => {
    const earlier = names.slice(0, index).filter((other) => other === name).length;
    return earlier === 0 ? name : `${name} (${earlier + 1})`;
  });
}

/** Quoted strings allow neither quotes nor line breaks. */
function attribute(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[\r\n]/g, " ");
}

function lines(parts: readonly string[]): string {
  return `${parts.join("\n")}\n`;
}
