import type { MediaSigner, MediaViewer } from "./media-signer";

/** A query parameter of the video proxy: signed for a viewer and a source. */
export const GRANT_PARAMETER = "playback";
export const GRANT_MARK = `&${GRANT_PARAMETER}=`;

/**
 * What is appended to the video proxy's URL of a source that this site gives a viewer to play, and
 * to the URLs in its playlists. It has a limit of requests that viewing cannot meet.
 */
export function grantOf(signer: MediaSigner, source: string, viewer: MediaViewer): string {
  return GRANT_MARK + signer.sign({ kind: "file", path: [GRANT_PARAMETER, source] }, viewer);
}
