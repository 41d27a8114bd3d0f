import { NotFound } from "~/errors/app-error";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import { clientCodecs } from "~/media/playback/client-codecs";
import { mainTrack } from "~/media/playback/delivery-plan";
import type { AudioEncoder } from "~/media/playback/encode/audio-encoder.server";
import { parseRendition } from "~/media/playback/encode/h264-renditions";
import type { VideoEncoder } from "~/media/playback/encode/video-encoder.server";
import type { FileIndexes } from "~/media/playback/file-index.server";
import type { CopySegment } from "~/media/playback/copy-segment.server";
import type { OpenFile } from "~/media/playback/open-file.server";
import { masterPlaylist } from "~/media/playback/playlists";
import type { MakeBody } from "./body-slots.server";
import { chooseDelivery, listRenditions } from "./choose-delivery.server";
import { playlistBody, type PlayerBody, type PlayerRequest } from "./player-body";
import { serveAudio } from "./serve-audio.server";
import { serveVideo } from "./serve-video.server";

interface HlsTools {
  indexes: FileIndexes;
  audioEncoder: AudioEncoder;
  videoEncoder: VideoEncoder;
  copySegment: CopySegment;
  makeBody: MakeBody;
}

/**
 * Serves `master.m3u8`, `video/<as>/<name>` or `audio/<track>/<as>/<name>`. Throws `NotFound` for
 * anything else.
 */
export async function serveHls(
  tools: HlsTools,
  file: OpenFile,
  rest: readonly string[],
  request: PlayerRequest,
): Promise<PlayerBody> {
  const [kind, ...parts] = rest;
  if (kind === "master.m3u8" && parts.length === 0) return serveMaster(tools, file, request);
  if (kind === "video" && parts.length === 2) {
    const [as = "", name = ""] = parts;
    const rendition = parseRendition(as);
    if (as === "copy" || rendition !== null)
      return serveVideo(tools, file, { rendition, name }, request);
  }
  if (kind === "audio" && parts.length === 3) {
    const [track = "", as = "", name = ""] = parts;
    if ((as === "copy" || as === "aac") && /^\d{1,9}$/.test(track))
      return serveAudio(tools, file, { number: Number(track), as, name }, request);
  }
  throw new NotFound("file.notFound");
}

async function serveMaster(
  { indexes, videoEncoder }: HlsTools,
  file: OpenFile,
  request: PlayerRequest,
): Promise<PlayerBody> {
  const { info } = await indexes.get(file, request);
  const plays = clientCodecs(request.parameters.get("codecs")?.split(",") ?? null);
  const plan = await chooseDelivery(videoEncoder, file, { info, plays });
  const video = mainTrack(info.tracks, "video");
  if (video?.codec === null && plan.video !== "h264")
    throw new UnreadableMedia({ key: "media.needsEncoder", values: { codec: video.codecName } });
  return playlistBody(
    masterPlaylist({
      info,
      renditions: await listRenditions(videoEncoder, info, plan.encoder),
      audio: plan.audio,
      size: file.size,
    }),
  );
}
