import type { MediaSigner, MediaViewer } from "./media-signer";

export const GRANT_PARAMETER = "playback";
export const GRANT_MARK = `&${GRANT_PARAMETER}=`;

/**
 * Appended to the video proxy's URL of a source, and to the URLs in its playlists. Granted requests
 * have a limit of their own, which viewing never reaches.
 */
export function grantOf(signer: MediaSigner, source: string, viewer: MediaViewer): string {
  return GRANT_MARK + signer.sign({ kind: "file", path: [GRANT_PARAMETER, source] }, viewer);
}
