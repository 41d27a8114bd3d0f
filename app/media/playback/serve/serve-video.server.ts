import { NotFound } from "~/errors/app-error";
import { cutEvenly, divideLong, EVEN_SECONDS, type Segment } from "~/media/playback/cuts";
import { mainTrack } from "~/media/playback/delivery-plan";
import type { AviClock } from "~/media/playback/encode/avi-clock.server";
import type { Rendition } from "~/media/playback/encode/h264-renditions";
import type { VideoEncoder } from "~/media/playback/encode/video-encoder.server";
import type { FileIndexes } from "~/media/playback/file-index.server";
import type { CopySegment } from "~/media/playback/copy-segment.server";
import type { OpenFile } from "~/media/playback/open-file.server";
import type { Timeline } from "~/media/playback/read-index.server";
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
  const { start, segments: cuts, keyframes } = index.timeline;
  const clock =
    rendition !== null && index.info.container === "avi"
      ? await makeBody(request, (signal) => videoEncoder.aviClock(file, signal))
      : null;
  const played = clock === null ? cuts : cutAtFrames(index.timeline, clock);
  const segments = rendition === null ? cuts : divideLong(played);
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
            Math.max(start, segment.start - roundToFrames(MAX_KEYFRAME_SECONDS, clock)),
          delay: clock?.delay ?? 0,
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
 * Cuts an AVI where frames start, because ffmpeg seeks to whole frames. The length of the file may
 * include the encoder's delay, so the last cut comes before that: each segment needs a frame.
 */
function cutAtFrames({ start, end }: Timeline, clock: AviClock): Segment[] {
  const segments = cutEvenly(start, end - clock.delay, roundToFrames(EVEN_SECONDS, clock));
  const last = segments.at(-1);
  if (last !== undefined) last.end = end;
  return segments;
}

function roundToFrames(seconds: number, clock: AviClock | null): number {
  return clock === null ? seconds : Math.max(1, Math.round(seconds / clock.frame)) * clock.frame;
}
