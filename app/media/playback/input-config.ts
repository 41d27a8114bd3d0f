import type { InputTrack } from "mediabunny";
import { UnreadableMedia } from "~/media/container/unreadable-media";
import type { TrackConfig } from "./packets";

/** What the library tells a decoder of a track. Throws `UnreadableMedia`. */
export async function inputConfig(track: InputTrack): Promise<TrackConfig> {
  const codec = (await track.getCodec()) ?? "";
  const video = track.isVideoTrack() ? await track.getDecoderConfig() : null;
  const audio = track.isAudioTrack() ? await track.getDecoderConfig() : null;
  if (video === null && audio === null) throw new UnreadableMedia("media.notCopied");
  return { codec, video, audio };
}
