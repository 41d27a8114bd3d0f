import { NotFound } from "~/errors/app-error";
import { isDolby, type AudioDelivery } from "~/media/playback/delivery-plan";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { AudioEncoder } from "~/media/playback/encode/audio-encoder.server";
import type { FileIndexes } from "~/media/playback/file-index.server";
import type { CopySegment } from "~/media/playback/copy-segment.server";
import type { CopiedPart } from "~/media/playback/make-segment.server";
import type { OpenFile } from "~/media/playback/open-file.server";
import { mediaPlaylist } from "~/media/playback/playlists";
import { requestBytes, type MakeBody } from "./body-slots.server";
import { immutableBody, playlistBody, type PlayerBody, type PlayerRequest } from "./player-body";
import { audioSegments, findSegment } from "./segments.server";

interface AudioTools {
  indexes: FileIndexes;
  audioEncoder: AudioEncoder;
  copySegment: CopySegment;
  makeBody: MakeBody;
}

interface AudioPart {
  /** Number of the track. */
  number: number;
  as: AudioDelivery;
  /** A playlist's, or a segment's. */
  name: string;
}

/** Serves the playlist of an audio track or one of its segments. */
export async function serveAudio(
  { indexes, audioEncoder, copySegment, makeBody }: AudioTools,
  file: OpenFile,
  { number, as, name }: AudioPart,
  request: PlayerRequest,
): Promise<PlayerBody> {
  const index = await indexes.getWithTimeline(file, request);
  const { timeline } = index;
  const track = index.info.tracks.find(
    (candidate) => candidate.number === number && candidate.kind === "audio",
  );
  if (track === undefined) throw new NotFound("file.notFound");
  const segments = audioSegments(timeline, number, as);
  if (name === "index.m3u8") return playlistBody(mediaPlaylist(segments));
  const { segment, isInit, isFirst, isLast } = findSegment(segments, name);
  const muxed = await makeBody(request, async (signal) => {
    const bytes = requestBytes(file, signal);
    const copy = (part: CopiedPart) =>
      copySegment({
        ...{ kind: "audio", file, index, bytes, track: number, ...part },
        ...{ client: request.client, signal },
      });
    if (as === "copy" && isInit) {
      // The first frames tell a decoder most of their sound, however late they come.
      const begins = timeline.audio.get(number)?.first ?? timeline.start;
      const sounding = segments.find(({ end }) => end > begins) ?? segment;
      const part = { segment: sounding, isFirst: sounding === segment, isLast: false };
      return copy({ ...part, zero: timeline.start });
    }
    if (as === "copy") return copy({ segment, isFirst, isLast, zero: timeline.start });
    const usesFfmpeg = !isDolby(track.codec);
    const { client } = request;
    return audioEncoder.encode({ file, index, track, segment, usesFfmpeg, copy, client, signal });
  });
  if (isInit && muxed.init.length === 0) throw new UnreadableMedia("media.notCopied");
  return immutableBody("audio/mp4", isInit ? muxed.init : muxed.media);
}
