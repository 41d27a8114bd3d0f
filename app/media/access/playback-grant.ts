import type { MediaSigner, MediaViewer } from "./media-signer";

export const GRANT_PARAMETER = "playback";
export const GRANT_MARK = `&${GRANT_PARAMETER}=`;

/**
 * Signs the proxy's URLs of a source and its playlists, which have a limit of their own above what
 * viewing needs.
 */
export function grantOf(signer: MediaSigner, source: string, viewer: MediaViewer): string {
  return GRANT_MARK + signer.sign({ kind: "file", path: [GRANT_PARAMETER, source] }, viewer);
}
