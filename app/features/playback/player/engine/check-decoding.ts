import { listMissingCodecs } from "./problem";
import type { Session } from "./session";

/** Seconds without decoded audio after which the file's codecs are read. */
const SILENCE_SECONDS = 1.5;

/** Finds the codecs that a file without a picture or sound lacks: the element reports no error. */
export function checkDecoding(session: Session): void {
  const { video, store, loaded } = session;
  if (loaded === null || loaded.isDecodingChecked || !loaded.source.isFile) return;
  const isBlack = video.videoWidth === 0;
  const isSilent =
    video.webkitAudioDecodedByteCount === 0 && video.played.length > 0 && !video.seeking;
  if (!isBlack && !(isSilent && playedSeconds(video) > SILENCE_SECONDS)) return;
  loaded.isDecodingChecked = true;
  void listMissingCodecs(loaded.source.url).then((missingCodecs) => {
    if (missingCodecs.length === 0 || session.loaded !== loaded) return;
    if (!isBlack) return store.update({ missingCodecs });
    video.pause();
    store.fail("codec", missingCodecs);
  });
}

function playedSeconds({ played }: HTMLVideoElement): number {
  let seconds = 0;
  for (let index = 0; index < played.length; index += 1)
    seconds += played.end(index) - played.start(index);
  return seconds;
}
