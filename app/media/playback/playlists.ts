import { languageName as nameLanguage } from "~/i18n/language-name";
import type { MediaInfo, MediaTrack } from "~/media/container/container-info";
import type { Segment } from "./cuts";
import { mainTrack, type AudioDelivery } from "./delivery-plan";
import { encodedSize, MAX_RATES, renditionName, type Rendition } from "./encode/h264-renditions";

interface MasterOptions {
  info: MediaInfo;
  /** Renditions to encode; none if the video is copied. */
  renditions: readonly Rendition[];
  audio: readonly { track: MediaTrack; as: AudioDelivery }[];
  size: number;
}

const ENCODED_VIDEO_CODEC = "avc1.640028";
const ENCODED_AUDIO_CODEC = "mp4a.40.2";
const ENCODED_AUDIO_RATE = 192_000;

interface Variant {
  uri: string;
  bandwidth: number;
  videoCodec: string | null;
  size: { width: number; height: number } | null;
}

export function masterPlaylist({ info, renditions, audio, size }: MasterOptions): string {
  const video = mainTrack(info.tracks, "video");
  const chosen = audio.find(({ track }) => track.isDefault) ?? audio[0];
  const original = {
    bandwidth: Math.max(64_000, Math.ceil((size * 8) / Math.max(info.duration ?? 1, 1))),
    size:
      video === undefined || video.width === null || video.height === null
        ? null
        : { width: video.width, height: video.height },
  };
  const variants: Variant[] =
    video === undefined
      ? chosen === undefined
        ? []
        : [{ ...original, uri: audioUri(chosen), videoCodec: null }]
      : renditions.length === 0
        ? [
            {
              ...original,
              uri: "video/copy/index.m3u8",
              videoCodec: video.codec ?? ENCODED_VIDEO_CODEC,
            },
          ]
        : renditions.map((rendition) => ({
            uri: `video/${renditionName(rendition)}/index.m3u8`,
            bandwidth: MAX_RATES[rendition.height] + ENCODED_AUDIO_RATE,
            videoCodec: ENCODED_VIDEO_CODEC,
            size: original.size === null ? null : encodedSize(original.size, rendition.height),
          }));
  const audioCodecs = audio.map(({ track, as }) =>
    as === "aac" ? ENCODED_AUDIO_CODEC : playlistCodec(track.codec ?? ENCODED_AUDIO_CODEC),
  );
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
        `URI="${audioUri({ track, as })}"`,
      ].join(","),
    ),
    ...variants.flatMap(({ uri, bandwidth, videoCodec, size: pixels }) => [
      `#EXT-X-STREAM-INF:${[
        `BANDWIDTH=${bandwidth}`,
        `CODECS="${[...new Set([...(videoCodec === null ? [] : [videoCodec]), ...audioCodecs])].join(",")}"`,
        ...(pixels === null ? [] : [`RESOLUTION=${pixels.width}x${pixels.height}`]),
        ...(typeof video?.frameRate === "number"
          ? [`FRAME-RATE=${video.frameRate.toFixed(3)}`]
          : []),
        // Encoded video keeps its transfer function, too.
        ...(video?.hdr ? [`VIDEO-RANGE=${video.hdr}`] : []),
        ...(audio.length === 0 ? [] : ['AUDIO="audio"']),
      ].join(",")}`,
      uri,
    ]),
  ]);
}

function audioUri({ track, as }: { track: MediaTrack; as: AudioDelivery }): string {
  return `audio/${track.number}/${as}/index.m3u8`;
}

export function mediaPlaylist(segments: readonly Segment[]): string {
  // There may be more than a call takes arguments.
  const longest = segments.reduce((most, { start, end }) => Math.max(most, end - start), 1);
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

/** The track's name, or its language and channels: `Japanese 5.1`. */
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
  return tag === null ? null : nameLanguage("en", tag);
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
