import type { MediaSigner, MediaViewer } from "./media-signer";

export const GRANT_PARAMETER = "playback";
export const GRANT_MARK = `&${GRANT_PARAMETER}=`;

/** For proxy URLs of a source and its playlists. Their own limit is above what viewing needs. */
export function grantOf(signer: MediaSigner, source: string, viewer: MediaViewer): string {
  return GRANT_MARK + signer.sign({ kind: "file", path: [GRANT_PARAMETER, source] }, viewer);
}
