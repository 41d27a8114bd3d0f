import type { MediaInfo } from "~/media/container/container-info";
import type { PlaysCodec } from "~/media/playback/client-codecs";
import { mainTrack, planDelivery, type DeliveryPlan } from "~/media/playback/delivery-plan";
import {
  chooseHeights,
  type EncoderName,
  type Rendition,
} from "~/media/playback/encode/h264-renditions";
import type { VideoEncoder } from "~/media/playback/encode/video-encoder.server";
import type { OpenFile } from "~/media/playback/open-file.server";

/** How a file is delivered, and the encoder of its video; null if its video is copied. */
export type Delivery = DeliveryPlan & { encoder: EncoderName | null };

/** Plans for what the client plays and the machine encodes. */
export async function chooseDelivery(
  videoEncoder: VideoEncoder,
  file: OpenFile,
  { info, plays }: { info: MediaInfo; plays: PlaysCodec },
): Promise<Delivery> {
  const options = { plays, hasEncoder: await videoEncoder.isAvailable() };
  const plan = planDelivery(info, options);
  if (plan.video !== "h264") return { ...plan, encoder: null };
  const encoder = await videoEncoder.encoderFor(file);
  return {
    ...(encoder === null ? planDelivery(info, { ...options, encodesVideo: false }) : plan),
    encoder,
  };
}

/** The qualities that the machine can encode while they play; none if the video is copied. */
export async function listRenditions(
  videoEncoder: VideoEncoder,
  info: MediaInfo,
  encoder: EncoderName | null,
): Promise<Rendition[]> {
  const track = mainTrack(info.tracks, "video");
  if (encoder === null || track === undefined) return [];
  const { pixelsPerSecond } = await videoEncoder.report();
  return chooseHeights(track, pixelsPerSecond).map((height) => ({ encoder, height }));
}
