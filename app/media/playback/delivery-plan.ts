import type { MediaInfo, MediaTrack } from "~/media/container/container-info";
import type { PlaysCodec } from "./client-codecs";

export type VideoDelivery = "copy" | "h264";
export type AudioDelivery = "copy" | "aac";

export interface DeliveryPlan {
  /** The file itself by byte ranges, or HLS. */
  type: "file" | "hls";
  video: VideoDelivery;
  audio: { track: MediaTrack; as: AudioDelivery }[];
  /** What the client cannot play; null when it plays. */
  problem: { kind: "video" | "audio"; codecName: string } | null;
}

interface PlanOptions {
  plays: PlaysCodec;
  /** There is an ffmpeg, which decodes all audio. */
  hasEncoder: boolean;
  /** Whether it also encodes H.264. */
  encodesVideo?: boolean;
}

/** Containers that play without remuxing. */
const DIRECT_CONTAINERS = new Set(["mp4", "webm"]);

export function isDolby(codec: string | null): boolean {
  return codec === "ac-3" || codec === "ec-3";
}

/**
 * Copies what the client plays and encodes the rest: audio first, video last. A file that does not
 * play, or only in part, still has a plan, with the problem.
 */
export function planDelivery(
  info: MediaInfo,
  { plays, hasEncoder, encodesVideo = hasEncoder }: PlanOptions,
): DeliveryPlan {
  const video = mainTrack(info.tracks, "video");
  const audios = info.tracks.filter(({ kind }) => kind === "audio");
  const isVideoPlayed = video === undefined || plays(video.codec);
  const audio = audios.flatMap((track): DeliveryPlan["audio"] => {
    // No browser plays Vorbis in MP4 segments.
    if (plays(track.codec) && track.codec !== "vorbis") return [{ track, as: "copy" }];
    return isDolby(track.codec) || hasEncoder ? [{ track, as: "aac" }] : [];
  });
  const isDirect =
    DIRECT_CONTAINERS.has(info.container) &&
    isVideoPlayed &&
    audios.length <= 1 &&
    audios.every(({ codec }) => plays(codec));
  const [silenced] = audios;
  const isTranscoded = !isVideoPlayed && encodesVideo;
  return {
    type: isDirect ? "file" : "hls",
    video: isTranscoded ? "h264" : "copy",
    audio,
    problem:
      !isVideoPlayed && !isTranscoded
        ? { kind: "video", codecName: video.codecName }
        : !isDirect && audio.length === 0 && silenced !== undefined
          ? { kind: "audio", codecName: silenced.codecName }
          : null,
  };
}

/** The default track of a kind, or the first. */
export function mainTrack(
  tracks: readonly MediaTrack[],
  kind: MediaTrack["kind"],
): MediaTrack | undefined {
  const ofKind = tracks.filter((track) => track.kind === kind);
  return ofKind.find(({ isDefault }) => isDefault) ?? ofKind[0];
}
