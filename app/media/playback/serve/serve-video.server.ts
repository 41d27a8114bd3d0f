import {
  readAviFrames,
  type AviVideo,
  type ElementaryVideo,
} from "~/media/container/avi-video.server";
import { NotFound } from "~/errors/app-error";
import { divideLong, type Segment } from "~/media/playback/cuts";
import { mainTrack } from "~/media/playback/delivery-plan";
import type { Rendition } from "~/media/playback/encode/h264-renditions";
import type { VideoEncoder } from "~/media/playback/encode/video-encoder.server";
import type { FileIndexes } from "~/media/playback/file-index.server";
import type { CopySegment } from "~/media/playback/copy-segment.server";
import { withVersion, type OpenFile } from "~/media/playback/open-file.server";
import { mediaPlaylist } from "~/media/playback/playlists";
import { requestBytes, type MakeBody } from "./body-slots.server";
import { immutableBody, playlistBody, type PlayerBody, type PlayerRequest } from "./player-body";
import { findSegment } from "./segments.server";

interface VideoTools {
  indexes: FileIndexes;
  videoEncoder: VideoEncoder;
  copySegment: CopySegment;
  makeBody: MakeBody;
}

interface VideoPart {
  /** The quality that is encoded; null to copy the video. */
  rendition: Rendition | null;
  /** A playlist's, or a segment's. */
  name: string;
}

/**
 * Longest distance of key frames while they are unknown: broadcasts and discs have one at least
 * every two seconds.
 */
const MAX_KEYFRAME_SECONDS = 3;

/** Serves a rendition's playlist or one of its segments. */
export async function serveVideo(
  { indexes, videoEncoder, copySegment, makeBody }: VideoTools,
  file: OpenFile,
  { rendition, name }: VideoPart,
  request: PlayerRequest,
): Promise<PlayerBody> {
  const index = await indexes.getWithTimeline(file, request);
  const { avi } = index;
  const { start, segments: cuts, keyframes } = index.timeline;
  const segments = rendition === null ? cuts : divideLong(cuts);
  if (name === "index.m3u8") return playlistBody(mediaPlaylist(segments));
  const { segment, isInit, isFirst, isLast } = findSegment(segments, name);
  const track = mainTrack(index.info.tracks, "video");
  if (track === undefined) throw new NotFound("file.notFound");
  const muxed =
    rendition !== null
      ? await videoEncoder.encode({
          file,
          segment,
          from:
            keyframes.findLast(({ time }) => time <= segment.start)?.time ??
            Math.max(start, segment.start - MAX_KEYFRAME_SECONDS),
          readFrames: avi === null ? undefined : (signal) => readFrames(file, avi, segment, signal),
          zero: start,
          rendition,
          isInit,
          ...request,
        })
      : await makeBody(request, (signal) =>
          copySegment({
            ...{ kind: "video", file, index, bytes: requestBytes(file, signal) },
            ...{ track: track.number, segment, isFirst, isLast, zero: start },
            ...{ client: request.client, signal },
          }),
        );
  return immutableBody("video/mp4", isInit ? muxed.init : muxed.media);
}

/**
 * An AVI's frames from the cut before the segment on. Opens the file again, as the request may have
 * ended while others wait for the segment.
 */
function readFrames(
  file: OpenFile,
  video: AviVideo,
  { start }: Segment,
  signal: AbortSignal,
): Promise<ElementaryVideo> {
  const cut = video.cuts.findLastIndex(({ time }) => time <= start + 1e-6);
  return withVersion(file, (opened) => readAviFrames(requestBytes(opened, signal), video, cut));
}
