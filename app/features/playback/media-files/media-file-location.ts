import { MEDIA_FILES_PATH } from "~/media/files/media-file-url";

export interface MediaFileLocation {
  folder: string;
  path: string[];
}

/** Prefix of the segment that holds a signature; folder names cannot start with it. */
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

export function mediaUrl(token: string, segments: readonly string[]): string {
  return [MEDIA_FILES_PATH, TOKEN_MARK + token, ...segments.map(encodeURIComponent)].join("/");
}

function decodeSegments(path: string): string[] | null {
  try {
    return path.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}
