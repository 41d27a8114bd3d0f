/**
 * What a player loads for a stored source: the video proxy's address of it, or the source itself where it is a path of our
 * own. Null when there is no source.
 */
export function episodeVideoUrl(source: string | null): string | null {
  if (source === null || source === "") return null;
  if (source.startsWith("/") && !source.startsWith("//")) return source;
  return `/api/videoProxy?url=${encodeURIComponent(source)}`;
}
