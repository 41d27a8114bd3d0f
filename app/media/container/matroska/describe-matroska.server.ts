import { chaptersWithin } from "~/media/container/chapters";
import { matroskaCodec } from "~/media/container/codec-string";
import {
  emptyTrack,
  MAX_KEYFRAMES,
  type Keyframe,
  type MediaAttachment,
  type MediaInfo,
  type MediaTrack,
  type SubtitleFormat,
} from "~/media/container/container-info";
import type { FileBytes } from "~/media/container/file-bytes.server";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { MatroskaFile, MatroskaTrack } from "./matroska-file";
import { scanBlocks } from "./scan-blocks.server";

/** Blocks of all tracks before the first key frame. */
const MAX_FIRST_BLOCKS = 100_000;

export function describeMatroska(file: MatroskaFile, startTime: number): MediaInfo {
  const video = mainVideo(file);
  const tracks = file.tracks.flatMap((track) => describeTrack(track) ?? []);
  return {
    container: file.docType,
    duration: file.duration,
    startTime,
    title: file.title,
    tracks,
    chapters: chaptersWithin(file.chapters, { startTime, duration: file.duration }),
    fonts: file.attachments.filter(isFont),
    hasIndex: video !== null && file.cues.some(({ track }) => track === video.number),
    isCutOff: file.isCutOff,
  };
}

export function mainVideo(file: MatroskaFile): MatroskaTrack | null {
  const videos = file.tracks.filter(({ kind }) => kind === "video");
  return videos.find(({ isDefault }) => isDefault) ?? videos[0] ?? null;
}

function describeTrack(track: MatroskaTrack): MediaTrack | null {
  if (track.kind === "other") return null;
  const { width, height, hdr, channels, sampleRate } = track;
  const isVideo = track.kind === "video";
  const isAudio = track.kind === "audio";
  const frameRate = track.frameSeconds === null ? null : 1 / track.frameSeconds;
  return {
    ...emptyTrack({
      number: track.number,
      kind: track.kind,
      ...matroskaCodec(track.codecId, track.codecPrivate),
    }),
    language: track.language,
    name: track.name,
    isDefault: track.isDefault,
    isForced: track.isForced,
    isHearingImpaired: track.isHearingImpaired,
    isCommentary: track.isCommentary,
    ...(isVideo
      ? {
          width,
          height,
          hdr,
          frameRate: frameRate === null ? null : Math.round(frameRate * 1e3) / 1e3,
        }
      : {}),
    ...(isAudio ? { channels, sampleRate } : {}),
    ...(track.kind === "subtitles" ? { format: subtitleFormat(track.codecId) } : {}),
  };
}

function subtitleFormat(codecId: string): SubtitleFormat | null {
  if (/^S_(?:TEXT\/)?(?:ASS|SSA)$/.test(codecId)) return "ass";
  if (/^S_TEXT\/(?:UTF8|ASCII)$/.test(codecId)) return "srt";
  if (/^(?:S_TEXT\/WEBVTT|D_WEBVTT\/(?:SUBTITLES|CAPTIONS))$/.test(codecId)) return "vtt";
  return codecId === "S_HDMV/PGS" ? "pgs" : null;
}

/** Many files label fonts `application/octet-stream`, so the name counts too. */
function isFont({ name, mediaType }: MediaAttachment): boolean {
  return (
    /font|truetype|opentype|sfnt/i.test(mediaType) || /\.(?:ttf|otf|ttc|otc|woff2?)$/i.test(name)
  );
}

export async function firstFrame(file: MatroskaFile, bytes: FileBytes): Promise<Keyframe | null> {
  const video = mainVideo(file);
  if (video === null || file.firstCluster === null) return null;
  const blocks = scanBlocks(file, bytes, {
    from: file.firstCluster,
    wants: (track) => track === video.number,
    maxBlocks: MAX_FIRST_BLOCKS,
  });
  let seen = 0;
  for await (const { isKey, time, cluster } of blocks) {
    if (isKey) return { time, offset: cluster };
    if ((seen += 1) > 1_000) break;
  }
  return null;
}

/**
 * Lists key frames from the Cues and the start of the file. Returns null without Cues for the
 * video.
 */
export function indexedKeyframes(file: MatroskaFile, first: Keyframe | null): Keyframe[] | null {
  const video = mainVideo(file);
  const cues = file.cues.filter(({ track }) => track === video?.number);
  if (cues.length === 0) return null;
  const keyframes = cues.map(({ time, cluster }): Keyframe => ({ time, offset: cluster }));
  const [earliest] = keyframes;
  if (first !== null && earliest !== undefined && first.time < earliest.time - file.tick / 2)
    keyframes.unshift(first);
  return ascending(keyframes);
}

/**
 * Finds the key frames of a file without Cues by reading the heads of all blocks. Throws
 * `UnreadableMedia` when there are too many.
 */
export async function scanKeyframes(
  file: MatroskaFile,
  bytes: FileBytes,
): Promise<{ keyframes: Keyframe[]; end: number }> {
  const video = mainVideo(file);
  const keyframes: Keyframe[] = [];
  let end = 0;
  if (video !== null && file.firstCluster !== null)
    for await (const block of scanBlocks(file, bytes, {
      from: file.firstCluster,
      wants: (track) => track === video.number,
    })) {
      if (block.isKey) keyframes.push({ time: block.time, offset: block.cluster });
      if (keyframes.length > MAX_KEYFRAMES) throw new UnreadableMedia("media.headTooLarge");
      end = Math.max(end, block.time + (block.duration ?? video.frameSeconds ?? 0));
    }
  return { keyframes: ascending(keyframes), end };
}

function ascending(keyframes: Keyframe[]): Keyframe[] {
  return keyframes
    .sort((one, other) => one.time - other.time)
    .filter((one, index, all) => index === 0 || one.time > (all[index - 1]?.time ?? 0));
}
