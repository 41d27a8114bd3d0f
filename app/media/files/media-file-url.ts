export const MEDIA_FILES_PATH = "/media/files";

export function mediaFileUrl(folder: string, path: string): string {
  return [MEDIA_FILES_PATH, folder, ...path.split("/").map(encodeURIComponent)].join("/");
}

/**
 * Normalises paths under `/media/`: file names may contain `#`, `?` and `%`, which operators paste
 * unescaped. Resolves empty, dot and `..` segments.
 */
export function canonicalMediaUrl(url: string): string {
  const segments: string[] = [];
  for (const segment of url.split("/")) {
    const text = decodeSegment(segment);
    if (text === "..") segments.pop();
    else if (text !== "" && text !== ".") segments.push(text);
  }
  return `/${segments.map(encodeURIComponent).join("/")}`;
}

/** Decodes percent escapes, unless they are part of the name: `100%.mp4`. */
function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
