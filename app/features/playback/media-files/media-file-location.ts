import { MEDIA_FILES_PATH } from "~/media/files/media-file-url";

export interface MediaFileLocation {
  folder: string;
  path: string[];
}

/** The prefix of the segment that holds a signature; folder names cannot start with it. */
const TOKEN_MARK = "~";

/** Parses `/media/files/shows/Show%20%231.mkv`; null for other URLs. */
export function parseMediaFileUrl(url: string): MediaFileLocation | null {
  const [path = ""] = url.split(/[?#]/, 1);
  if (!path.startsWith(`${MEDIA_FILES_PATH}/`)) return null;
  const segments = decodeSegments(path.slice(MEDIA_FILES_PATH.length + 1));
  const [folder = "", ...rest] = segments ?? [];
  return folder === "" || folder.startsWith(TOKEN_MARK) || rest.length === 0
    ? null
    : { folder, path: rest };
}

export function parseMediaPath(
  pathname: string,
): { token: string | null; segments: string[] } | null {
  const segments = decodeSegments(pathname.slice(MEDIA_FILES_PATH.length + 1));
  if (segments === null) return null;
  const [first = "", ...rest] = segments;
  return first.startsWith(TOKEN_MARK)
    ? { token: first.slice(TOKEN_MARK.length), segments: rest }
    : { token: null, segments };
}

/** The URL of a file, or of one of its derivatives, with the signature that covers it. */
export function mediaUrl(token: string, segments: readonly string[]): string {
  return [MEDIA_FILES_PATH, TOKEN_MARK + token, ...segments.map(encodeURIComponent)].join("/");
}

/**
 * The URL of a playlist with the signature that covers its stream. The playlist's name stands
 * twice, so that relative URIs of its segments keep saying to which playlist they belong.
 */
export function playlistUrl(token: string, segments: readonly string[]): string {
  return mediaUrl(token, [...segments, segments.at(-1) ?? ""]);
}

/** Returns null for an invalid escape, and for NUL, which neither file names nor Postgres allow. */
export function decodeSegments(path: string): string[] | null {
  try {
    const segments = path.split("/").map(decodeURIComponent);
    return segments.some((segment) => segment.includes("\0")) ? null : segments;
  } catch {
    return null;
  }
}
